// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "partie.begin": { one: "One game is played.", other: "{count} games are played." },
  "partie.begin_back": "Back",
  "partie.begin_end": "End",
  "partie.begin_play": "Play",
  "partie.continue": "Continue a match",
  "partie.continue_text": "Enter the key of the interrupted match. Case and dashes do not matter.",
  "partie.copied": "Copied.",
  "partie.copy": "Copy key",
  "partie.elsewhere": "With a key",
  "partie.here": "Continue on this device from “Your tables” on the start page, or on another device with the key.",
  "partie.interrupt": "Interrupt the match",
  "partie.interrupted": "Match interrupted",
  "partie.kept": { one: "If it is not continued, the match is deleted tomorrow, {day}.", other: "If it is not continued, the match is deleted in {count} days, on {day}." },
  "partie.kept_finished": "This page is kept until {day}, or longer if a player has an account.",
  "partie.kept_today": "If it is not continued, the match is deleted today.",
  "partie.key": "Key",
  "partie.key_text": "With this key you can continue the match on any device: scan the code, or choose “Continue with a key” on the start page. Anyone who has the key can play in your place.",
  "partie.key_title": "Match key",
  "partie.mine": "Started on this device",
  "partie.moves": "You then play the seats of this key on this device. The other device closes the match; the same key brings it back.",
  "partie.play_on": "Keep playing",
  "partie.qr": "QR code to continue on another device",
  "partie.saved": "The match is interrupted. Everything is saved, even in the middle of a turn.",
  "partie.show_key": "Show key",
};
