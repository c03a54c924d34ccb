// What kind of screen this is, and whether its owner wants things to move.

import { MediaQuery } from "svelte/reactivity";
import { settings } from "../app/settings.svelte";

/** A phone held upright, or a window as narrow as one. Lying, there is room for dice and sheet side by side. */
export const small = new MediaQuery("(max-width: 47.9em) and (max-aspect-ratio: 1/1)");
/** A phone lying down: dice and sheet fill it. */
const low = new MediaQuery("(max-height: 32rem)");
const calm = new MediaQuery("(prefers-reduced-motion: reduce)");

/** Whether the log has room beside the dice; elsewhere it opens as a dialog. */
export function logBeside(): boolean {
  return !small.current && !low.current;
}

/** Whether dice may tumble here and now. */
export function mayMove(): boolean {
  return settings.animation && !calm.current && document.visibilityState === "visible";
}
