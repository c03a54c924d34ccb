// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "partie.begin": { one: "Ett spel spelas.", other: "{count} spel spelas." },
  "partie.begin_back": "Tillbaka",
  "partie.begin_end": "Avsluta",
  "partie.begin_play": "Spela",
  "partie.continue": "Fortsätt en match",
  "partie.continue_text": "Skriv nyckeln till den vilande matchen. Stora och små bokstäver och streck spelar ingen roll.",
  "partie.copied": "Kopierad.",
  "partie.copy": "Kopiera nyckel",
  "partie.elsewhere": "Med en nyckel",
  "partie.here": "Fortsätt på den här enheten från ”Dina bord” på startsidan, eller på en annan enhet med nyckeln.",
  "partie.interrupt": "Gör uppehåll",
  "partie.interrupted": "Matchen vilar",
  "partie.kept": { one: "Om matchen inte fortsätter tas den bort i morgon, {day}.", other: "Om matchen inte fortsätter tas den bort om {count} dagar, {day}." },
  "partie.kept_finished": "Sidan sparas till {day}, eller längre om en spelare har ett konto.",
  "partie.kept_today": "Om matchen inte fortsätter tas den bort i dag.",
  "partie.key": "Nyckel",
  "partie.key_text": "Med nyckeln kan du fortsätta matchen på vilken enhet som helst: skanna koden, eller välj ”Fortsätt med en nyckel” på startsidan. Den som har nyckeln kan spela i ditt ställe.",
  "partie.key_title": "Matchens nyckel",
  "partie.mine": "Startade på den här enheten",
  "partie.moves": "Du spelar sedan nyckelns platser på den här enheten. Den andra enheten stänger matchen; samma nyckel hämtar tillbaka den.",
  "partie.play_on": "Spela vidare",
  "partie.qr": "QR-kod för att fortsätta på en annan enhet",
  "partie.saved": "Matchen vilar. Allt är sparat, även mitt i ett drag.",
  "partie.show_key": "Visa nyckel",
};
