// Sums that add up as shown, in each game and in the match. Each number is rounded to tenths so that start + luck −
// loss = score holds for the rounded numbers. No number is further than a tenth from the exact one.

import type { LedgerSums } from "../wire/types";

/** The sums of a sheet in tenths of a point: start + luck − loss = end. */
export interface Tenths {
  readonly start: number;
  readonly luck: number;
  readonly loss: number;
  readonly end: number;
}

type Fixed = Omit<Tenths, "luck">;

const NOTHING: Fixed = { start: 0, loss: 0, end: 0 };

/** The score of a sheet, or its expected score before the end. */
export function endOf({ finished, score, value }: LedgerSums): number {
  return finished ? score : value;
}

/**
 * The sums of several sheets of one player. The running sum is rounded, so that errors do not add up; luck takes the
 * remainder.
 */
export function inTenths(sheets: readonly LedgerSums[]): Tenths[] {
  let exact = NOTHING;
  let shown = NOTHING;
  return sheets.map((sheet) => {
    exact = { start: exact.start + sheet.start, loss: exact.loss + sheet.loss, end: exact.end + endOf(sheet) };
    const now = { start: tenths(exact.start), loss: tenths(exact.loss), end: tenths(exact.end) };
    const own = { start: now.start - shown.start, loss: now.loss - shown.loss, end: now.end - shown.end };
    shown = now;
    return { ...own, luck: own.end - own.start + own.loss };
  });
}

/** The sum of all parts. */
export function together(parts: readonly Tenths[]): Tenths {
  const sum = (name: keyof Tenths): number => parts.reduce((total, part) => total + part[name], 0);
  return { start: sum("start"), luck: sum("luck"), loss: sum("loss"), end: sum("end") };
}

function tenths(points: number): number {
  return Math.round(points * 10);
}
