// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "puzzle.about": "Each position has one best answer that many miss. Your first answer changes your rating and that of the puzzle.",
  "puzzle.changed": "Your rating: {before} → {after}. This puzzle: {puzzle}.",
  "puzzle.errors": "A regular player errs here in {percent} of the cases.",
  "puzzle.every": "All actions",
  "puzzle.next": "Next puzzle",
  "puzzle.rating": "Your rating: {rating} ± {deviation}",
  "puzzle.right": "Right!",
  "puzzle.solved": { one: "{solved} of {count} puzzle solved", other: "{solved} of {count} puzzles solved" },
  "puzzle.theme": "Theme",
  "puzzle.theme.all": "All themes",
  "puzzle.theme.bonus": "Bonus",
  "puzzle.theme.duel": "Duel",
  "puzzle.theme.endgame": "Endgame",
  "puzzle.theme.scratching": "Crossing out",
  "puzzle.theme.straights": "Straights",
  "puzzle.themes": "Themes: {themes}.",
  "puzzle.title": "Puzzles",
  "puzzle.win_values": "The values are chances to win in percent; a draw counts half.",
  "puzzle.wrong": "This is not the best answer.",
  "puzzle.you": "You",
};
