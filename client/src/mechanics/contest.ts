// Two sheets compared cell by cell.

import type { Seat } from "../wire/types";

/** The won cells of two compared sheets: the higher entry of each cell that both have filled. */
export function wonCells(seats: readonly Pick<Seat, "seat" | "cells">[]): { seat: number; cell: string }[] {
  return seats.flatMap(({ seat, cells }) =>
    Object.entries(cells)
      .filter(([cell, points]) => seats.every((other) => other.seat === seat || points > (other.cells[cell] ?? points)))
      .map(([cell]) => ({ seat, cell })),
  );
}
