// Games with coloured dice: the colour follows from the face, so no information depends on it alone.

import type { SheetLayout } from "../../wire/types";

export type Tint = "black" | "red" | "green";

/** The colours of the pips and of their rims; black pips have the colours of the theme. */
export const TINTS: Readonly<Record<Tint, { readonly pip?: string; readonly rim?: string }>> = {
  black: {},
  red: { pip: "#b3261e", rim: "#d8574c" },
  green: { pip: "#17692f", rim: "#3f9a5a" },
};

const BY_PAIRS: readonly Tint[] = ["black", "red", "green", "green", "red", "black"];

/** The colour of a face; null if the dice of the game have none. */
export function tintOf(layout: SheetLayout, face: number): Tint | null {
  const has = (key: string) => layout.categories.some((category) => category.key === key);
  // Opposite faces share a colour if pairs and full houses can have one colour; otherwise flushes are even or odd.
  if (has("full_house_color")) return BY_PAIRS[face - 1] ?? null;
  if (has("flush")) return face % 2 === 0 ? "red" : "black";
  return null;
}
