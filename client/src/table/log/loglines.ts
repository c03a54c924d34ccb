// The log at a glance: a line for each turn, and the other events between them.

import type { SheetLayout, TableEvent } from "../../wire/types";
import { type Die, parseDice, parseKeep, sameDie } from "../../board/dice/dice";
import { mechanicOf } from "../../mechanics/mechanics";

type Rolled = Extract<TableEvent, { type: "dice_rolled" }>;
type Scored = Extract<TableEvent, { type: "scored" }>;

export interface LoggedDie extends Die {
  /** Whether it was kept for the next roll. */
  readonly kept: boolean;
}

export interface TurnLine {
  readonly seq: number;
  readonly seat: number;
  readonly rolls: readonly (readonly LoggedDie[])[];
  readonly entry: Scored["data"] | null;
  /** All events in sentences, for screen readers. */
  readonly text: string;
}

export type LogLine = TurnLine | { readonly seq: number; readonly event: TableEvent };

/** A name without its number, and the number that tells computers of the same name apart: a short line keeps it. */
export function nameParts(name: string): [string, string] {
  const [, stem = name, number = ""] = /^(.+?)( \d+)$/.exec(name) ?? [];
  return [stem, number];
}

/** Whether dice can be drawn in the height of a line: six-sided ones that all players see. */
function drawn(sheet: SheetLayout): boolean {
  return mechanicOf(sheet).covers !== true && sheet.ten_sided === 0;
}

/** The lines of consecutive events; a line has the position of its turn's start. */
export function linesOf(events: readonly TableEvent[], sheet: SheetLayout): LogLine[] {
  if (!drawn(sheet)) return events.map((event) => ({ seq: event.seq, event }));
  const lines: LogLine[] = [];
  let at = -1;
  for (const event of events) {
    const open = lines[at];
    const turn = open !== undefined && "rolls" in open && open.seat === event.seat && open.entry === null ? open : null;
    const line = lineOf(turn, event);
    if (line === null) lines.push({ seq: event.seq, event });
    else if (turn !== null) lines[at] = line;
    else at = lines.push(line) - 1;
  }
  return lines;
}

/** The turn of this event, or a new one; null for an event that is no roll and no entry. */
function lineOf(turn: TurnLine | null, event: TableEvent): TurnLine | null {
  const { seq, rolls, text } = turn ?? { seq: event.seq, rolls: [], text: "" };
  const parts = { seq, seat: event.seat ?? 0, text: `${text} ${event.text}`.trim() };
  if (event.type === "dice_rolled" && event.data.dice !== null) return { ...parts, rolls: withRoll(rolls, event.data), entry: null };
  return event.type === "scored" ? { ...parts, rolls, entry: event.data } : null;
}

function withRoll(rolls: TurnLine["rolls"], { dice, keep }: Rolled["data"]): TurnLine["rolls"] {
  const next = parseDice(dice ?? "").map((die) => ({ ...die, kept: false }));
  const last = rolls.at(-1);
  return last === undefined ? [next] : [...rolls.slice(0, -1), marked(last, parseKeep(keep)), next];
}

function marked(roll: readonly LoggedDie[], kept: readonly Die[]): LoggedDie[] {
  const left = [...kept];
  return roll.map((die) => {
    const found = left.findIndex((one) => sameDie(one, die));
    if (found >= 0) left.splice(found, 1);
    return { ...die, kept: found >= 0 };
  });
}
