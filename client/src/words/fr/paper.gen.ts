// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "paper.fine_print": "Chaque case a au moins 7 mm de haut. Les grandes feuilles continuent à la page suivante.",
  "paper.games": "Manches",
  "paper.games_count": { one: "{count} manche", other: "{count} manches côte à côte" },
  "paper.games_fit": "autant qu’en contient une page",
  "paper.house": "Avec ces règles maison",
  "paper.open": "Ouvrir le PDF",
  "paper.players": "Pour combien ?",
  "paper.players_count": { one: "une personne, nom en haut", other: "{count} personnes côte à côte" },
  "paper.save": "Enregistrer",
  "paper.size": "Papier",
  "paper.size_a4": "A4",
  "paper.size_letter": "Letter",
  "paper.text": "Pour une soirée avec de vrais dés : une feuille à imprimer, avec de la place pour écrire.",
  "paper.title": "Imprimer une feuille",
};
