import { describe, expect, it } from "vitest";
import type { TutorialStep } from "../wire/types";
import { column, LAYOUT, rollEvent, scoreEvent, seat, snapshot } from "../testing/examples";
import { isUnusual, learners, stepAfter } from "./tutorial";

const STEPS: TutorialStep[] = [
  { text: "Roll.", until: ["dice_rolled"], focus: "roll" },
  { text: "Look.", until: [], focus: "sheet" },
  { text: "Write.", until: ["scored", "announced"], focus: "sheet" },
];
const ME = new Set([1]);

describe("the steps of an introduction", () => {
  it("end with the event that they wait for", () => {
    expect(stepAfter(0, STEPS, [rollEvent(1, "13356")], ME)).toBe(1);
    expect(stepAfter(0, STEPS, [scoreEvent(1, 1, "ones", 1)], ME)).toBe(0);
    expect(stepAfter(2, STEPS, [scoreEvent(1, 1, "ones", 1)], ME)).toBe(3);
  });

  it("wait for a button if they wait for no event", () => {
    expect(stepAfter(1, STEPS, [rollEvent(1, "13356"), scoreEvent(2, 1, "ones", 1)], ME)).toBe(1);
  });

  it("ignore the actions of others", () => {
    expect(stepAfter(2, STEPS, [scoreEvent(1, 2, "ones", 1)], ME)).toBe(2);
  });

  it("stay ended", () => {
    expect(stepAfter(3, STEPS, [rollEvent(1, "13356")], ME)).toBe(3);
  });
});

describe("learners and games", () => {
  it("people at this device learn", () => {
    const seats = [seat(1), seat(2, { kind: "bot" }), seat(3, { mine: false, kind: "human" })];
    expect([...learners(snapshot({ seats }))]).toEqual([1]);
  });

  it("games with more rules are unusual", () => {
    expect(isUnusual(LAYOUT)).toBe(false);
    expect(isUnusual({ ...LAYOUT, phase: "bluff" })).toBe(true);
    expect(isUnusual({ ...LAYOUT, chips: 3 })).toBe(true);
    expect(isUnusual({ ...LAYOUT, banks_rolls: true })).toBe(true);
    expect(isUnusual({ ...LAYOUT, columns: [column(1), column(2)] })).toBe(true);
    expect(isUnusual({ ...LAYOUT, columns: [column(1, { order: "down" })] })).toBe(true);
  });
});
