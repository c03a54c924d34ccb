// What is to be seen in a cell beside its points. What holds now comes from the snapshot (announced, frozen, a lie);
// how a cell was lost is read from the log.

import type { Snapshot } from "../wire/types";

export type CellMark = "announced" | "frozen" | "lie" | "stolen" | "crossed_out" | "lost";

/** Seat → wire name of the cell → its mark. */
export type Marks = ReadonlyMap<number, ReadonlyMap<string, CellMark>>;

export const NO_MARKS: Marks = new Map();

/** The marks of the sheets as they stand, over those that the log tells of. */
export function marksNow(snapshot: Snapshot, logged: Marks): Marks {
  const marks = new Map([...logged].map(([seat, cells]) => [seat, new Map(cells)]));
  const { turn } = snapshot;
  if (turn !== null && turn.announced !== null) put(marks, turn.seat, turn.announced, "announced");
  return marks;
}

function put(marks: Map<number, Map<string, CellMark>>, seat: number, cell: string, mark: CellMark): void {
  const cells = marks.get(seat) ?? new Map<string, CellMark>();
  marks.set(seat, cells.set(cell, mark));
}
