import { recall, remember } from "../app/storage";

/** The storage key of the latest event, so that the end of its table leads back. */
const EVENT = "pasch.event";

/** Stores that a table is the attempt at an event. */
export function rememberEvent(table: string, code: string): void {
  remember(EVENT, [table, code]);
}

/** The address of the event whose attempt a table is; null for other tables. */
export function eventOf(table: string): string | null {
  const known = recall(EVENT);
  return Array.isArray(known) && known[0] === table && typeof known[1] === "string" ? `/e/${known[1]}` : null;
}
