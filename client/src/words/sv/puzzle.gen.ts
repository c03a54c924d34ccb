// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "puzzle.about": "Varje ställning har ett bästa svar som många missar. Ditt första svar ändrar din rating och nötens.",
  "puzzle.changed": "Din rating: {before} → {after}. Nöten: {puzzle}.",
  "puzzle.errors": "En van spelare väljer fel här i {percent} av fallen.",
  "puzzle.every": "Alla möjligheter",
  "puzzle.next": "Nästa nöt",
  "puzzle.rating": "Din rating: {rating} ± {deviation}",
  "puzzle.right": "Rätt!",
  "puzzle.solved": { one: "{solved} av {count} nöt knäckt", other: "{solved} av {count} nötter knäckta" },
  "puzzle.theme": "Tema",
  "puzzle.theme.all": "Alla teman",
  "puzzle.theme.bonus": "Bonus",
  "puzzle.theme.duel": "Duell",
  "puzzle.theme.endgame": "Slutspel",
  "puzzle.theme.scratching": "Stryka",
  "puzzle.theme.straights": "Stegar",
  "puzzle.themes": "Teman: {themes}.",
  "puzzle.title": "Nötter",
  "puzzle.win_values": "Värdena är vinstchanser i procent; oavgjort räknas som hälften.",
  "puzzle.wrong": "Det är inte det bästa svaret.",
  "puzzle.you": "Du",
};
