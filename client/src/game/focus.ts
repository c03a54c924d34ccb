// Moving through the open cells of a sheet with the arrow keys.

import type { Movement } from "./keys";

/** Where a cell that can be written stands: rows count downwards, columns to the right. */
export interface Spot {
  readonly cell: string;
  readonly row: number;
  readonly column: number;
}

/** The cell to go to; null when there is none to go to. `from` is where the focus was last, null at first. */
export function moveTo(spots: readonly Spot[], from: string | null, by: Movement): string | null {
  const here = spots.find((spot) => spot.cell === from);
  if (here === undefined) return end(spots, by === "up" || by === "last" ? "last" : "first");
  switch (by) {
    case "first":
    case "last":
      return end(spots, by);
    case "up":
    case "down":
      return along(spots, here, by === "up" ? -1 : 1);
    case "left":
    case "right":
      return across(spots, here, by === "left" ? -1 : 1);
  }
}

function reading(a: Spot, b: Spot): number {
  return a.column - b.column || a.row - b.row;
}

function end(spots: readonly Spot[], which: "first" | "last"): string | null {
  return [...spots].sort(reading).at(which === "first" ? 0 : -1)?.cell ?? null;
}

/** The next open cell of the column; past its end, the next column begins. */
function along(spots: readonly Spot[], here: Spot, step: 1 | -1): string {
  const sorted = [...spots].sort(reading);
  const at = sorted.indexOf(here);
  return (sorted[at + step] ?? here).cell;
}

/** The open cell of the next column that has one, as near as possible to this row. */
function across(spots: readonly Spot[], here: Spot, step: 1 | -1): string {
  const beyond = spots.filter((spot) => (spot.column - here.column) * step > 0);
  if (beyond.length === 0) return here.cell;
  const nearest = Math.min(...beyond.map((spot) => Math.abs(spot.column - here.column)));
  const column = beyond.filter((spot) => Math.abs(spot.column - here.column) === nearest);
  column.sort((a, b) => Math.abs(a.row - here.row) - Math.abs(b.row - here.row) || a.row - b.row);
  return (column[0] ?? here).cell;
}
