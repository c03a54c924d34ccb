// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "paper.fine_print": "Varje ruta är minst 7 mm hög. Stora protokoll fortsätter på nästa sida.",
  "paper.games": "Spel",
  "paper.games_count": { one: "{count} spel", other: "{count} spel sida vid sida" },
  "paper.games_fit": "så många som ryms på en sida",
  "paper.house": "Med de här husreglerna",
  "paper.open": "Öppna PDF",
  "paper.players": "För hur många?",
  "paper.players_count": { one: "en person, namnet överst", other: "{count} personer sida vid sida" },
  "paper.save": "Spara",
  "paper.size": "Papper",
  "paper.size_a4": "A4",
  "paper.size_letter": "Letter",
  "paper.text": "För en kväll med riktiga tärningar: ett protokoll att skriva ut, med plats att skriva.",
  "paper.title": "Skriv ut protokoll",
};
