// What stands for a person next to their name: a die that was chosen on this device, or their initials.

import { recall, remember } from "../app/storage";

const KEY = "pasch.marks";
/** Names that are remembered; the longest unused are forgotten. */
const NAMES = 40;

/** The face of a chosen die. */
export type MarkFace = 1 | 2 | 3 | 4 | 5 | 6;

const FACES: ReadonlySet<unknown> = new Set([1, 2, 3, 4, 5, 6]);

/** The first letters of the first two words of a name, as capitals. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u).slice(0, 2);
  return words.map((word) => [...word][0]?.toLocaleUpperCase() ?? "").join("");
}

/** The die that a player of this name has chosen here; null: initials. */
export function markOf(name: string): MarkFace | null {
  return known().find(([other]) => other === name)?.[1] ?? null;
}

/** Remembers a choice for the next table too. */
export function chooseMark(name: string, face: MarkFace | null): void {
  const others = known().filter(([other]) => other !== name);
  remember(KEY, (face === null ? others : [...others, [name, face]]).slice(-NAMES));
}

/** The choice after this one: initials, then each face. */
export function nextMark(face: MarkFace | null): MarkFace | null {
  return face === 6 ? null : (((face ?? 0) + 1) as MarkFace);
}

function known(): readonly (readonly [string, MarkFace])[] {
  const stored = recall(KEY);
  return Array.isArray(stored) ? stored.filter(isMark) : [];
}

function isMark(value: unknown): value is [string, MarkFace] {
  return Array.isArray(value) && typeof value[0] === "string" && FACES.has(value[1]);
}
