import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NAMES, brief } from "../testing/examples";
import { Live, type LiveOptions, type Socket } from "./live.svelte";
import { ApiError } from "./problem";

/** The other end of a socket, played by the test. */
class FakeSocket implements Socket {
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((end: { code: number }) => void) | null = null;
  readonly sent: { id: string; type: string; expect_seq: number }[] = [];
  readonly query: URLSearchParams;

  constructor(readonly url: string) {
    this.query = new URL(url).searchParams;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  closedWith: number | null = null;
  close(code: number): void {
    this.readyState = 3;
    this.closedWith = code;
  }

  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  deliver(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  show(seq: number): void {
    this.deliver({ kind: "hello", version: 3, names: NAMES, table: brief({ seq }) });
  }
  happen(seq: number): void {
    this.deliver({ kind: "batch", from: seq - 1, events: [rolled(seq)] });
  }
  change(from: number, seq: number, set: object): void {
    this.deliver({ kind: "batch", from, events: [rolled(seq)], set });
  }
  cut(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

function rolled(seq: number): unknown[] {
  return ["dice_rolled", 40, 1, `Roll ${String(seq)}`, ["12345", null, 1, 2]];
}

let sockets: FakeSocket[] = [];

function connect(url: string): FakeSocket {
  sockets.push(new FakeSocket(url));
  return newest();
}

function connected(options: Partial<LiveOptions> = {}): Live {
  return new Live("T1", { language: () => "de", connect, jitter: () => 0.5, ...options });
}

function newest(): FakeSocket {
  const line = sockets.at(-1);
  if (line === undefined) throw new Error("nothing has connected yet");
  return line;
}

beforeEach(() => {
  sockets = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("the first snapshot makes it live; the log grows once per number", () => {
  const live = connected();
  live.open();
  expect(live.status).toBe("connecting");
  expect(newest().url).toMatch(/^ws:\/\/[^/]+\/api\/v1\/tables\/T1\/ws\?after=0&version=3&lang=de$/);
  newest().accept();
  newest().show(2);
  for (const seq of [1, 2, 2, 1]) newest().happen(seq);
  expect(live.status).toBe("live");
  expect(live.snapshot?.seq).toBe(2);
  expect(live.events.map((event) => event.seq)).toEqual([1, 2]);
  live.close();
});

test("a patch leads from one snapshot to the next, and unchanged parts stay the same objects", () => {
  const live = connected();
  live.open();
  newest().accept();
  newest().show(1);
  const before = live.snapshot;
  newest().change(1, 2, { text: "Your turn", turn: [[1, "rolled", 1, 2, "33456", "k33"]] });
  const turn = { ...before?.turn, stage: "rolled", rolls_left: 1, rolls_used: 2, dice: "33456", kept: "k33", dice_count: 5, kept_count: 2 };
  expect(live.snapshot).toEqual({ ...before, seq: 2, text: "Your turn", turn });
  expect(live.snapshot?.sheet).toBe(before?.sheet);
  expect(live.events.map((event) => event.seq)).toEqual([2]);
  live.close();
});

test("after a missing message, another connection brings the events", () => {
  const live = connected();
  live.open();
  newest().accept();
  newest().show(1);
  newest().change(2, 3, {});
  expect(live.snapshot?.seq).toBe(1);
  vi.advanceTimersByTime(300);
  expect(sockets).toHaveLength(2);
  newest().accept();
  newest().show(3);
  expect(live.snapshot?.seq).toBe(3);
  live.close();
});

test("a page whose protocol the server rejects loads a newer one", () => {
  const renew = vi.fn<() => void>();
  const live = connected({ renew });
  live.open();
  newest().accept();
  newest().cut(1006);
  expect(renew).not.toHaveBeenCalled();
  vi.advanceTimersByTime(300);
  newest().accept();
  newest().cut(4010);
  expect(renew).toHaveBeenCalledTimes(1);
  live.close();
});

test("leaving a page sends a close code that replacing a connection does not", () => {
  const live = connected();
  live.open();
  const first = newest();
  first.accept();
  first.show(1);
  live.restart();
  expect(first.closedWith).toBe(4000);
  live.close();
  expect(newest().closedWith).toBe(1000);
});

test("listeners receive whether an event is older than the connection", () => {
  const live = connected();
  const received: [number, boolean][] = [];
  const stop = live.listen((event, { replayed }) => received.push([event.seq, replayed]));
  live.open();
  newest().accept();
  newest().show(1);
  newest().happen(1);
  newest().happen(2);
  stop();
  newest().happen(3);
  expect(received).toEqual([
    [1, true],
    [2, false],
  ]);
  live.close();
});

test("a command carries an id and the visible number, and is answered", async () => {
  const live = connected();
  live.open();
  newest().accept();
  newest().show(7);
  const answer = live.send({ type: "roll", keep: "k33" });
  expect(live.busy).toBe(true);
  const sent = newest().sent[0];
  expect(sent).toMatchObject({ type: "roll", keep: "k33", expect_seq: 7 });
  newest().deliver({ kind: "answer", id: sent?.id, status: 200, body: { ok: true, seq: 8 } });
  expect(await answer).toEqual({ seq: 8 });
  expect(live.busy).toBe(false);
  live.close();
});

test("a refused command rejects with the server's sentence", async () => {
  const live = connected();
  live.open();
  newest().accept();
  newest().show(7);
  const answer = live.send({ type: "roll" });
  const body = { type: "about:blank", title: "x", status: 409, code: "no_rolls_left", detail: "Kein Wurf mehr übrig." };
  newest().deliver({ kind: "answer", id: newest().sent[0]?.id, status: 409, body });
  await expect(answer).rejects.toMatchObject({ code: "no_rolls_left", message: "Kein Wurf mehr übrig." });
  live.close();
});

test("after a break, another attempt sends unanswered commands again with the same id", async () => {
  const live = connected();
  live.open();
  newest().accept();
  newest().show(1);
  newest().happen(1);
  const answer = live.send({ type: "roll" });
  const first = newest().sent[0];
  newest().cut();
  expect(live.status).toBe("lost");
  vi.advanceTimersByTime(300);
  expect(sockets).toHaveLength(2);
  expect(newest().query.get("after")).toBe("1");
  newest().accept();
  expect(newest().sent).toEqual([]);
  newest().show(2);
  expect(live.status).toBe("back");
  expect(newest().sent).toEqual([first]);
  newest().deliver({ kind: "answer", id: first?.id, status: 200, body: { ok: true, seq: 2 } });
  expect(await answer).toEqual({ seq: 2 });
  vi.advanceTimersByTime(3000);
  expect(live.status).toBe("live");
  live.close();
});

test("a command given during a break waits for the next connection", () => {
  const live = connected();
  live.open();
  newest().accept();
  newest().show(1);
  newest().cut();
  void live.send({ type: "roll" }).catch(() => undefined);
  vi.advanceTimersByTime(300);
  newest().accept();
  newest().show(1);
  expect(newest().sent.map((command) => command.type)).toEqual(["roll"]);
  live.close();
});

test("the gaps between attempts grow, and an attempt follows at once when the network is back", () => {
  const live = connected();
  live.open();
  const waits: number[] = [];
  for (let attempt = 0; attempt < 7; attempt += 1) {
    newest().cut();
    const before = sockets.length;
    let waited = 0;
    while (sockets.length === before) {
      vi.advanceTimersByTime(100);
      waited += 100;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([300, 700, 1500, 3000, 6000, 10_000, 10_000]);
  expect(live.status).toBe("lost");
  newest().cut();
  window.dispatchEvent(new Event("online"));
  expect(sockets).toHaveLength(9);
  live.close();
});

test("a command without an answer replaces the connection, and is sent again with the same id", async () => {
  const live = connected();
  live.open();
  newest().accept();
  newest().show(1);
  const answer = live.send({ type: "roll" });
  const first = newest().sent[0];
  vi.advanceTimersByTime(7999);
  expect([sockets.length, live.status]).toEqual([1, "live"]);
  vi.advanceTimersByTime(1);
  expect([newest().readyState, live.status]).toEqual([3, "lost"]);
  vi.advanceTimersByTime(300);
  newest().accept();
  newest().show(2);
  expect(newest().sent).toEqual([first]);
  newest().deliver({ kind: "answer", id: first?.id, status: 200, body: { ok: true, seq: 2 } });
  expect(await answer).toEqual({ seq: 2 });
  live.close();
});

test("a silent connection is replaced; any message keeps it", () => {
  const live = connected();
  live.open();
  newest().accept();
  newest().show(1);
  for (let word = 0; word < 5; word += 1) {
    vi.advanceTimersByTime(39_000);
    newest().deliver({ kind: "alive" });
  }
  expect([sockets.length, live.status]).toEqual([1, "live"]);
  vi.advanceTimersByTime(40_000);
  expect(live.status).toBe("lost");
  vi.advanceTimersByTime(300);
  expect(sockets).toHaveLength(2);
  live.close();
});

test("a connection that never opens is replaced", () => {
  const live = connected();
  live.open();
  vi.advanceTimersByTime(8300);
  expect(sockets).toHaveLength(2);
  newest().accept();
  vi.advanceTimersByTime(8700);
  expect(sockets).toHaveLength(3);
  live.close();
  vi.advanceTimersByTime(100_000);
  expect(sockets).toHaveLength(3);
});

test("without a network the connection is closed at once, and tried again", () => {
  const live = connected();
  live.open();
  newest().accept();
  newest().show(1);
  window.dispatchEvent(new Event("offline"));
  expect([newest().readyState, live.status]).toEqual([3, "lost"]);
  window.dispatchEvent(new Event("offline"));
  expect(sockets).toHaveLength(1);
  vi.advanceTimersByTime(300);
  newest().accept();
  newest().show(1);
  expect(live.status).toBe("back");
  live.close();
});

test.each([
  [404, "unknown_table"],
  [409, "continued_elsewhere"],
])("a table that is gone (%i %s) is not requested again", async (status, code) => {
  const gone = new ApiError({ status, code, detail: "Hier ist kein Tisch mehr." });
  const live = connected({ probe: () => Promise.reject(gone) });
  live.open();
  newest().cut();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(live.gone).toBe(gone);
  expect(sockets).toHaveLength(1);
});

test("closing rejects unanswered commands", async () => {
  const live = connected();
  live.open();
  newest().accept();
  newest().show(1);
  const answer = live.send({ type: "roll" });
  live.close();
  await expect(answer).rejects.toMatchObject({ code: "offline" });
  vi.advanceTimersByTime(60_000);
  expect(sockets).toHaveLength(1);
});

test("another language loads everything again", () => {
  let language = "de";
  const live = connected({ language: () => language });
  live.open();
  newest().accept();
  newest().show(1);
  newest().happen(1);
  language = "en";
  live.restart();
  expect(live.events).toEqual([]);
  expect([newest().query.get("after"), newest().query.get("lang")]).toEqual(["0", "en"]);
  live.close();
});

test("invalid messages are ignored", () => {
  const live = connected();
  live.open();
  newest().accept();
  newest().onmessage?.({ data: "{broken" });
  newest().onmessage?.({ data: new ArrayBuffer(1) });
  newest().deliver({ kind: "weather", text: "sunny" });
  newest().deliver(null);
  expect([live.status, live.snapshot]).toEqual(["connecting", null]);
  newest().show(1);
  expect(live.status).toBe("live");
  live.close();
});

test("listeners receive messages outside the log until they stop", () => {
  const live = connected();
  live.open();
  newest().accept();
  const received: string[] = [];
  const stop = live.listenToMessages((message) => received.push(message.kind));
  newest().deliver({ kind: "chat", line: {} });
  stop();
  newest().deliver({ kind: "chat", line: {} });
  expect(received).toEqual(["chat"]);
  live.close();
});
