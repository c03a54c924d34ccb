// When the device goes to the next player.

import type { Seat, SheetLayout, Snapshot } from "../wire/types";
import { mechanicOf } from "../mechanics/mechanics";

/**
 * Whether a page covers the table between two players by custom of the game: with hidden dice, or in a match with a
 * key.
 */
export function handsOver(sheet: Pick<SheetLayout, "phase" | "customs">): boolean {
  return sheet.customs.shows_key || mechanicOf(sheet).covers === true;
}

/** The seat whose turn it is, if a person plays it on this device. */
export function localMover(snapshot: Snapshot): Seat | null {
  const seat = snapshot.turn === null ? undefined : seatOf(snapshot, snapshot.turn.seat);
  return seat !== undefined && seat.mine && seat.kind !== "bot" ? seat : null;
}

export function seatOf(snapshot: Snapshot, seat: number): Seat | undefined {
  return snapshot.seats.find((one) => one.seat === seat);
}

/**
 * The player who receives the device, or null. `holder` is the seat of the person who had it last (null at first).
 * Turns of computers and of players elsewhere change nothing.
 */
export function handOverTo(snapshot: Snapshot, holder: number | null): Seat | null {
  const mover = localMover(snapshot);
  // With real dice, one person enters for all.
  if (mover === null || holder === null || mover.seat === holder || mover.real_dice) return null;
  // The answer to a claim needs no handover: the screen shows nothing private.
  return snapshot.turn?.dice === null && snapshot.turn.stage !== "claimed" ? mover : null;
}
