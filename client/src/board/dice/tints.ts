// Games that play with coloured dice: the colour follows from the face, so it is never the only sign of anything.

import type { SheetLayout } from "../../wire/types";

export type Tint = "black" | "red" | "green";

const BY_PAIRS: readonly Tint[] = ["black", "red", "green", "green", "red", "black"];

/** The colour of a face; null where the dice of the game have none. */
export function tintOf(layout: SheetLayout, face: number): Tint | null {
  const has = (key: string) => layout.categories.some((category) => category.key === key);
  // Opposite faces share a colour where pairs and full houses can be of one colour; else flushes are even or odd.
  if (has("full_house_color")) return BY_PAIRS[face - 1] ?? null;
  if (has("flush")) return face % 2 === 0 ? "red" : "black";
  return null;
}
