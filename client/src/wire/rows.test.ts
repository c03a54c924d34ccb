import { expect, test } from "vitest";
import { NAMES } from "../testing/examples";
import { eventsOf, turnOf } from "./rows";
import type { Batch } from "./types";

test("rows are numbered from the event before, and dated from the opening of the table", () => {
  const rows: Batch["events"] = [
    ["dice_rolled", 41, 1, "Roll 1.", ["33456", null, 1, 2]],
    ["seat_away", 90_000, 2, "Bernd is away.", { why: "lost" }],
  ];
  expect(eventsOf({ kind: "batch", from: 4, events: rows }, NAMES, "2026-11-24T17:06:56.373Z")).toEqual([
    { seq: 5, type: "dice_rolled", at: "2026-11-24T17:06:56.414Z", seat: 1, text: "Roll 1.", data: { dice: "33456", keep: null, roll: 1, rolls_left: 2 } },
    { seq: 6, type: "seat_away", at: "2026-11-24T17:08:26.373Z", seat: 2, text: "Bernd is away.", data: { why: "lost" } },
  ]);
});

test("a turn has default values, unless its row differs", () => {
  const usual = { hidden: false, chip: false, announced: null, doubled: false, doubles_next: false, claim: null, locked: "k-" };
  const ready = { seat: 1, stage: "ready", rolls_left: 3, rolls_used: 0, dice: null, kept: null, dice_count: 0, kept_count: 0 };
  expect(turnOf(null, NAMES)).toBeNull();
  expect(turnOf([1, "ready", 3, 0], NAMES)).toEqual({ ...usual, ...ready });
  expect(turnOf([2, "rolled", 1, 2, "33456", "k33", { locked: "k33" }], NAMES)).toEqual({
    ...usual,
    seat: 2,
    stage: "rolled",
    rolls_left: 1,
    rolls_used: 2,
    dice: "33456",
    kept: "k33",
    dice_count: 5,
    kept_count: 2,
    locked: "k33",
  });
});
