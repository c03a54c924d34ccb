// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "watch.alerts": "Sounds and messages",
  "watch.back": "One step back",
  "watch.end": "The end of the match",
  "watch.forth": "One step forward",
  "watch.live": "Now",
  "watch.messages_hint": "When you read something else and it is your turn, your browser can tell you. The name and the icon of the tab tell you in any case.",
  "watch.messages_off": "Do not tell me any more",
  "watch.messages_on": "Tell me when it is my turn",
  "watch.messages_refused": "Your browser allows no messages from here.",
  "watch.slider": "Moment of the match",
  "watch.sounds": "Sounds",
  "watch.sounds_hint": "For dice and pen, when it is your turn and at the end. The key M switches them on and off.",
  "watch.sounds_now_off": "Sounds off.",
  "watch.sounds_now_on": "Sounds on.",
  "watch.sounds_off_title": "Turn sounds on",
  "watch.sounds_on_title": "Turn sounds off",
  "watch.title": "Scroll back",
  "watch.to_end": "To the end",
  "watch.to_live": "To the game",
  "watch.turn_back": "One turn back",
  "watch.turn_forth": "One turn forward",
  "watch.watchers": { one: "{count} person is watching", other: "{count} people are watching" },
  "watch.watching": "You are watching",
  "watch.where": { one: "Looking back: {count} turn behind, round {round}", other: "Looking back: {count} turns behind, round {round}" },
  "watch.where_this": "Looking back: this turn, round {round}",
  "watch.your_turn": "It is your turn",
};
