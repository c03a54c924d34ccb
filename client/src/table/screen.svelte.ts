// What kind of screen this is, and whether its owner wants things to move.

import { MediaQuery } from "svelte/reactivity";
import { settings } from "../app/settings.svelte";

/** A phone, or a window as small as one. */
export const small = new MediaQuery("(max-width: 47.9em)");
const calm = new MediaQuery("(prefers-reduced-motion: reduce)");

/** Whether dice may tumble here and now. */
export function mayMove(): boolean {
  return settings.animation && !calm.current && document.visibilityState === "visible";
}
