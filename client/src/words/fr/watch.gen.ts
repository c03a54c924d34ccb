// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "watch.alerts": "Sons et notifications",
  "watch.back": "Une étape en arrière",
  "watch.end": "La fin de la partie",
  "watch.forth": "Une étape en avant",
  "watch.live": "Maintenant",
  "watch.messages_hint": "Votre navigateur peut vous avertir quand c’est votre tour. Le titre et l’icône de l’onglet le montrent toujours.",
  "watch.messages_off": "Ne plus avertir",
  "watch.messages_on": "M’avertir quand c’est mon tour",
  "watch.messages_refused": "Votre navigateur bloque les notifications de ce site.",
  "watch.slider": "Moment de la partie",
  "watch.sounds": "Sons",
  "watch.sounds_hint": "Pour les dés et le crayon, à votre tour, et à la fin. M les active et les coupe.",
  "watch.sounds_now_off": "Son coupé.",
  "watch.sounds_now_on": "Son activé.",
  "watch.sounds_off_title": "Activer le son",
  "watch.sounds_on_title": "Couper le son",
  "watch.title": "Revoir la partie",
  "watch.to_end": "À la fin",
  "watch.to_live": "Retour au jeu",
  "watch.turn_back": "Un tour en arrière",
  "watch.turn_forth": "Un tour en avant",
  "watch.tv_dice": "Dés",
  "watch.tv_leave": "Vers la table",
  "watch.watchers": { one: "{count} personne regarde", other: "{count} personnes regardent" },
  "watch.watching": "Vous regardez",
  "watch.where": { one: "En arrière : {count} tour plus tôt, tour {round}", other: "En arrière : {count} tours plus tôt, tour {round}" },
  "watch.where_this": "En arrière : ce tour, tour {round}",
  "watch.your_turn": "C’est à vous de jouer",
};
