// What kind of screen this is, and whether its owner wants things to move.

import { MediaQuery } from "svelte/reactivity";
import { settings } from "../app/settings.svelte";

/** A phone held upright, or a window as narrow as one. Lying, there is room for dice and sheet side by side. */
export const small = new MediaQuery("(max-width: 47.9em) and (max-aspect-ratio: 1/1)");
const calm = new MediaQuery("(prefers-reduced-motion: reduce)");

/** Whether dice may tumble here and now. */
export function mayMove(): boolean {
  return settings.animation && !calm.current && document.visibilityState === "visible";
}
