// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "partie.begin": { one: "Gespielt wird ein Spiel.", other: "Gespielt werden {count} Spiele." },
  "partie.begin_back": "Zurück",
  "partie.begin_end": "Beenden",
  "partie.begin_play": "Spielen",
  "partie.continue": "Partie fortsetzen",
  "partie.continue_text": "Tipp den Schlüssel der unterbrochenen Partie ab. Kleine Buchstaben sind genauso gut, Striche kannst du weglassen.",
  "partie.copied": "Kopiert.",
  "partie.copy": "Schlüssel kopieren",
  "partie.elsewhere": "Mit einem Schlüssel",
  "partie.here": "Auf diesem Gerät findest du sie auf der Startseite unter „Deine Tische“ wieder, auf jedem anderen mit dem Schlüssel.",
  "partie.interrupt": "Partie unterbrechen",
  "partie.interrupted": "Die Partie ist unterbrochen",
  "partie.kept": { one: "Spielt niemand weiter, wird die Partie morgen gelöscht, am {day}.", other: "Spielt niemand weiter, wird die Partie in {count} Tagen gelöscht, am {day}." },
  "partie.kept_finished": "Diese Seite gibt es bis zum {day}. Hat jemand am Tisch ein Konto, bleibt sie.",
  "partie.kept_today": "Spielt niemand weiter, wird die Partie heute noch gelöscht.",
  "partie.key": "Schlüssel",
  "partie.key_text": "Mit dem Schlüssel geht die Partie auf jedem Gerät weiter: scanne den Code, oder wähle auf der Startseite „Mit einem Schlüssel weiterspielen“. Wer ihn hat, spielt an deiner Stelle.",
  "partie.key_title": "Schlüssel der Partie",
  "partie.mine": "Angefangen auf diesem Gerät",
  "partie.moves": "Was zum Schlüssel gehört, spielst du dann auf diesem Gerät, und auf dem anderen ist die Partie zu. Mit demselben Schlüssel kommt sie dorthin zurück.",
  "partie.play_on": "Weiterspielen",
  "partie.qr": "QR-Code zum Weiterspielen auf einem anderen Gerät",
  "partie.saved": "Die Partie ist unterbrochen. Alles ist gespeichert, auch mitten im Zug.",
  "partie.show_key": "Schlüssel zeigen",
};
