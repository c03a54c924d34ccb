// Made from client-*.po by `python -m pasch.i18n.client`; change those.

import type { Catalogue } from "../messages.gen";

export const catalogue: Catalogue = {
  "paper.fine_print": "Every cell is at least 7 mm high. Large sheets continue on the next page.",
  "paper.games": "Games",
  "paper.games_count": { one: "{count} game", other: "{count} games side by side" },
  "paper.games_fit": "as many as fit on a page",
  "paper.house": "With these house rules",
  "paper.open": "Open the PDF",
  "paper.players": "For how many?",
  "paper.players_count": { one: "one person, name at the top", other: "{count} people side by side" },
  "paper.save": "Save",
  "paper.size": "Paper",
  "paper.size_a4": "A4",
  "paper.size_letter": "Letter",
  "paper.text": "For an evening with real dice: a printable sheet with room to write.",
  "paper.title": "Print a form",
};
