// Recent events that the page shows next to the dice: an action die, dice from under a cup.

import type { TableEvent } from "../wire/types";

type Won = Extract<TableEvent, { type: "action_die_rolled" }>;
type Settled = Extract<TableEvent, { type: "claim_settled" }>;

export type EventCard = Won | Settled;

/** The card of these simultaneous events, or null. */
export function cardOf(events: readonly TableEvent[]): EventCard | null {
  return events.findLast((event) => event.type === "action_die_rolled" || event.type === "claim_settled") ?? null;
}
