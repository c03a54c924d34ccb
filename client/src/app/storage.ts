/** What this browser remembers. A browser that refuses storage (private mode, full disk) just forgets. */

/** The value stored under `key`, or null when there is none or it is not JSON. */
export function recall(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Store `value` as JSON under `key`; silently nothing where storage is refused. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Nothing to do: the page works without a memory.
  }
}
