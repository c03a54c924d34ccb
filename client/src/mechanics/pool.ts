// The shared chips on the table: those left, those of each player, and the one that the roll takes.

import type { ScoreAction, Seat, SheetCategory, Snapshot } from "../wire/types";
import type { Offers } from "../board/sheet/sheetmodel";

export interface PoolRow {
  readonly category: SheetCategory;
  /** One for each chip of the pattern, in this order: on the table, taken, out of the game. */
  readonly chips: readonly ("left" | "taken" | "removed")[];
  /** The entry that takes a chip of this pattern now. */
  readonly take: ScoreAction | null;
}

/** The patterns from top to bottom. */
export function poolRows(snapshot: Snapshot, offers: Offers): PoolRow[] {
  const { sheet, pool } = snapshot;
  return sheet.categories.map((category) => {
    const left = pool?.left[category.key] ?? 0;
    const removed = pool?.removed[category.key] ?? 0;
    const taken = Math.max(0, sheet.columns.length - left - removed);
    return {
      category,
      chips: [...many("left", left), ...many("taken", taken), ...many("removed", removed)],
      take: takeOf(category.key, offers),
    };
  });
}

function many<State extends string>(state: State, count: number): State[] {
  return Array.from({ length: count }, () => state);
}

function takeOf(key: string, offers: Offers): ScoreAction | null {
  for (const [cell, offer] of offers) if (cell.split("@")[0] === key && offer.score !== null) return offer.score;
  return null;
}

/** The number of chips of a pattern that a seat has taken. */
export function chipsOf(seat: Pick<Seat, "cells">, key: string): number {
  return Object.keys(seat.cells).filter((cell) => cell.split("@")[0] === key).length;
}
