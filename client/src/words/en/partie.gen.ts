// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "partie.begin": { one: "One game is played.", other: "{count} games are played." },
  "partie.begin_back": "Back",
  "partie.begin_end": "End",
  "partie.begin_play": "Play",
  "partie.continue": "Continue a match",
  "partie.continue_text": "Type the key of the interrupted match. Small letters will do, and you can leave the dashes out.",
  "partie.copied": "Copied.",
  "partie.copy": "Copy the key",
  "partie.elsewhere": "With a key",
  "partie.here": "On this device you find it again on the start page under “Your tables”, on any other with the key.",
  "partie.interrupt": "Interrupt the match",
  "partie.interrupted": "The match is interrupted",
  "partie.kept": { one: "Unless somebody plays on, the match is deleted tomorrow, on {day}.", other: "Unless somebody plays on, the match is deleted in {count} days, on {day}." },
  "partie.kept_finished": "This page is here until {day}. It stays if somebody at the table has an account.",
  "partie.kept_today": "Unless somebody plays on, the match is deleted today.",
  "partie.key": "Key",
  "partie.key_text": "With the key the match goes on at any device: scan the code, or choose “Go on with a key” on the start page. Whoever has it plays in your place.",
  "partie.key_title": "The key of the match",
  "partie.mine": "Begun on this device",
  "partie.moves": "You then play on this device what belongs to the key, and on the other one the match is closed. The same key brings it back there.",
  "partie.play_on": "Play on",
  "partie.qr": "QR code for going on at another device",
  "partie.saved": "The match is interrupted. Everything is saved, also in the middle of a turn.",
  "partie.show_key": "Show the key",
  "partie.to_start": "To the start page",
};
