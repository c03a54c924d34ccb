import { api } from "../app/server";
import { newId } from "../wire/ids";
import type { Snapshot } from "../wire/types";

/** Requests about the seats of a waiting table. Every refusal is thrown as `ApiError`. */
export const calls = {
  /** Takes every seat that is reserved for this browser since the last match. */
  accept: (table: string): Promise<Snapshot> =>
    api.ask((server) => server.POST("/api/v1/tables/{table}/seats", { params: { path: { table } }, body: { seed: newId().replaceAll("-", "") } })),
  /** Gives an open seat to a computer player. */
  fillSeat: (table: string, seat: number): Promise<Snapshot> =>
    api.ask((server) => server.POST("/api/v1/tables/{table}/seats/{seat}/bot", { params: { path: { table, seat } }, body: {} })),
  /** Opens a seat that has a computer player or a reservation. */
  openSeat: (table: string, seat: number): Promise<Snapshot> =>
    api.ask((server) => server.POST("/api/v1/tables/{table}/seats/{seat}/open", { params: { path: { table, seat } } })),
  start: (table: string): Promise<Snapshot> => api.ask((server) => server.POST("/api/v1/tables/{table}/start", { params: { path: { table } } })),
};
