// The marks of the cells. Current ones come from the snapshot (announced, frozen, a lie). The log shows how a cell was
// lost.

import type { Snapshot, TableEvent } from "../../wire/types";
import { handedOn, newOwner } from "./lastentries";
import { mechanicOf } from "../../mechanics/mechanics";

export type CellMark = "announced" | "frozen" | "lie" | "stolen" | "crossed_out" | "lost" | "won" | "advised";

/** Seat number → wire name of the cell → its mark. */
export type Marks = ReadonlyMap<number, ReadonlyMap<string, CellMark>>;

type Sheets = Map<number, Map<string, CellMark>>;

export const NO_MARKS: Marks = new Map();

/** The cells that another player took or closed in the current game. Sheets that change hands keep their marks. */
export function lostCells(events: readonly TableEvent[], seats: number): Marks {
  let marks: Sheets = new Map();
  for (const event of events) {
    switch (event.type) {
      case "game_started":
        marks = new Map();
        break;
      case "cell_lost":
        put(marks, event.seat, event.data.cell, "lost");
        break;
      case "action_used":
        marks = afterAction(marks, event, seats);
        break;
      default:
        break;
    }
  }
  return marks;
}

function afterAction(marks: Sheets, event: TableEvent & { type: "action_used" }, seats: number): Sheets {
  const { action, target, cell } = event.data;
  switch (action) {
    case "steal":
      put(marks, target, cell, "stolen");
      return marks;
    case "cross_out":
      put(marks, target, cell, "crossed_out");
      return marks;
    case "freeze":
      return marks;
    case "shift":
    case "swap":
      return handedOn(marks, newOwner(event, seats));
  }
}

/**
 * The current marks of the sheets, over those from the log. `advised` is the cell that a hint advises to the player
 * whose turn it is.
 */
export function marksNow(snapshot: Snapshot, logged: Marks, advised: string | null = null): Marks {
  const marks: Sheets = new Map([...logged].map(([seat, cells]) => [seat, new Map(cells)]));
  const { turn, sheet, seats } = snapshot;
  for (const { seat, frozen, lies } of sheet.phase === "" ? [] : seats) {
    for (const cell of frozen) put(marks, seat, cell, "frozen");
    for (const cell of lies) put(marks, seat, cell, "lie");
  }
  for (const { seat, cell } of mechanicOf(sheet).won?.(seats) ?? []) put(marks, seat, cell, "won");
  if (turn !== null && turn.announced !== null) put(marks, turn.seat, turn.announced, "announced");
  if (turn !== null) put(marks, turn.seat, advised, "advised");
  return marks;
}

function put(marks: Sheets, seat: number | null, cell: string | null, mark: CellMark): void {
  if (seat === null || cell === null) return;
  const cells = marks.get(seat) ?? new Map<string, CellMark>();
  marks.set(seat, cells.set(cell, mark));
}
