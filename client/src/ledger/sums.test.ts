import { expect, test } from "vitest";
import type { LedgerSums } from "../wire/types";
import { inTenths, together } from "./sums";

function sheet(start: number, loss: number, score: number, finished = true): LedgerSums {
  const value = finished ? score : score + 0.037;
  return { seat: 1, name: "Anna", start, loss, losses: {}, luck: value - start + loss, value, par: null, score, finished };
}

test("the rounded numbers of a game add up, and each is near the exact one", () => {
  // Rounded one by one: 245.9 + (−31.3) − 6.8 = 207.8, more than a tenth from the 208 of the sheet.
  const game = sheet(245.8707745, 6.7649, 208);
  const [shown] = inTenths([game]);
  expect(shown).toEqual({ start: 2459, luck: -311, loss: 68, end: 2080 });
});

test("the numbers of a match add up too, downwards and across", () => {
  const games = [213, 301, 187, 250, 244, 199].map((score, n) => sheet(245.8707745, 4.04 + n * 1.31, score));
  const rows = inTenths(games);
  const all = together(rows);
  for (const row of [...rows, all]) expect(row.start + row.luck - row.loss).toBe(row.end);
  expect(all.end).toBe(13940);
  const exact = (name: "start" | "luck" | "loss"): number => games.reduce((sum, game) => sum + game[name], 0);
  for (const name of ["start", "luck", "loss"] as const) {
    expect(Math.abs(all[name] / 10 - exact(name))).toBeLessThanOrEqual(0.1 + 1e-9);
    for (const [n, row] of rows.entries()) expect(Math.abs(row[name] / 10 - (games[n]?.[name] ?? 0))).toBeLessThanOrEqual(0.2);
  }
});

test("during a game, the end is the expected score", () => {
  const [shown] = inTenths([sheet(245.87, 0, 80, false)]);
  expect(shown?.end).toBe(800);
  expect((shown?.start ?? 0) + (shown?.luck ?? 0) - (shown?.loss ?? 0)).toBe(shown?.end);
});
