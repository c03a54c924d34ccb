import { api } from "../app/server";
import type { InterruptedMatch, SeatKey, Snapshot } from "../wire/types";

/** Requests to continue a match another day or on another device. Every refusal is thrown as `ApiError`. */
export const calls = {
  key: (table: string): Promise<SeatKey> => api.ask((server) => server.POST("/api/v1/tables/{table}/key", { params: { path: { table } } })),
  /** Interrupts the match; if others play too, asks them for a pause. */
  interrupt: (table: string): Promise<InterruptedMatch> =>
    api.ask((server) => server.POST("/api/v1/tables/{table}/interrupt", { params: { path: { table } } })),
  /** Resumes the seats of the key's owner here. */
  goOn: (key: string): Promise<Snapshot> => api.ask((server) => server.POST("/api/v1/continue", { body: { key } })),
};
