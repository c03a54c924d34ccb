// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "watch.alerts": "Sounds and notifications",
  "watch.back": "One step back",
  "watch.end": "The end of the match",
  "watch.forth": "One step forward",
  "watch.live": "Now",
  "watch.messages_hint": "Your browser can notify you when it is your turn. The tab’s title and icon always show it.",
  "watch.messages_off": "Stop notifications",
  "watch.messages_on": "Notify me when it is my turn",
  "watch.messages_refused": "Your browser blocks notifications from this site.",
  "watch.slider": "Moment of the match",
  "watch.sounds": "Sounds",
  "watch.sounds_hint": "For dice and pen, for your turn, and at the end. M turns them on and off.",
  "watch.sounds_now_off": "Sounds off.",
  "watch.sounds_now_on": "Sounds on.",
  "watch.sounds_off_title": "Turn sounds on",
  "watch.sounds_on_title": "Turn sounds off",
  "watch.title": "Replay",
  "watch.to_end": "To the end",
  "watch.to_live": "Back to the game",
  "watch.turn_back": "One turn back",
  "watch.turn_forth": "One turn forward",
  "watch.tv_dice": "Dice",
  "watch.tv_leave": "To the table",
  "watch.watchers": { one: "{count} person is watching", other: "{count} people are watching" },
  "watch.watching": "You are watching",
  "watch.where": { one: "Looking back: {count} turn behind, round {round}", other: "Looking back: {count} turns behind, round {round}" },
  "watch.where_this": "Looking back: this turn, round {round}",
  "watch.your_turn": "It is your turn",
};
