// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "watch.alerts": "Töne und Meldungen",
  "watch.back": "Einen Schritt zurück",
  "watch.end": "Das Ende der Partie",
  "watch.forth": "Einen Schritt vor",
  "watch.live": "Jetzt",
  "watch.messages_hint": "Wenn du woanders liest und dran bist, kann dein Browser dir das melden. Der Name und das Zeichen des Tabs sagen es in jedem Fall.",
  "watch.messages_off": "Nicht mehr melden",
  "watch.messages_on": "Melden, wenn ich dran bin",
  "watch.messages_refused": "Dein Browser erlaubt keine Meldungen von hier.",
  "watch.slider": "Zeitpunkt der Partie",
  "watch.sounds": "Töne",
  "watch.sounds_hint": "Beim Würfeln und Schreiben, wenn du dran bist und am Ende. Die Taste M schaltet sie ein und aus.",
  "watch.sounds_now_off": "Töne aus.",
  "watch.sounds_now_on": "Töne an.",
  "watch.sounds_off_title": "Töne einschalten",
  "watch.sounds_on_title": "Töne ausschalten",
  "watch.title": "Zurückblättern",
  "watch.to_end": "Zum Ende",
  "watch.to_live": "Zum Spiel",
  "watch.turn_back": "Einen Zug zurück",
  "watch.turn_forth": "Einen Zug vor",
  "watch.tv_dice": "Würfel",
  "watch.tv_leave": "Zum Tisch",
  "watch.watchers": { one: "{count} Mensch schaut zu", other: "{count} Menschen schauen zu" },
  "watch.watching": "Du schaust zu",
  "watch.where": { one: "Rückblick: {count} Zug zurück, Runde {round}", other: "Rückblick: {count} Züge zurück, Runde {round}" },
  "watch.where_this": "Rückblick: dieser Zug, Runde {round}",
  "watch.your_turn": "Du bist dran",
};
