// The pictures of games whose dice have no pips.

import type { SheetLayout } from "../../wire/types";

/** A part of a picture: a path or a word on a 100 by 100 square, and its colour. */
export type Part = { readonly d: string; readonly fill: string } | { readonly word: string; readonly fill: string };
export type Picture = readonly Part[];

const INK = "var(--pip)";
const RED = "#c8102e";
const WHITE = "#fff";
const BROWN = "#5d3a1a";

const SWISS: readonly Picture[] = [
  [{ d: "M22 16h56v62h-56z", fill: BROWN }, { d: "M26 20h22v17h-22zM52 20h22v17h-22zM26 40h22v17h-22zM52 40h22v17h-22zM26 60h22v14h-22zM52 60h22v14h-22z", fill: "#8b5a2b" }],
  [{ d: "M50 13L55 35L75 23L63 43L85 48L63 53L75 73L55 61L50 83L45 61L25 73L37 53L15 48L37 43L25 23L45 35z", fill: "#9fb3a4" }, { d: "M50 38a10 10 0 1 0 .1 0z", fill: "#e3b505" }],
  [
    { d: "M22 22C30 24 34 28 36 32H64C66 28 70 24 78 22C80 34 74 40 68 42L64 66C62 78 38 78 36 66L32 42C26 40 20 34 22 22z", fill: INK },
    { d: "M38 62C40 54 60 54 62 62C62 74 38 74 38 62z", fill: "#e8a9a0" },
    { d: "M41 42a3.5 3.5 0 1 0 .1 0zM59 42a3.5 3.5 0 1 0 .1 0z", fill: WHITE },
  ],
  [
    { d: "M30 50L72 12L78 18L42 58z", fill: "#8d99a6" },
    { d: "M20 54a11 11 0 0 1 16-6l20 20a11 11 0 0 1-16 16l-20-20z", fill: RED },
    { d: "M35 60h5v-5h5v5h5v5h-5v5h-5v-5h-5z", fill: WHITE },
  ],
  [{ d: "M12 80L44 18L54 14L62 34L88 80z", fill: "#5b6b7a" }, { d: "M44 18L54 14L62 34L54 44L48 36L40 42L35 36z", fill: WHITE }],
  [{ d: "M18 16h64v64h-64z", fill: RED }, { d: "M43 26h14v15h15v14h-15v15h-14v-15h-15v-14h15z", fill: WHITE }],
];
const POKER: readonly Picture[] = ["9", "10", "J", "Q", "K", "A"].map((word, at) => [{ word, fill: at % 2 === 0 ? INK : RED }]);
const PICTURES: Readonly<Record<SheetLayout["customs"]["pictures"], readonly Picture[]>> = { "": [], poker: POKER, swiss: SWISS };

/** The picture of a face; null if it shows pips. */
export function pictureOf(layout: SheetLayout, face: number): Picture | null {
  return PICTURES[layout.customs.pictures][face - 1] ?? null;
}

/** The spoken name of a face. */
export function faceName(layout: SheetLayout, face: number): string {
  return layout.faces[face - 1] ?? String(face);
}
