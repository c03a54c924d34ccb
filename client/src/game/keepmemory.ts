// Stores the marked dice for a page that is reloaded in the middle of a turn, also after an interruption.
// It belongs to one roll of the table: for another one it means nothing.

import type { Snapshot } from "../wire/types";

export interface Memory {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const PREFIX = "pasch.keep.";

/** The roll on the table. Pauses and people who come and go leave it as it is. */
function rollOf({ game, round, turn }: Snapshot): string {
  return [game, round, turn?.seat, turn?.rolls_used, turn?.dice].join(" ");
}

/** Remembers the keep of a table; silently nothing where the browser refuses storage. */
export function rememberKeep(memory: Memory, snapshot: Snapshot, keep: string): void {
  try {
    memory.setItem(PREFIX + snapshot.id, JSON.stringify({ roll: rollOf(snapshot), keep }));
  } catch {
    // Without a memory the marks are lost by a reload, nothing else.
  }
}

/** The keep remembered for exactly this roll, else null. */
export function recallKeep(memory: Memory, snapshot: Snapshot): string | null {
  try {
    const found: unknown = JSON.parse(memory.getItem(PREFIX + snapshot.id) ?? "null");
    if (typeof found !== "object" || found === null) return null;
    const { roll, keep } = found as { roll?: unknown; keep?: unknown };
    return roll === rollOf(snapshot) && typeof keep === "string" ? keep : null;
  } catch {
    return null;
  }
}

export function forgetKeep(memory: Memory, table: string): void {
  try {
    memory.removeItem(PREFIX + table);
  } catch {
    // Nothing was remembered then.
  }
}
