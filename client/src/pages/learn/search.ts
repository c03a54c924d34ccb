// One search over everything that explains the game: rules, help, tips and the words of the game.

import { fold } from "../start/variants";

export interface Found {
  readonly title: string;
  readonly text: string;
  /** The page it is from. */
  readonly to: string;
}

/** So many are shown. */
const MOST = 12;

/** The entries with every word that is sought, those first that have them in their title. */
export function searched(entries: readonly Found[], sought: string): Found[] {
  const words = fold(sought).split(" ").filter((word) => word !== "");
  if (words.length === 0) return [];
  const has = (text: string): boolean => {
    const told = fold(text);
    return words.every((word) => told.includes(word));
  };
  const found = entries.filter((entry) => has(`${entry.title} ${entry.text}`));
  return found.sort((a, b) => Number(has(b.title)) - Number(has(a.title))).slice(0, MOST);
}
