import { api } from "../app/server";
import { newId } from "../wire/ids";
import type { Snapshot } from "../wire/types";

/** Calls for the seats of a waiting table. Every refusal is thrown as `ApiError`. */
export const calls = {
  /** Sit down on every seat that is kept for this browser since the last match. */
  accept: (table: string): Promise<Snapshot> =>
    api.ask((server) => server.POST("/api/v1/tables/{table}/seats", { params: { path: { table } }, body: { seed: newId().replaceAll("-", "") } })),
  /** Let a computer player take an open seat. */
  fillSeat: (table: string, seat: number): Promise<Snapshot> =>
    api.ask((server) => server.POST("/api/v1/tables/{table}/seats/{seat}/bot", { params: { path: { table, seat } }, body: {} })),
  /** Open a seat that a computer player has, or that is reserved for a player. */
  openSeat: (table: string, seat: number): Promise<Snapshot> =>
    api.ask((server) => server.POST("/api/v1/tables/{table}/seats/{seat}/open", { params: { path: { table, seat } } })),
  start: (table: string): Promise<Snapshot> => api.ask((server) => server.POST("/api/v1/tables/{table}/start", { params: { path: { table } } })),
};
