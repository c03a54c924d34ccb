import { recall, remember } from "../app/storage";

/** Where this browser remembers the latest event that was played, so that the end of its table leads back. */
const EVENT = "pasch.event";

/** A table is the attempt at an event. */
export function rememberEvent(table: string, code: string): void {
  remember(EVENT, [table, code]);
}

/** The address of the event that a table is the attempt at; null at every other table. */
export function eventOf(table: string): string | null {
  const known = recall(EVENT);
  return Array.isArray(known) && known[0] === table && typeof known[1] === "string" ? `/e/${known[1]}` : null;
}
