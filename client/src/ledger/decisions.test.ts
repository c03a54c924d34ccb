import { expect, test } from "vitest";
import type { LedgerTurn, SheetLayout } from "../wire/types";
import { costOf, turnWords, worstLoss } from "./decisions";

const layout = { categories: [{ key: "twos", name: "Twos", section: "upper", hint: "" }] } as unknown as SheetLayout;

function turn(part: Partial<LedgerTurn>): LedgerTurn {
  return { round: 1, rolls: [], cell: "twos", points: 8, extra: 0, start: 0, end: 0, luck: 0, loss: 0, known: true, ...part };
}

test.each([
  [0.049, "none"],
  [0.05, "little"],
  [0.99, "little"],
  [1, "costly"],
  [5, "very_costly"],
])("a loss of %d is %s", (loss, cost) => {
  expect(costOf(loss)).toBe(cost);
});

test("a turn is described by its entry on the sheet", () => {
  expect(turnWords(layout, turn({}))).toBe("Twos, 8 points");
  expect(turnWords(layout, turn({ points: 1 }))).toBe("Twos, 1 point");
  expect(turnWords(layout, turn({ points: 0 }))).toBe("Twos crossed out");
  expect(turnWords(layout, turn({ extra: 50 }))).toBe("Twos, 8 points and 50 extra points");
  expect(turnWords(layout, turn({ cell: null }))).toBe("not finished yet");
});

test("several columns are named", () => {
  expect(turnWords(layout, turn({ cell: "twos@2" }))).toMatch(/Twos.*2.*8 points/);
});

function roll(loss: number): LedgerTurn["rolls"][number] {
  const choice = { position: "", action: "", action_words: "", value: 0, best: "", best_words: "", best_value: loss, loss };
  return { dice: "12345", luck: 0, value: 0, choice };
}

test("the worst of a turn is its costliest single decision", () => {
  expect(worstLoss(turn({ rolls: [roll(0.4), roll(2.5), { ...roll(0), choice: null }] }))).toBe(2.5);
  expect(worstLoss(turn({}))).toBe(0);
});
