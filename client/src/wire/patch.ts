/**
 * A value after a patch of the server: an object in it is merged key by key, in a list by place; a list holds the one
 * value that replaces what was there; anything else replaces it as it is. What was there before stays as it is.
 */
export function patched(before: unknown, change: unknown): unknown {
  if (Array.isArray(change)) return change[0];
  if (typeof change !== "object" || change === null) return change;
  const after = (Array.isArray(before) ? [...(before as unknown[])] : { ...(before as object) }) as Record<string, unknown>;
  for (const [key, each] of Object.entries(change)) after[key] = patched(after[key], each);
  return after;
}
