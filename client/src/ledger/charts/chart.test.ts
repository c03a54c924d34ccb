import { expect, test } from "vitest";
import type { LedgerGame, LedgerSeat, WinPoint } from "../../wire/types";
import { expectations, inkOf, roundsOf, styleOf, winLines } from "./chart";

/** A seat whose curve has a roll in each round, and then its end. */
function seat(number: number, name: string, ends: readonly number[]): LedgerSeat {
  const curve = ends.flatMap((value, round) => (round === 0 ? [{ round, roll: 0, value }] : [{ round, roll: 1, value: value + 7 }, { round, roll: 0, value }]));
  return { seat: number, name, start: 0, luck: 0, loss: 0, losses: {}, value: 0, par: null, score: 0, finished: false, turns: [], curve };
}

const game: LedgerGame = { game: 1, seats: [seat(1, "Anna", [245.9, 250, 240.5]), seat(2, "Bernd", [245.9, 231])], win: null };

test("a line has a value for the end of each round, and none for rounds that a seat has not finished", () => {
  expect(roundsOf(game)).toEqual([0, 1, 2]);
  expect(expectations(game)).toEqual([
    { name: "Anna", values: [245.9, 250, 240.5] },
    { name: "Bernd", values: [245.9, 231, null] },
  ]);
});

test("of two turns in one round, the later counts", () => {
  const twice = seat(1, "Anna", [245.9, 250]);
  const extra = { ...twice, curve: [...twice.curve, { round: 1, roll: 1, value: 1 }, { round: 1, roll: 0, value: 260 }] };
  expect(expectations({ ...game, seats: [extra] })[0]?.values).toEqual([245.9, 260]);
});

test("before the first turn, a line has only its start", () => {
  expect(roundsOf({ ...game, seats: [] })).toEqual([0]);
});

test("each seat has its own win probability", () => {
  const points: WinPoint[] = [
    { turn: 0, round: 0, seat: null, chances: [[0.5, 0.01, 0.49], [0.49, 0.01, 0.5]], exact: false },
    { turn: 1, round: 1, seat: 1, chances: [[1, 0, 0], [0, 0, 1]], exact: true },
  ];
  expect(winLines(game, points).map((line) => line.values)).toEqual([[0.5, 1], [0.49, 0]]);
});

test("eight lines differ without their colours", () => {
  const signs = Array.from({ length: 8 }, (_, n) => JSON.stringify(styleOf(n)));
  expect(new Set(signs).size).toBe(8);
  expect(inkOf(6)).toBe(inkOf(0));
});
