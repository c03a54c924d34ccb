// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "puzzle.about": "Jede Stellung hat eine beste Antwort, die viele verfehlen. Deine erste Antwort ändert deine Wertung und die des Rätsels.",
  "puzzle.changed": "Deine Wertung: {before} → {after}. Dieses Rätsel: {puzzle}.",
  "puzzle.errors": "Ein durchschnittlicher Spieler irrt hier in {percent} der Fälle.",
  "puzzle.every": "Alle Möglichkeiten",
  "puzzle.next": "Nächstes Rätsel",
  "puzzle.rating": "Deine Wertung: {rating} ± {deviation}",
  "puzzle.right": "Richtig!",
  "puzzle.solved": { one: "{solved} von {count} Rätsel gelöst", other: "{solved} von {count} Rätseln gelöst" },
  "puzzle.theme": "Thema",
  "puzzle.theme.all": "Alle Themen",
  "puzzle.theme.bonus": "Bonus",
  "puzzle.theme.duel": "Zweikampf",
  "puzzle.theme.endgame": "Endspiel",
  "puzzle.theme.scratching": "Streichen",
  "puzzle.theme.straights": "Straßen",
  "puzzle.themes": "Themen: {themes}.",
  "puzzle.title": "Rätsel",
  "puzzle.win_values": "Die Werte sind Gewinnchancen in Prozent; ein Unentschieden zählt halb.",
  "puzzle.wrong": "Das ist nicht die beste Antwort.",
  "puzzle.you": "Du",
};
