// Which cell each player wrote last in the running game, read from the log.

import type { TableEvent } from "../wire/types";

/** Seat number → wire name of the cell. An entry that was taken back uncovers the one before it. */
export function lastEntries(events: readonly TableEvent[]): ReadonlyMap<number, string> {
  const written = new Map<number, string[]>();
  for (const event of events) {
    if (event.type === "game_started") written.clear();
    if (event.seat === null) continue;
    const cells = written.get(event.seat) ?? [];
    if (event.type === "scored" || event.type === "claim_settled") cells.push(event.data.cell);
    if (event.type === "entry_taken_back") cells.pop();
    written.set(event.seat, cells);
  }
  const last = new Map<number, string>();
  for (const [seat, cells] of written) {
    const cell = cells.at(-1);
    if (cell !== undefined) last.set(seat, cell);
  }
  return last;
}
