import { expect, test } from "vitest";
import type { ChatLine, ChatLines } from "../wire/types";
import { Talk, type TalkSource } from "./talk.svelte";

function line(id: number, part: Partial<ChatLine> = {}): ChatLine {
  return { id, room: "lobby", at: "2026-01-01T00:00:00Z", person: "b1", name: "Bernd", seat: null, mine: false, to: null, text: `line ${String(id)}`, removed: false, earlier: false, ...part };
}

/** A chat whose lines the tests set; it records all requests. */
class Place implements TalkSource {
  asked: unknown[] = [];
  constructor(public lines: ChatLine[], public more = false) {}
  load(before?: number): Promise<ChatLines> {
    this.asked.push(["load", before]);
    const lines = before === undefined ? this.lines : [line(before - 1)];
    return Promise.resolve({ lines, more: this.more, rooms: [{ room: "lobby", write: true }] });
  }
  say(wish: { text: string }): Promise<ChatLine> {
    return Promise.resolve(line(9, { mine: true, text: wish.text }));
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

function talkWith(place: Place, read = 0) {
  const reports = { read: 0, unseen: [] as number[] };
  const talk = new Talk(place, { read, remember: (last) => (reports.read = last), unseen: (each) => reports.unseen.push(each.id) });
  return { talk, reports };
}

const ids = (talk: Talk) => talk.lines.map((each) => each.id);

test("a line that arrives twice appears once, in order", async () => {
  const { talk } = talkWith(new Place([line(1), line(2)]));
  talk.hear(line(3));
  talk.hear(line(2));
  await talk.refresh();
  talk.hear(line(4));
  talk.hear(line(2));
  expect(ids(talk)).toEqual([1, 2, 4]);
});

test("a line that arrives during a request for the latest ones is kept", async () => {
  const place = new Place([line(1), line(2)]);
  const { talk } = talkWith(place);
  const answer = talk.refresh();
  talk.hear(line(2));
  talk.hear(line(3));
  await answer;
  expect(ids(talk)).toEqual([1, 2, 3]);
  await talk.refresh();
  expect(ids(talk)).toEqual([1, 2]);
});

test("lines of others are unread until the chat is visible", async () => {
  const { talk, reports } = talkWith(new Place([line(1), line(2), line(3, { mine: true })]), 1);
  await talk.refresh();
  expect(talk.unread).toBe(1);
  talk.hear(line(4));
  expect([talk.unread, reports.unseen]).toEqual([2, [4]]);
  talk.open = true;
  expect([talk.unread, reports.read]).toEqual([0, 4]);
  talk.hear(line(5));
  expect([talk.unread, reports.read, reports.unseen]).toEqual([0, 5, [4]]);
});

test("a reaction is reported as it arrives, and never unread", async () => {
  const { talk } = talkWith(new Place([line(1, { text: "👏" })]));
  const came: number[] = [];
  const stop = talk.eachNew((each) => came.push(each.id));
  await talk.refresh();
  talk.hear(line(2, { text: "🍀" }));
  talk.hear(line(2, { text: "🍀" }));
  talk.hear(line(3, { text: "🍀", earlier: true }));
  expect([talk.unread, came]).toEqual([0, [2]]);
  talk.hear(line(4, { text: "👏👏" }));
  stop();
  talk.hear(line(5));
  expect([talk.unread, came]).toEqual([2, [2, 4]]);
});

test("lines of the last match are not new", async () => {
  const { talk, reports } = talkWith(new Place([line(1, { earlier: true }), line(2)]));
  await talk.refresh();
  talk.hear(line(3, { earlier: true }));
  expect([ids(talk), talk.unread, reports.unseen]).toEqual([[1, 2, 3], 1, []]);
});

test("a removed line keeps its place", async () => {
  const { talk } = talkWith(new Place([line(1), line(2)]));
  await talk.refresh();
  talk.hear(line(1, { removed: true, text: "" }));
  talk.hear(line(99, { removed: true, text: "" }));
  expect(talk.lines.map((each) => each.text)).toEqual(["", "line 2"]);
});

test("older lines stay when the latest ones are loaded again", async () => {
  const place = new Place([line(5), line(6)], true);
  const { talk } = talkWith(place);
  await talk.refresh();
  await talk.older();
  await talk.refresh();
  expect(ids(talk)).toEqual([4, 5, 6]);
  expect(place.asked).toContainEqual(["load", 5]);
});

test("the lines of a muted player disappear at once", async () => {
  const { talk } = talkWith(new Place([line(1), line(2, { person: "c1" })]));
  await talk.refresh();
  await talk.mute("b1");
  expect(ids(talk)).toEqual([2]);
});

test("the player's own line appears when the server has accepted it", async () => {
  const { talk } = talkWith(new Place([]));
  await talk.refresh();
  await talk.say("lobby", "hello", null);
  expect([ids(talk), talk.unread]).toEqual([[9], 0]);
});

test("a failed request is reported, and the lines stay", async () => {
  const place = new Place([line(1)]);
  const { talk } = talkWith(place);
  await talk.refresh();
  place.load = () => Promise.reject(new Error("away"));
  await talk.refresh();
  expect([ids(talk), talk.error]).toEqual([[1], new Error("away")]);
});
