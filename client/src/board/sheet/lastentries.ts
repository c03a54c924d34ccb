// The cell that each player filled last in the current game, read from the log.

import type { TableEvent } from "../../wire/types";

/**
 * Seat number → wire name of the cell. After an entry is taken back, the one before it is the last. Entries move with
 * sheets that change hands, and a stolen entry is the latest of its new owner.
 */
export function lastEntries(events: readonly TableEvent[], seats: number): ReadonlyMap<number, string> {
  let written = new Map<number, string[]>();
  for (const event of events) {
    if (event.type === "game_started") written.clear();
    if (event.seat === null) continue;
    if (event.type === "action_used") written = handedOn(written, newOwner(event, seats));
    const cells = written.get(event.seat) ?? [];
    if (event.type === "scored" || event.type === "claim_settled") cells.push(event.data.cell);
    if (event.type === "action_used" && event.data.action === "steal" && event.data.cell !== null) cells.push(event.data.cell);
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

/** The seat that owns the sheet of a seat after an action. */
export function newOwner({ seat: by, data }: TableEvent & { type: "action_used" }, seats: number): (seat: number) => number {
  if (data.action === "shift") return (seat) => (seat % seats) + 1;
  if (data.action !== "swap") return (seat) => seat;
  return (seat) => (seat === by ? data.target : seat === data.target ? by : seat) ?? seat;
}

/** The values of sheets, keyed by the seats that now own them. */
export function handedOn<What>(sheets: ReadonlyMap<number, What>, to: (seat: number) => number): Map<number, What> {
  return new Map([...sheets].map(([seat, what]) => [to(seat), what]));
}
