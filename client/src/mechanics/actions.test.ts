import { describe, expect, it } from "vitest";
import type { LegalAction } from "../wire/types";
import { seat, snapshot } from "../testing/examples";
import { choosing, NOTHING_CHOSEN, stockOf, targetsOf, usableKinds, withTarget, type Stock } from "./actions";

const steal = (target: number, cell: string, points: number) => ({ type: "use_action", action: "steal", target, cell, points }) as const;
const SWAPS: LegalAction[] = [2, 3].map((target) => ({ type: "use_action", action: "swap", target }));
const SHIFT: LegalAction = { type: "use_action", action: "shift" };
/** The only stock, or the stock at an index. */
function stockAt(dice: ReturnType<typeof seat>["dice"], actions: LegalAction[], place = 0): Stock {
  const found = stockOf({ dice }, actions)[place];
  if (found === undefined) throw new Error("no such stock");
  return found;
}
const anna = seat(1, {
  dice: [
    { action: "swap", usable: true },
    { action: "steal", usable: true },
    { action: "steal", usable: false },
  ],
});

describe("the stock of action dice", () => {
  it("counts by kind, in the order of the faces", () => {
    const stock = stockOf(anna, [steal(2, "chance", 22)]);
    expect(stock.map(({ kind, count, usable }) => [kind, count, usable])).toEqual([["steal", 2, 1], ["swap", 1, 1]]);
    expect(stock.map(({ uses }) => uses.length)).toEqual([1, 0]);
  });

  it("knows the number of kinds that can be used now", () => {
    expect(usableKinds([{ type: "end_turn" }, ...SWAPS, SHIFT])).toBe(2);
    expect(usableKinds([{ type: "roll" }])).toBe(0);
  });
});

describe("choosing the target of an action", () => {
  const three = snapshot({ seats: [anna, seat(2), seat(3)] });

  it("asks for the player, then for the cell", () => {
    const stock = stockAt(anna.dice, [steal(2, "chance", 22), steal(3, "ones", 3)]);
    const chosen = choosing(stock);
    expect(chosen).toEqual({ kind: "steal", target: null, use: null });
    expect(targetsOf(three, stock.uses).map((one) => one.seat)).toEqual([2, 3]);
    expect(withTarget(chosen, stock.uses, 3)).toEqual({ kind: "steal", target: 3, use: null });
  });

  it("does not ask for the only possible player", () => {
    const stock = stockAt(anna.dice, [steal(2, "chance", 22), steal(2, "ones", 3)]);
    expect(choosing(stock)).toEqual({ kind: "steal", target: 2, use: null });
  });

  it("needs no cell to swap and nothing to shift", () => {
    const swap = stockAt(anna.dice, SWAPS, 1);
    expect(withTarget(choosing(swap), swap.uses, 2).use).toEqual(SWAPS[0]);
    const shift = stockAt([{ action: "shift", usable: true }], [SHIFT]);
    expect(choosing(shift).use).toEqual(SHIFT);
  });

  it("starts without a choice", () => {
    expect(NOTHING_CHOSEN.kind).toBeNull();
  });
});
