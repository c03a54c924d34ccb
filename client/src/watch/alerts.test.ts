import { beforeEach, expect, it } from "vitest";
import { calls } from "../app/announce.svelte";
import { rollEvent, scoreEvent, seat, snapshot, turn } from "../testing/examples";
import type { Sound } from "./sounds";
import { Alerts, calledSeat } from "./alerts.svelte";

let played: Sound[];
let messages: string[];
let hidden: boolean;
let allowed: boolean;
let tumbles: boolean;
let trembled: number[];

function alerts(): Alerts {
  return new Alerts({
    play: (sound) => played.push(sound),
    tumbles: () => tumbles,
    tremble: (pattern) => trembled.push(...pattern),
    hidden: () => hidden,
    notify: (title) => messages.push(title),
    permission: () => Promise.resolve(allowed),
  });
}

const others = [seat(1), seat(2, { mine: false, kind: "human" })];
const ours = snapshot({ seats: others, turn: turn(1) });
const theirs = snapshot({ seats: others, turn: turn(2) });

beforeEach(() => {
  localStorage.clear();
  played = [];
  messages = [];
  hidden = false;
  allowed = true;
  tumbles = false;
  trembled = [];
});

it("sounds until the player mutes it, and stores that", () => {
  const first = alerts();
  first.received(rollEvent(1, "12345"), false);
  first.received(rollEvent(1, "12345"), true);
  first.received(scoreEvent(2, 1, "ones", 1), false);
  first.received(scoreEvent(3, 1, "sixes", 0), false);
  expect(played).toEqual(["knock", "pen", "strike"]);
  first.mute(true);
  const later = alerts();
  later.received(rollEvent(4, "12345"), false);
  later.land([200]);
  expect(later.sounds).toBe(false);
  expect(played).toHaveLength(3);
});

it("lets every die knock as it lands if falling dice are visible", () => {
  tumbles = true;
  const one = alerts();
  one.received(rollEvent(1, "12345"), false);
  expect(played).toEqual([]);
  one.land([200, 230.4]);
  expect(played).toEqual(["knock", "knock"]);
  expect(trembled).toEqual([200, 7, 23, 7]);
});

it("announces at once that the player's turn has come, but not when the page opens", () => {
  const before = calls.sentences.length;
  const one = alerts();
  one.arrived(ours);
  expect(calls.sentences.length).toBe(before);
  one.arrived(theirs);
  one.arrived(ours);
  one.arrived(ours);
  expect(calls.sentences.length).toBe(before + 1);
});

it("alerts once when the player's turn comes, and sends a message only if the page is hidden", async () => {
  const one = alerts();
  one.mute(false);
  await one.setMessages(true);
  played = [];
  one.arrived(ours);
  expect(played).toEqual([]); // the page has just been opened
  one.arrived(theirs);
  one.arrived(ours);
  one.arrived(ours);
  expect([played, messages, one.calling]).toEqual([["turn"], [], false]);
  hidden = true;
  one.arrived(theirs);
  one.arrived(ours);
  expect(played).toEqual(["turn", "turn"]);
  expect(messages.length).toBe(1);
  expect(one.calling).toBe(true);
  one.dismiss();
  expect(one.calling).toBe(false);
});

it("says when the browser refuses messages", async () => {
  allowed = false;
  const one = alerts();
  expect(await one.setMessages(true)).toBe(false);
  expect(one.messages).toBe(false);
});

it("alerts neither a lone player nor one whose turn it is not", () => {
  expect(calledSeat(ours)).toBe(1);
  expect(calledSeat(theirs)).toBe(null);
  expect(calledSeat(snapshot({ seats: [seat(1), seat(2)], turn: turn(2) }))).toBe(null);
});
