import { describe, expect, it } from "vitest";
import { seat, snapshot } from "../testing/examples";
import type { Analysis, LedgerChoice, LedgerTurn } from "../wire/types";
import { highlightsOf } from "./highlights";

function choice(loss: number): LedgerChoice {
  return { position: "", action: "", action_words: "", value: 0, best: "", best_words: "", best_value: 0, loss };
}
function turn(round: number, luck: number, loss: number): LedgerTurn {
  const rolls = [{ dice: "12345", luck, value: 0, choice: choice(loss) }];
  return { round, rolls, cell: "chance", points: 15, extra: 0, start: 0, end: 0, luck, loss, known: true };
}
function game(number: number, ...turns: LedgerTurn[][]): Analysis["games"][number] {
  const sums = { start: 0, luck: 0, loss: 0, losses: {}, value: 0, par: null, score: 0, finished: true, curve: [] };
  const names = ["Anna", "Bernd"];
  return { game: number, win: null, seats: turns.map((each, n) => ({ ...sums, seat: n + 1, name: names[n] ?? "", turns: each })) };
}
const games = [game(1, [turn(1, 40, 30)], [turn(1, 0, 0)]), game(2, [turn(1, 3, 0.2), turn(2, 12, 4)], [turn(1, 25, 9)])];

describe("the highlights", () => {
  it("belong to the game that has just ended", () => {
    const found = highlightsOf(snapshot({ game: 2, seats: [seat(1), seat(2)] }), { games });
    expect([found.moment?.name, found.moment?.turn.luck]).toEqual(["Bernd", 25]);
    expect([found.decision?.name, found.decision?.round, found.decision?.choice.loss]).toEqual(["Bernd", 1, 9]);
  });

  it("are those of the players at this device, if any", () => {
    const seats = [seat(1), seat(2, { kind: "human", mine: false })];
    const found = highlightsOf(snapshot({ game: 2, seats }), { games });
    expect([found.moment?.turn.round, found.decision?.round]).toEqual([2, 2]);
  });

  it("are omitted for computers, and if nothing is remarkable", () => {
    const dull = [game(1, [turn(1, 0.1, 0)], [turn(1, 30, 8)])];
    const found = highlightsOf(snapshot({ seats: [seat(1), seat(2, { kind: "bot", mine: false })] }), { games: dull });
    expect(found).toEqual({ moment: null, decision: null });
  });
});
