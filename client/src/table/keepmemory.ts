// Which dice somebody had marked, for a page that is loaded again in the middle of a turn.
// It belongs to one state of the table: with another sequence number it means nothing.

export interface Memory {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const PREFIX = "pasch.keep.";

/** Remembers the keep of a table; silently nothing where the browser refuses storage. */
export function rememberKeep(memory: Memory, table: string, seq: number, keep: string): void {
  try {
    memory.setItem(PREFIX + table, JSON.stringify({ seq, keep }));
  } catch {
    // Without a memory the marks are lost by a reload, nothing else.
  }
}

/** The keep remembered for exactly this state of the table, else null. */
export function recallKeep(memory: Memory, table: string, seq: number): string | null {
  try {
    const found: unknown = JSON.parse(memory.getItem(PREFIX + table) ?? "null");
    if (typeof found !== "object" || found === null) return null;
    const { seq: at, keep } = found as { seq?: unknown; keep?: unknown };
    return at === seq && typeof keep === "string" ? keep : null;
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
