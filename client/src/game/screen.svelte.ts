// The kind of screen, and the preference about motion.

import { MediaQuery } from "svelte/reactivity";
import { innerWidth } from "svelte/reactivity/window";
import { settings } from "../app/settings.svelte";
import type { Snapshot } from "../wire/types";

/** A phone held upright, or a window as narrow. A phone held sideways has room for dice and sheet side by side. */
export const small = new MediaQuery("(max-width: 47.9em) and (max-aspect-ratio: 1/1)");
/** A height such as that of a phone held sideways. */
const low = new MediaQuery("(max-height: 32rem)");
const calm = new MediaQuery("(prefers-reduced-motion: reduce)");

/** Whether the sheet takes the full height, one player's at a time, next to bar and dice. */
export function lying(): boolean {
  return low.current && !small.current;
}

/** Whether the log has room next to the dice; otherwise it opens as a dialog. */
export function logBeside(): boolean {
  return !small.current && !low.current;
}

/** Whether dice may tumble now. */
export function mayMove(): boolean {
  return settings.animation && !calm.current && document.visibilityState === "visible";
}

/** Pixels of a wide table outside the columns: the dice, the names of the rows, the gaps. */
const BESIDE = 700;
const COLUMN = 62;

/**
 * Whether only one player's sheet is visible: on a small screen, or if sheets of several columns do not fit side by
 * side.
 */
export function oneSheet(snapshot: Snapshot): boolean {
  const columns = snapshot.sheet.columns.length;
  if (small.current || lying()) return true;
  return columns > 1 && snapshot.seats.length * columns * COLUMN > (innerWidth.current ?? 0) - BESIDE;
}

/** The number of columns that the sheet has on this screen. */
export function columnsShown(snapshot: Snapshot): number {
  const seats = oneSheet(snapshot) && !small.current ? 1 : snapshot.seats.length;
  return seats * snapshot.sheet.columns.length;
}
