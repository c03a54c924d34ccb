// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "paper.fine_print": "Jedes Feld ist mindestens 7 mm hoch. Was auf eine Seite nicht passt, steht auf der nächsten.",
  "paper.games": "Spiele",
  "paper.games_count": { one: "{count} Spiel", other: "{count} Spiele nebeneinander" },
  "paper.games_fit": "so viele auf eine Seite passen",
  "paper.house": "Mit diesen Hausregeln",
  "paper.open": "PDF öffnen",
  "paper.players": "Für wie viele?",
  "paper.players_count": { one: "eine Person, Name oben", other: "{count} Personen nebeneinander" },
  "paper.save": "Speichern",
  "paper.size": "Papier",
  "paper.size_a4": "A4",
  "paper.size_letter": "Letter",
  "paper.text": "Für einen Abend mit echten Würfeln: ein Zettel zum Ausdrucken, schwarz auf weiß, mit Platz zum Schreiben.",
  "paper.title": "Formular drucken",
};
