// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "watch.alerts": "Ljud och aviseringar",
  "watch.back": "Ett steg bakåt",
  "watch.end": "Matchens slut",
  "watch.forth": "Ett steg framåt",
  "watch.live": "Nu",
  "watch.messages_hint": "Webbläsaren kan meddela dig när du är på tur. Flikens titel och ikon visar det alltid.",
  "watch.messages_off": "Sluta meddela",
  "watch.messages_on": "Meddela mig när jag är på tur",
  "watch.messages_refused": "Webbläsaren blockerar aviseringar från den här webbplatsen.",
  "watch.slider": "Tidpunkt i matchen",
  "watch.sounds": "Ljud",
  "watch.sounds_hint": "För tärningar och penna, när du är på tur och på slutet. M slår på och av dem.",
  "watch.sounds_now_off": "Ljud av.",
  "watch.sounds_now_on": "Ljud på.",
  "watch.sounds_off_title": "Slå på ljud",
  "watch.sounds_on_title": "Stäng av ljud",
  "watch.title": "Spela upp",
  "watch.to_end": "Till slutet",
  "watch.to_live": "Tillbaka till spelet",
  "watch.turn_back": "Ett drag bakåt",
  "watch.turn_forth": "Ett drag framåt",
  "watch.tv_dice": "Tärningar",
  "watch.tv_leave": "Till bordet",
  "watch.watchers": { one: "{count} person tittar på", other: "{count} personer tittar på" },
  "watch.watching": "Du tittar på",
  "watch.where": { one: "Tillbakablick: {count} drag bakåt, omgång {round}", other: "Tillbakablick: {count} drag bakåt, omgång {round}" },
  "watch.where_this": "Tillbakablick: det här draget, omgång {round}",
  "watch.your_turn": "Du är på tur",
};
