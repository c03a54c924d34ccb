/**
 * A value after a patch of the server. An object in the patch is merged by key, in a list by index. A list holds one
 * value, which replaces the old one. Anything else replaces it directly. `before` stays unchanged.
 */
export function patched(before: unknown, change: unknown): unknown {
  if (Array.isArray(change)) return change[0];
  if (typeof change !== "object" || change === null) return change;
  const after = (Array.isArray(before) ? [...(before as unknown[])] : { ...(before as object) }) as Record<string, unknown>;
  for (const [key, each] of Object.entries(change)) after[key] = patched(after[key], each);
  return after;
}
