// When the device goes to the next player.

import type { Seat, SheetLayout, Snapshot } from "../wire/types";
import { mechanicOf } from "../mechanics/mechanics";

/** Whether a page covers the table between two players as a custom of the game: where dice are hidden, or for an evening by its key. */
export function handsOver(sheet: Pick<SheetLayout, "phase" | "customs">): boolean {
  return sheet.customs.shows_key || mechanicOf(sheet).covers === true;
}

/** The seat that moves now, if it is played by a person on this device. */
export function localMover(snapshot: Snapshot): Seat | null {
  const seat = snapshot.turn === null ? undefined : seatOf(snapshot, snapshot.turn.seat);
  return seat !== undefined && seat.mine && seat.kind !== "bot" ? seat : null;
}

export function seatOf(snapshot: Snapshot, seat: number): Seat | undefined {
  return snapshot.seats.find((one) => one.seat === seat);
}

/**
 * The player to whom the device is to be handed, or null. `holder` is the seat of the person who held it last
 * (null before the first one): computers and players elsewhere in between change nothing.
 */
export function handOverTo(snapshot: Snapshot, holder: number | null): Seat | null {
  const mover = localMover(snapshot);
  // Around real dice one person writes for all.
  if (mover === null || holder === null || mover.seat === holder || mover.real_dice) return null;
  // A player answers a claim from their own place: the screen shows nothing for them alone.
  return snapshot.turn?.dice === null && snapshot.turn.stage !== "claimed" ? mover : null;
}
