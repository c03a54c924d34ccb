import type { VariantItem } from "../../wire/types";

/** Games listed together. */
export interface VariantGroup {
  key: string;
  name: string;
  variants: VariantItem[];
}

/** The order of the groups; unknown ones come last. */
const ORDER = ["kniffel_family", "columns", "six_dice", "announcements", "other_scoring", "action_and_bluff"];

/**
 * The games in their groups that match the search by name, other names or description. Names that begin with it come
 * first.
 */
export function grouped(variants: readonly VariantItem[], sought = ""): VariantGroup[] {
  const words = fold(sought).split(" ").filter((word) => word !== "");
  const groups = new Map<string, VariantGroup>();
  for (const variant of variants) {
    const folded = fold([variant.name, variant.key, ...variant.aliases, variant.about, variant.group_name].join(" "));
    if (!words.every((word) => folded.includes(word))) continue;
    const group = groups.get(variant.group) ?? { key: variant.group, name: variant.group_name, variants: [] };
    group.variants.push(variant);
    groups.set(variant.group, group);
  }
  const found = [...groups.values()].sort((a, b) => place(a.key) - place(b.key));
  if (words.length === 0) return found;
  for (const group of found) group.variants.sort((a, b) => Number(begins(b, words)) - Number(begins(a, words)));
  return found.sort((a, b) => Number(b.variants.some((one) => begins(one, words))) - Number(a.variants.some((one) => begins(one, words))));
}

function begins(variant: VariantItem, words: readonly string[]): boolean {
  return fold(variant.name).startsWith(words.join(" "));
}

function place(key: string): number {
  const at = ORDER.indexOf(key);
  return at < 0 ? ORDER.length : at;
}

/** Lower case without diacritics, with spaces between words. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The first games of the start page; the list of all games is one press away. */
const SHOWN = ["kniffel", "hartard", "yatzy", "yahtzee", "spiffel-123", "maxi-yatzy", "kniffeliger", "luegenkniffel", "yams", "balut"];
const UPPER = new Set(["ones", "twos", "threes", "fours", "fives", "sixes"]);

/** The first games of the start page, preceded by the chosen one if it is another. */
export function onShow(variants: readonly VariantItem[], chosen: string): VariantItem[] {
  const keys = SHOWN.includes(chosen) ? SHOWN : [chosen, ...SHOWN];
  return keys.flatMap((key) => variants.find((variant) => variant.key === key) ?? []);
}

/** The number of rows in the two halves of a sheet. */
export function halves({ categories }: Pick<VariantItem, "categories">): { upper: number; lower: number } {
  const upper = categories.filter((category) => UPPER.has(category)).length;
  return { upper, lower: categories.length - upper };
}
