import { expect, test } from "vitest";
import { NAMES, seat, brief } from "../testing/examples";
import { snapshotOf } from "./brief";
import type { LegalAction, Brief } from "./types";

const SUMS = { upper: 10, saldo: -2, bonus: 0, lower: 20, extra: 0, total: 30, score: 30 };
const COLUMNS = [
  { column: 1, ...SUMS, total: 12 },
  { column: 2, ...SUMS, total: 18 },
];

function actions(offers: Brief["offers"], columns: Brief["seats"][number]["columns"] = []): LegalAction[] {
  return snapshotOf(brief({ turn: [2, "rolled", 2, 1, "13356"], seats: [seat(1), seat(2, { ...SUMS, columns })], offers }), NAMES).legal_actions;
}

test("actions with only a type, cells to announce, and claims", () => {
  expect(actions({ kinds: ["roll", "double"], announce: ["ones@3"], claim: { chance: [12, 5, 12, 13] } })).toEqual([
    { type: "roll" },
    { type: "double" },
    { type: "announce", cell: "ones@3" },
    { type: "claim", cell: "chance", points: 5, honest: true },
    { type: "claim", cell: "chance", points: 12, honest: true },
    { type: "claim", cell: "chance", points: 13, honest: false },
  ]);
});

test("an entry with the sums that it changes, and its scratch with extra points", () => {
  expect(actions({ score: { fives: [15, [45, 25, 0, 35], 1], kniffel: [50, 130, 0, 50], chance: [0, 30] }, scratch: { kniffel: 7 } })).toEqual([
    { type: "score", cell: "fives", points: 15, strong: true, after: { upper: 25, saldo: 0, bonus: 35, total: 45 } },
    { type: "score", cell: "kniffel", points: 50, strong: false, after: { upper: 10, saldo: -2, bonus: 0, total: 130 }, extra: 50 },
    { type: "score", cell: "chance", points: 0, strong: false, after: { upper: 10, saldo: -2, bonus: 0, total: 30 } },
    { type: "score", cell: "fives", points: 0 },
    { type: "score", cell: "kniffel", points: 0, extra: 7 },
  ]);
});

test("an entry in one of several columns has the sums of its column too", () => {
  const [first, second] = actions({ score: { "chance@2": [9, 39, 0, 0, 27], "ones@1": [2, [32, 12, null, 0], 0, 0, [14, 12, null, 0]] } }, COLUMNS);
  expect(first).toMatchObject({ after: { total: 39, upper: 10 }, after_column: { upper: 10, saldo: -2, bonus: 0, total: 27 } });
  expect(second).toMatchObject({ after: { total: 32, saldo: null }, after_column: { upper: 12, saldo: null, bonus: 0, total: 14 } });
});

test("points of real dice, and action dice with their targets", () => {
  expect(actions({ points: { chance: [5, [30, 50]] }, use: { steal: { 1: { ones: 3 } }, freeze: { 1: { ones: null } }, swap: { 1: {} }, shift: {} } })).toEqual([
    { type: "enter_points", cell: "chance", points: 5 },
    { type: "enter_points", cell: "chance", points: 30, extra: 50 },
    { type: "use_action", action: "steal", target: 1, cell: "ones", points: 3 },
    { type: "use_action", action: "freeze", target: 1, cell: "ones" },
    { type: "use_action", action: "swap", target: 1 },
    { type: "use_action", action: "shift" },
  ]);
});

test("a sheet of one column has its own sums, and the last result has the sheets of the seats", () => {
  const earlier = { game: 1, seats: [{ ...SUMS, seat: 1, cells: {}, columns: COLUMNS, lies: [], typed: [], rank: 1 }] };
  const shown = snapshotOf(brief({ seats: [seat(1, { ...SUMS, columns: [] })], results: [earlier, { game: 2, seats: [] }], offers: {} }), NAMES);
  expect(shown.seats[0]?.columns).toEqual([{ column: 1, ...SUMS }]);
  expect(shown.results[0]).toEqual(earlier);
  expect(shown.results[1]?.seats).toEqual([{ ...SUMS, seat: 1, cells: {}, columns: [{ column: 1, ...SUMS }], lies: [], typed: [], rank: 1 }]);
  expect(shown.legal_actions).toEqual([]);
});
