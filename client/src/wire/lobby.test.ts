import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Socket } from "./live.svelte";
import { LiveLobby } from "./lobby.svelte";

class Line implements Socket {
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
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let lines: Line[] = [];
let lobby: LiveLobby;
const newest = () => lines.at(-1) as Line;

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const connect = (url: string): Line => {
    lines.push(new Line(url));
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
  newest().say({ kind: "lobby", tables: [{ id: "a" }] });
  newest().say({ kind: "lobby", tables: [] });
  expect([lobby.tables, lobby.connected]).toEqual([[], true]);
});

test("listeners receive lines", () => {
  const heard: number[] = [];
  const stop = lobby.listen((line) => heard.push(line.id));
  newest().say({ kind: "chat", line: { id: 1 } });
  newest().say({ kind: "alive" });
  newest().onmessage?.({ data: "{broken" });
  stop();
  newest().say({ kind: "chat", line: { id: 2 } });
  expect(heard).toEqual([1]);
});

test("a broken connection is opened again, later each time, and the list stays meanwhile", () => {
  newest().say({ kind: "lobby", tables: [{ id: "a" }] });
  newest().onclose?.();
  expect([lobby.tables?.length, lobby.connected]).toEqual([1, false]);
  vi.advanceTimersByTime(300);
  expect(lines.length).toBe(2);
  newest().onclose?.();
  vi.advanceTimersByTime(300);
  expect(lines.length).toBe(2);
  vi.advanceTimersByTime(1200);
  expect(lines.length).toBe(3);
});

test("a silent connection is replaced", () => {
  newest().say({ kind: "lobby", tables: [] });
  vi.advanceTimersByTime(39_000);
  newest().say({ kind: "alive" });
  vi.advanceTimersByTime(39_000);
  expect([lines.length, lobby.connected]).toEqual([1, true]);
  vi.advanceTimersByTime(1000);
  expect(newest().closed).toBe(true);
  expect(lobby.connected).toBe(false);
});

test("no connection follows a close", () => {
  lobby.close();
  vi.advanceTimersByTime(100_000);
  expect([lines.length, newest().closed]).toEqual([1, true]);
});
