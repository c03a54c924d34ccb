// The marked dice of a turn, kept for a reload of the page and across interruptions. They belong to one roll of the
// table and mean nothing for another.

import type { Snapshot } from "../wire/types";

export interface Memory {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const PREFIX = "pasch.keep.";

/** The identity of the current roll. Pauses, arrivals and departures leave it unchanged. */
function rollOf({ game, round, turn }: Snapshot): string {
  return [game, round, turn?.seat, turn?.rolls_used, turn?.dice].join(" ");
}

/** Stores the keep of a table; does nothing if the browser refuses storage. */
export function rememberKeep(memory: Memory, snapshot: Snapshot, keep: string): void {
  try {
    memory.setItem(PREFIX + snapshot.id, JSON.stringify({ roll: rollOf(snapshot), keep }));
  } catch {
    // Without storage, only the marks are lost at a reload.
  }
}

/** The keep stored for exactly this roll, else null. */
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
    // Nothing was stored.
  }
}
