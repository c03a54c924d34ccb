// The sign next to a person's name: a chosen die or the initials.

/** The face of a chosen die. */
export type MarkFace = 1 | 2 | 3 | 4 | 5 | 6;

const FACES: ReadonlySet<unknown> = new Set([1, 2, 3, 4, 5, 6]);

/** The first letters of the first two words of a name, as capitals. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).slice(0, 2);
  return words.map((word) => [...word][0]?.toLocaleUpperCase() ?? "").join("");
}

/** A stored or received face; null for initials. */
export function faceOf(value: unknown): MarkFace | null {
  return FACES.has(value) ? (value as MarkFace) : null;
}

/** The next choice: initials, then each face. */
export function nextMark(face: MarkFace | null): MarkFace | null {
  return face === 6 ? null : (((face ?? 0) + 1) as MarkFace);
}
