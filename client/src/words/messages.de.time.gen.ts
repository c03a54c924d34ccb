// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "./messages.gen";

export const catalogue: Catalogue = {
  "time.agree": "Einverstanden",
  "time.and_bank": "dazu {time} Reserve",
  "time.ask": "Um Pause bitten",
  "time.asked": "{name} bittet um eine Pause.",
  "time.asked_you": "Du hast um eine Pause gebeten. Es fehlt noch: {names}.",
  "time.bank": "aus der Reserve:",
  "time.closed": "{name} hat die Seite geschlossen.",
  "time.from_bank": "aus der Reserve",
  "time.held": "Der Computer spielt für {name}.",
  "time.held_you": "Der Computer spielt für dich.",
  "time.hurry": "Deine Zeit ist gleich um.",
  "time.lost": "{name} hat die Verbindung verloren.",
  "time.pause_alone": "Gehst du ohne Pause, dann warten die anderen eine Weile auf dich. Der Tisch steht auf der Startseite unter „Weiterspielen“.",
  "time.pause_text": "Sind alle einverstanden, die gerade da sind, dann ruht die Partie, und alle Uhren stehen, bis jemand weiterspielt.",
  "time.paused": "Pause: Alle Uhren stehen.",
  "time.refuse": "Lieber weiterspielen",
  "time.resume": "Weiterspielen",
  "time.return": "Ich bin wieder da",
  "time.time_of": "Zeit von {name}",
  "time.title": "Anwesenheit",
  "time.turn": "für diesen Zug:",
  "time.waiting": "Wir warten noch {time}.",
  "time.withdraw": "Doch keine Pause",
  "time.your_time": "Deine Zeit",
};
