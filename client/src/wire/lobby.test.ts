import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Socket } from "./live.svelte";
import { LiveLobby } from "./lobby.svelte";

class FakeSocket implements Socket {
  readyState = 0;
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {}
  send(): void {}
  close(): void {
    this.closed = true;
  }
  deliver(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let sockets: FakeSocket[] = [];
let lobby: LiveLobby;
const newest = () => sockets.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  const connect = (url: string): FakeSocket => {
    sockets.push(new FakeSocket(url));
    return newest();
  };
  lobby = new LiveLobby({ language: () => "de", connect, jitter: () => 0.5 });
  lobby.open();
});
afterEach(() => {
  lobby.close();
  vi.useRealTimers();
});

test("the list is the newest one", () => {
  expect([lobby.tables, lobby.connected]).toEqual([null, false]);
  expect(newest().url).toMatch(/\/api\/v1\/lobby\/ws\?lang=de$/);
  newest().deliver({ kind: "lobby", tables: [{ id: "a" }] });
  newest().deliver({ kind: "lobby", tables: [] });
  expect([lobby.tables, lobby.connected]).toEqual([[], true]);
});

test("listeners receive lines", () => {
  const received: number[] = [];
  const stop = lobby.listen((line) => received.push(line.id));
  newest().deliver({ kind: "chat", line: { id: 1 } });
  newest().deliver({ kind: "alive" });
  newest().onmessage?.({ data: "{broken" });
  stop();
  newest().deliver({ kind: "chat", line: { id: 2 } });
  expect(received).toEqual([1]);
});

test("a broken connection is opened again, later each time, and the list stays meanwhile", () => {
  newest().deliver({ kind: "lobby", tables: [{ id: "a" }] });
  newest().onclose?.();
  expect([lobby.tables?.length, lobby.connected]).toEqual([1, false]);
  vi.advanceTimersByTime(300);
  expect(sockets.length).toBe(2);
  newest().onclose?.();
  vi.advanceTimersByTime(300);
  expect(sockets.length).toBe(2);
  vi.advanceTimersByTime(1200);
  expect(sockets.length).toBe(3);
});

test("a silent connection is replaced", () => {
  newest().deliver({ kind: "lobby", tables: [] });
  vi.advanceTimersByTime(39_000);
  newest().deliver({ kind: "alive" });
  vi.advanceTimersByTime(39_000);
  expect([sockets.length, lobby.connected]).toEqual([1, true]);
  vi.advanceTimersByTime(1000);
  expect(newest().closed).toBe(true);
  expect(lobby.connected).toBe(false);
});

test("no connection follows a close", () => {
  lobby.close();
  vi.advanceTimersByTime(100_000);
  expect([sockets.length, newest().closed]).toEqual([1, true]);
});
