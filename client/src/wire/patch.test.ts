import { expect, test } from "vitest";
import { patched } from "./patch";

test.each([
  [{ round: 1, text: "a" }, { round: 2 }, { round: 2, text: "a" }],
  [{ turn: { seat: 1, dice: null } }, { turn: { dice: "13356" } }, { turn: { seat: 1, dice: "13356" } }],
  [{ turn: { seat: 1 } }, { turn: null }, { turn: null }],
  [{ turn: null }, { turn: [{ seat: 2 }] }, { turn: { seat: 2 } }],
  [{ seats: [{ total: 0 }, { total: 5 }] }, { seats: { 1: { total: 9 } } }, { seats: [{ total: 0 }, { total: 9 }] }],
  [{ results: [] }, { results: { 0: [{ game: 1 }] } }, { results: [{ game: 1 }] }],
  [{ ranks: [1, 1] }, { ranks: [[2, 1]] }, { ranks: [2, 1] }],
  [{ cells: { ones: 3 } }, { cells: [{}] }, { cells: {} }],
])("%j with %j becomes %j", (before, change, after) => {
  const untouched = structuredClone(before);
  expect(patched(before, change)).toEqual(after);
  expect(before).toEqual(untouched);
});
