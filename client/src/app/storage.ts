/** The storage of this browser. If the browser refuses storage (private mode, full disk), nothing is kept. */

/** The value stored under `key`, or null without a readable value. */
export function recall(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Stores `value` as JSON under `key`; does nothing if the browser refuses storage. */
export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The page works without storage.
  }
}
