// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "./messages.gen";

export const catalogue: Catalogue = {
  "time.agree": "Agreed",
  "time.and_bank": "plus {time} in reserve",
  "time.ask": "Ask for a pause",
  "time.asked": "{name} asks for a pause.",
  "time.asked_you": "You have asked for a pause. Still to agree: {names}.",
  "time.bank": "from the reserve:",
  "time.closed": "{name} has closed the page.",
  "time.from_bank": "from the reserve",
  "time.held": "The computer plays for {name}.",
  "time.held_you": "The computer plays for you.",
  "time.hurry": "Your time is nearly up.",
  "time.lost": "{name} has lost the connection.",
  "time.pause_alone": "If you go without a pause, the others wait for you for a while. The start page lists the table under “Continue”.",
  "time.pause_text": "When everybody who is here agrees, the match rests and all clocks stand until somebody plays on.",
  "time.paused": "A pause: all clocks stand.",
  "time.refuse": "Rather play on",
  "time.resume": "Play on",
  "time.return": "I’m back",
  "time.time_of": "{name}’s time",
  "time.title": "Presence",
  "time.turn": "for this turn:",
  "time.waiting": "We wait for {time}.",
  "time.withdraw": "No pause after all",
  "time.your_time": "Your time",
};
