// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "puzzle.about": "Chaque position a une seule meilleure réponse, que beaucoup manquent. Votre première réponse change votre cote et celle de l’énigme.",
  "puzzle.changed": "Votre cote : {before} → {after}. Cette énigme : {puzzle}.",
  "puzzle.errors": "Un habitué se trompe ici dans {percent} des cas.",
  "puzzle.every": "Toutes les actions",
  "puzzle.next": "Énigme suivante",
  "puzzle.rating": "Votre cote : {rating} ± {deviation}",
  "puzzle.right": "Exact !",
  "puzzle.solved": { one: "{solved} énigme résolue sur {count}", other: "{solved} énigmes résolues sur {count}" },
  "puzzle.theme": "Thème",
  "puzzle.theme.all": "Tous les thèmes",
  "puzzle.theme.bonus": "Prime",
  "puzzle.theme.duel": "Duel",
  "puzzle.theme.endgame": "Fin de partie",
  "puzzle.theme.scratching": "Cases barrées",
  "puzzle.theme.straights": "Suites",
  "puzzle.themes": "Thèmes : {themes}.",
  "puzzle.title": "Énigmes",
  "puzzle.win_values": "Les valeurs sont des chances de gagner en pour cent ; une égalité compte pour moitié.",
  "puzzle.wrong": "Ce n’est pas la meilleure réponse.",
  "puzzle.you": "Vous",
};
