import { api } from "../app/server";
import type { InterruptedMatch, SeatKey, Snapshot } from "../wire/types";

/** Calls that continue a match on another day or on another device. Every refusal is thrown as `ApiError`. */
export const calls = {
  key: (table: string): Promise<SeatKey> => api.ask((server) => server.POST("/api/v1/tables/{table}/key", { params: { path: { table } } })),
  /** Stop playing; where others play too, they are asked for a pause. */
  interrupt: (table: string): Promise<InterruptedMatch> =>
    api.ask((server) => server.POST("/api/v1/tables/{table}/interrupt", { params: { path: { table } } })),
  /** Go on here with what the key's owner plays. */
  goOn: (key: string): Promise<Snapshot> => api.ask((server) => server.POST("/api/v1/continue", { body: { key } })),
};
