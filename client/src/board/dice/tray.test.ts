import { describe, expect, it } from "vitest";
import { keepText, parseDice, parseKeep } from "./dice";
import { steadyChance } from "../../testing/examples";
import { allKept, keepOf, settle, toggle, toggleFace, withKeep } from "./tray";

const first = () => settle([], { dice: "13356", kept: null, locked: "k-" }, steadyChance());

describe("dice texts", () => {
  it("reads six-sided and ten-sided dice", () => {
    expect(parseDice("115/0")).toEqual([
      { face: 1, ten: false },
      { face: 1, ten: false },
      { face: 5, ten: false },
      { face: 0, ten: true },
    ]);
  });

  it.each(["k-", "k335", "k112/0", "k/7"])("reads and writes the keep %s", (text) => {
    expect(keepText(parseKeep(text))).toBe(text);
  });

  it("writes a keep in ascending order, whatever the order of the dice", () => {
    expect(keepText(parseDice("531/9"))).toBe("k135/9");
  });
});

describe("the tray after a roll", () => {
  it("is sorted and keeps nothing at first", () => {
    const slots = first();
    expect(slots.map((slot) => slot.face)).toEqual([1, 3, 3, 5, 6]);
    expect(keepOf(slots)).toBe("k-");
    expect(slots.every((slot) => slot.thrown)).toBe(true);
  });

  it("knows a different place of origin for each die", () => {
    const origins = first().map((slot) => slot.from);
    expect(new Set(origins)).toEqual(new Set([0, 1, 2, 3, 4]));
  });

  it("leaves kept dice in place until they are sorted", () => {
    const before = toggle(toggle(first(), 1), 2);
    const after = settle(before, { dice: "23334", kept: "k33", locked: "k-" }, steadyChance());
    const kept = after.filter((slot) => slot.kept);
    expect(kept.map((slot) => slot.from).toSorted()).toEqual([1, 2]);
    expect(kept.every((slot) => !slot.thrown)).toBe(true);
    expect(after.filter((slot) => slot.thrown).map((slot) => slot.face)).toEqual([2, 3, 4]);
    expect(keepOf(after)).toBe("k33");
  });

  it("keeps locked dice for good", () => {
    const slots = settle([], { dice: "13356", kept: null, locked: "k6" }, steadyChance());
    expect(keepOf(slots)).toBe("k6");
    expect(keepOf(toggle(slots, 4))).toBe("k6");
  });
});

describe("choosing the dice to keep", () => {
  it("turns one die", () => {
    expect(keepOf(toggle(first(), 3))).toBe("k5");
    expect(keepOf(toggle(toggle(first(), 3), 3))).toBe("k-");
  });

  it("turns all dice of a face together", () => {
    const both = toggleFace(first(), 1);
    expect(keepOf(both)).toBe("k33");
    expect(keepOf(toggleFace(both, 2))).toBe("k-");
    expect(keepOf(toggleFace(toggle(first(), 1), 1))).toBe("k33");
  });

  it("ignores a place without a die", () => {
    expect(keepOf(toggleFace(first(), 9))).toBe("k-");
  });

  it("restores remembered marks if those dice are still there", () => {
    expect(keepOf(withKeep(first(), "k336"))).toBe("k336");
    expect(keepOf(withKeep(first(), "k222"))).toBe("k-");
  });

  it("notices when no die would be rolled", () => {
    expect(allKept(withKeep(first(), "k13356"))).toBe(true);
    expect(allKept([])).toBe(false);
  });
});
