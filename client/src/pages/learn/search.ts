// One search over everything that explains the game: rules, help, tips and glossary.

import { fold } from "../start/variants";

export interface Found {
  readonly title: string;
  readonly text: string;
  /** The page of the entry. */
  readonly to: string;
}

/** The most results shown. */
const MOST = 12;

/** The entries with every searched word; those with all in their title come first. */
export function searched(entries: readonly Found[], sought: string): Found[] {
  const words = fold(sought).split(" ").filter((word) => word !== "");
  if (words.length === 0) return [];
  const has = (text: string): boolean => {
    const folded = fold(text);
    return words.every((word) => folded.includes(word));
  };
  const found = entries.filter((entry) => has(`${entry.title} ${entry.text}`));
  return found.sort((a, b) => Number(has(b.title)) - Number(has(a.title))).slice(0, MOST);
}
