import { expect, test } from "vitest";
import { sheet, snapshot } from "../../testing/examples";
import { standings, winners } from "./standings";

const finished = snapshot({
  status: "finished",
  game: 2,
  games: 2,
  turn: null,
  results: [
    { game: 1, seats: [{ ...sheet(200, 2), seat: 1 }, { ...sheet(250, 1), seat: 2 }] },
    { game: 2, seats: [{ ...sheet(150, 1), seat: 1 }, { ...sheet(100, 2), seat: 2 }] },
  ],
  totals: [350, 350],
  grand_totals: [350, 450],
  ranks: [2, 1],
});

test("the best player is first, and points outside the games are separate", () => {
  const rows = standings(finished);
  expect(rows.map((row) => [row.name, row.rank, row.total, row.outside])).toEqual([
    ["Bernd", 1, 450, 100],
    ["Anna", 2, 350, 0],
  ]);
  expect(rows[0]?.games.map((game) => [game.game, game.points, game.running])).toEqual([
    [1, 250, false],
    [2, 100, false],
  ]);
  expect(winners(rows)).toEqual(["Bernd"]);
});

test("equal totals share the first place, in the order of the seats", () => {
  const rows = standings({ ...finished, ranks: [1, 1] });
  expect(winners(rows)).toEqual(["Anna", "Bernd"]);
});

test("the running game is the last one and is marked", () => {
  const running = standings({ ...finished, status: "running", results: finished.results.slice(0, 1) });
  expect(running[0]?.games.map((game) => [game.game, game.running])).toEqual([
    [1, false],
    [2, true],
  ]);
});

test("no game is marked between two games", () => {
  const between = standings({ ...finished, status: "running", game: 1, results: finished.results.slice(0, 1) });
  expect(between[0]?.games).toHaveLength(1);
});
