// Shortcuts of the whole page: digits set dice, R rolls them.

import type { PositionQuery } from "./query.svelte";

/** `single`: whether shortcuts of one plain character are on. */
export function pressKey(event: KeyboardEvent, query: PositionQuery, single: boolean): void {
  const target = event.target instanceof Element ? event.target : null;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !single) return;
  if (target?.closest("dialog, select, textarea, input:not([type=radio])") !== null) return;
  if (query.detail === null) return;
  if (/^[1-6]$/.test(event.key)) query.addDie(Number(event.key));
  else if (event.key === "Backspace") query.dropDie();
  else if (event.key.toLowerCase() === "r" && !event.repeat) query.shake();
  else return;
  event.preventDefault();
}
