// What kind of screen this is, and whether its owner wants things to move.

import { MediaQuery } from "svelte/reactivity";
import { innerWidth } from "svelte/reactivity/window";
import { settings } from "../app/settings.svelte";
import type { Snapshot } from "../wire/types";

/** A phone held upright, or a window as narrow as one. Lying, there is room for dice and sheet side by side. */
export const small = new MediaQuery("(max-width: 47.9em) and (max-aspect-ratio: 1/1)");
/** As low as a phone lying down. */
const low = new MediaQuery("(max-height: 32rem)");
const calm = new MediaQuery("(prefers-reduced-motion: reduce)");

/** Whether one player's sheet takes the whole height, next to bar and dice. */
export function lying(): boolean {
  return low.current && !small.current;
}

/** Whether the log has room next to the dice; elsewhere it opens as a dialog. */
export function logBeside(): boolean {
  return !small.current && !low.current;
}

/** Whether dice may tumble here and now. */
export function mayMove(): boolean {
  return settings.animation && !calm.current && document.visibilityState === "visible";
}

/** Pixels next to the columns of a wide table: the dice, the names of the rows, the gaps between. */
const BESIDE = 700;
const COLUMN = 62;

/**
 * With several columns a player's sheet is as wide as several players' elsewhere: where they do not fit side by side,
 * or on a small screen, one player's sheet is shown at a time.
 */
export function oneSheet(snapshot: Snapshot): boolean {
  const columns = snapshot.sheet.columns.length;
  if (small.current || lying()) return true;
  return columns > 1 && snapshot.seats.length * columns * COLUMN > (innerWidth.current ?? 0) - BESIDE;
}

/** How many columns of points the sheet has on this screen. */
export function columnsShown(snapshot: Snapshot): number {
  const seats = oneSheet(snapshot) && !small.current ? 1 : snapshot.seats.length;
  return seats * snapshot.sheet.columns.length;
}
