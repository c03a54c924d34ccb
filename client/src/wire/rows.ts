// Short rows: frequent socket messages, without the names of their values. Hello has the names.

import type { Batch, TableEvent, Turn } from "./types";

/** The names of the values in a row: of a turn, and of the data of common events. */
export type Names = Readonly<Record<string, readonly string[]>>;
type Values = Readonly<Record<string, unknown>>;

/** The events of a batch; their times count from the opening of the table. */
export function eventsOf({ from, events }: Batch, names: Names, openedAt: string): TableEvent[] {
  const opened = Date.parse(openedAt);
  return events.map(([type, since, seat, text, values], place) => {
    const data = Array.isArray(values) ? named(names[String(type)], values) : values;
    return { seq: from + place + 1, type, at: new Date(opened + Number(since)).toISOString(), seat, text, data } as TableEvent;
  });
}

/** The turn of a row: the named values, then an object with everything that differs from the defaults. */
export function turnOf(row: readonly unknown[] | null, names: Names): Turn | null {
  if (row === null) return null;
  const [values, usual] = [named(names.turn, row), { hidden: false, chip: false, announced: null, doubled: false, doubles_next: false, claim: null }];
  const counts = { dice_count: count(values.dice), kept_count: count(values.kept) };
  const rest = row[names.turn?.length ?? 0] as Values | undefined;
  return { ...values, ...usual, ...counts, locked: "k-", ...rest } as Turn;
}

function named(names: readonly string[] = [], values: readonly unknown[]): Values {
  return Object.fromEntries(names.map((name, place) => [name, values[place] ?? null]));
}

/** The number of dice in a text. */
function count(dice: unknown): number {
  return typeof dice === "string" ? dice.replace(/\D/g, "").length : 0;
}
