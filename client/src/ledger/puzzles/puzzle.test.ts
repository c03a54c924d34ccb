import { expect, test } from "vitest";
import type { AdvisedAction } from "../../wire/types";
import { entryIn, judge, offersFrom, trayOf } from "./puzzle";

function action(text: string, regret: number, points: number | null = null): AdvisedAction {
  return { action: text, words: text, value: 200 - regret, regret, chances: {}, points, extra: 0 };
}

const actions = [action("k33", 0), action("k335", 1.4), action("threes", 3, 6), action("threes 0", 9, 0), action("kniffel 0", 12, 0), action("k-", 13)];

test("only entries appear on the sheet, with their points", () => {
  const offers = offersFrom(actions);
  expect([...offers.keys()]).toEqual(["threes", "kniffel"]);
  expect([offers.get("threes")?.score?.points, offers.get("kniffel")?.score, offers.get("kniffel")?.scratch?.points]).toEqual([6, null, 0]);
});

test("a cell is entered with the points of the dice, and scratched if it has none", () => {
  expect(entryIn(actions, "threes")?.action).toBe("threes");
  expect(entryIn(actions, "kniffel")?.action).toBe("kniffel 0");
  expect(entryIn(actions, "chance")).toBeNull();
});

test.each([
  ["the best", 0, "best"],
  ["one as good as the best", 0.04, "best"],
  ["a better one than then", 1.4, "better"],
  ["another that is just as bad", 3.01, "equal"],
  ["a worse one", 13, "worse"],
])("%s gets this verdict", (_what, regret, verdict) => {
  expect(judge(action("k335", regret), { action: "threes", loss: 3 })).toBe(verdict);
});

test("the action played in the game is recognised", () => {
  expect(judge(action("threes", 3, 6), { action: "threes", loss: 3 })).toBe("same");
});

test("locked dice are kept already", () => {
  const slots = trayOf({ dice: "12335", locked: "k33" } as Parameters<typeof trayOf>[0]);
  expect(slots.map(({ face, kept, locked }) => [face, kept, locked])).toEqual([
    [1, false, false],
    [2, false, false],
    [3, true, true],
    [3, true, true],
    [5, false, false],
  ]);
});
