// Print requests as addresses of the server.

import type { House } from "../pages/house/address";

export type Paper = "a4" | "letter";
export const PAPERS: readonly Paper[] = ["a4", "letter"];

/** The most games of a match. */
export const MOST_GAMES = 6;

/** The options of a blank form. */
export interface Form {
  house: House;
  /** Null: as many as fit on one page. */
  games: number | null;
  /** Null: the fewest possible. */
  players: number | null;
  paper: Paper;
}

/** The regions that use letter paper. */
const LETTER_REGIONS = new Set(["US", "CA", "MX", "PH", "CL", "CO", "CR", "DO", "GT", "NI", "PA", "PR", "SV", "VE"]);

/** The usual paper of the browser's region, as its language suggests. */
export function usualPaper(language: string): Paper {
  const region = /-([A-Z]{2})\b/.exec(language)?.[1] ?? "";
  return LETTER_REGIONS.has(region) ? "letter" : "a4";
}

/** The address of the form as PDF in a language. */
export function formFile({ house, games, players, paper }: Form, language: string): string {
  const query = new URLSearchParams({ lang: language, paper });
  if (games !== null) query.set("games", String(games));
  if (players !== null) query.set("players", String(players));
  if (Object.keys(house.rules).length > 0) query.set("rules", JSON.stringify(house.rules));
  return `/api/v1/variants/${encodeURIComponent(house.variant)}/sheet.pdf?${query.toString()}`;
}

/** The address of a table's sheets, of all players or of one, as PDF in a language. */
export function sheetsFile(table: string, seat: number | null, paper: Paper, language: string): string {
  const query = new URLSearchParams({ lang: language, paper });
  if (seat !== null) query.set("seat", String(seat));
  return `/api/v1/tables/${encodeURIComponent(table)}/sheet.pdf?${query.toString()}`;
}
