import { api } from "../app/server";
import type { InterruptedMatch, SeatKey, Snapshot } from "../wire/types";

/** What the server does so that a match goes on another day or on another device. Every refusal is thrown as `ApiError`. */
export const calls = {
  key: (table: string): Promise<SeatKey> => api.ask("POST", `/tables/${encodeURIComponent(table)}/key`),
  /** Stop playing; where others play too, they are asked for a pause. */
  interrupt: (table: string): Promise<InterruptedMatch> => api.ask("POST", `/tables/${encodeURIComponent(table)}/interrupt`),
  /** Go on here with what the key's owner plays. */
  goOn: (key: string): Promise<Snapshot> => api.ask("POST", "/continue", { key }),
};
