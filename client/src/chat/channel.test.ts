import { expect, test } from "vitest";
import type { ChatLine, ChatLines } from "../wire/types";
import { ChatChannel, type ChannelSource } from "./channel.svelte";

function line(id: number, part: Partial<ChatLine> = {}): ChatLine {
  return { id, room: "lobby", at: "2026-01-01T00:00:00Z", person: "b1", name: "Bernd", seat: null, mine: false, to: null, text: `line ${String(id)}`, removed: false, earlier: false, ...part };
}

/** A chat whose lines the tests set; it records all requests. */
class FakeSource implements ChannelSource {
  asked: unknown[] = [];
  constructor(public lines: ChatLine[], public more = false) {}
  load(before?: number): Promise<ChatLines> {
    this.asked.push(["load", before]);
    const lines = before === undefined ? this.lines : [line(before - 1)];
    return Promise.resolve({ lines, more: this.more, rooms: [{ room: "lobby", write: true }] });
  }
  send(message: { text: string }): Promise<ChatLine> {
    return Promise.resolve(line(9, { mine: true, text: message.text }));
  }
  mute(person: string): Promise<unknown> {
    this.lines = this.lines.filter((each) => each.person !== person);
    return Promise.resolve(null);
  }
  unmute(): Promise<unknown> {
    return Promise.resolve(null);
  }
  muted(): Promise<[]> {
    return Promise.resolve([]);
  }
  report(number: number, reason: string): Promise<unknown> {
    this.asked.push(["report", number, reason]);
    return Promise.resolve(null);
  }
}

function channelWith(source: FakeSource, read = 0) {
  const reports = { read: 0, unread: [] as number[] };
  const channel = new ChatChannel(source, { read, remember: (last) => (reports.read = last), onUnread: (each) => reports.unread.push(each.id) });
  return { channel, reports };
}

const ids = (channel: ChatChannel) => channel.lines.map((each) => each.id);

test("a line that arrives twice appears once, in order", async () => {
  const { channel } = channelWith(new FakeSource([line(1), line(2)]));
  channel.receive(line(3));
  channel.receive(line(2));
  await channel.refresh();
  channel.receive(line(4));
  channel.receive(line(2));
  expect(ids(channel)).toEqual([1, 2, 4]);
});

test("a line that arrives during a request for the latest ones is kept", async () => {
  const source = new FakeSource([line(1), line(2)]);
  const { channel } = channelWith(source);
  const answer = channel.refresh();
  channel.receive(line(2));
  channel.receive(line(3));
  await answer;
  expect(ids(channel)).toEqual([1, 2, 3]);
  await channel.refresh();
  expect(ids(channel)).toEqual([1, 2]);
});

test("lines of others are unread until the chat is visible", async () => {
  const { channel, reports } = channelWith(new FakeSource([line(1), line(2), line(3, { mine: true })]), 1);
  await channel.refresh();
  expect(channel.unread).toBe(1);
  channel.receive(line(4));
  expect([channel.unread, reports.unread]).toEqual([2, [4]]);
  channel.open = true;
  expect([channel.unread, reports.read]).toEqual([0, 4]);
  channel.receive(line(5));
  expect([channel.unread, reports.read, reports.unread]).toEqual([0, 5, [4]]);
});

test("a reaction is reported as it arrives, and never unread", async () => {
  const { channel } = channelWith(new FakeSource([line(1, { text: "👏" })]));
  const came: number[] = [];
  const stop = channel.eachNew((each) => came.push(each.id));
  await channel.refresh();
  channel.receive(line(2, { text: "🍀" }));
  channel.receive(line(2, { text: "🍀" }));
  channel.receive(line(3, { text: "🍀", earlier: true }));
  expect([channel.unread, came]).toEqual([0, [2]]);
  channel.receive(line(4, { text: "👏👏" }));
  stop();
  channel.receive(line(5));
  expect([channel.unread, came]).toEqual([2, [2, 4]]);
});

test("lines of the last match are not new", async () => {
  const { channel, reports } = channelWith(new FakeSource([line(1, { earlier: true }), line(2)]));
  await channel.refresh();
  channel.receive(line(3, { earlier: true }));
  expect([ids(channel), channel.unread, reports.unread]).toEqual([[1, 2, 3], 1, []]);
});

test("a removed line keeps its place", async () => {
  const { channel } = channelWith(new FakeSource([line(1), line(2)]));
  await channel.refresh();
  channel.receive(line(1, { removed: true, text: "" }));
  channel.receive(line(99, { removed: true, text: "" }));
  expect(channel.lines.map((each) => each.text)).toEqual(["", "line 2"]);
});

test("older lines stay when the latest ones are loaded again", async () => {
  const source = new FakeSource([line(5), line(6)], true);
  const { channel } = channelWith(source);
  await channel.refresh();
  await channel.older();
  await channel.refresh();
  expect(ids(channel)).toEqual([4, 5, 6]);
  expect(source.asked).toContainEqual(["load", 5]);
});

test("the lines of a muted player disappear at once", async () => {
  const { channel } = channelWith(new FakeSource([line(1), line(2, { person: "c1" })]));
  await channel.refresh();
  await channel.mute("b1");
  expect(ids(channel)).toEqual([2]);
});

test("the player's own line appears when the server has accepted it", async () => {
  const { channel } = channelWith(new FakeSource([]));
  await channel.refresh();
  await channel.send("lobby", "hello", null);
  expect([ids(channel), channel.unread]).toEqual([[9], 0]);
});

test("a failed request is reported, and the lines stay", async () => {
  const source = new FakeSource([line(1)]);
  const { channel } = channelWith(source);
  await channel.refresh();
  source.load = () => Promise.reject(new Error("away"));
  await channel.refresh();
  expect([ids(channel), channel.error]).toEqual([[1], new Error("away")]);
});
