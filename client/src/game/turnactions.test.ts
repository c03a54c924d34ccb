import { describe, expect, it } from "vitest";
import { doublingWords, mainAction, mainActionWords, sideActions } from "./turnactions";
import { LAYOUT, snapshot, turn } from "../testing/examples";

const after = (...legal_actions: Parameters<typeof mainAction>[0]["legal_actions"]) =>
  snapshot({ turn: turn(1, { dice: "13356", rolls_left: 2, rolls_used: 1 }), legal_actions });

const doubled = (part: Parameters<typeof turn>[1], when: typeof LAYOUT.double_when) =>
  doublingWords(snapshot({ turn: turn(1, part), sheet: { ...LAYOUT, double_when: when } }));

describe("the large button", () => {
  it("rolls the dice if that is legal", () => {
    expect(mainAction(after({ type: "roll" }, { type: "announce", cell: "ones" }))).toBe("roll");
  });

  it("shows when only an announcement allows another roll", () => {
    const waiting = after({ type: "announce", cell: "ones" }, { type: "score", cell: "ones", points: 1 });
    expect(mainAction(waiting)).toBe("announce");
    expect(mainActionWords("announce", waiting)).toContain("2");
  });

  it("ends a turn that waits for it", () => {
    expect(mainAction(after({ type: "end_turn" }))).toBe("end_turn");
  });

  it("names the price of a roll after the last one", () => {
    const last = snapshot({ turn: turn(1, { dice: "13356", rolls_left: 0, rolls_used: 3 }), legal_actions: [{ type: "roll" }] });
    expect(mainAction(last)).toBe("chip_roll");
  });

  it("asks for a claim when no roll is left, and declines chips", () => {
    expect(mainAction(after({ type: "claim", cell: "ones", points: 1, honest: true }))).toBe("claim");
    expect(mainAction(after({ type: "take_nothing" }))).toBe("take_nothing");
  });

  it("does nothing when only an entry is legal", () => {
    expect(mainAction(after({ type: "score", cell: "ones", points: 1 }))).toBeNull();
  });
});

describe("doubling", () => {
  it("affects the turn, the dice on the table or the next roll", () => {
    expect(doubled({}, "before_any_roll")).toBe("");
    expect(doubled({ doubled: true }, "before_first_roll")).toBe("This turn counts twice.");
    expect(doubled({ doubled: true }, "before_any_roll")).toBe("This roll counts twice.");
    expect(doubled({ doubles_next: true }, "before_any_roll")).toBe("The next roll counts twice.");
  });
});

describe("the smaller buttons", () => {
  it("offer the other legal actions in addition to the next step", () => {
    const roll = { type: "roll" } as const;
    const claim = { type: "claim", cell: "ones", points: 1, honest: true } as const;
    expect(sideActions(after(roll), "roll")).toEqual([]);
    expect(sideActions(after(roll, { type: "announce", cell: "ones" }), "roll")).toEqual(["announce"]);
    expect(sideActions(after(roll, claim), "roll")).toEqual(["claim"]);
    expect(sideActions(after(claim), "claim")).toEqual([]);
    expect(sideActions(after(roll, { type: "take_nothing" }), "roll")).toEqual(["take_nothing"]);
    expect(sideActions(after(roll, { type: "double" }), "roll")).toEqual(["double"]);
  });

  it("show action dice at any time", () => {
    const table = { ...after({ type: "roll" }), sheet: { ...LAYOUT, phase: "action_dice" as const } };
    expect(sideActions(table, "roll")).toEqual(["actions"]);
  });
});
