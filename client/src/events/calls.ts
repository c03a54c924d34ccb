import { api } from "../app/server";
import type { EventResult, EventState, EventSummary, Rules, Snapshot } from "../wire/types";

const at = (code: string) => ({ params: { path: { code } } });

/** A new event. Without a last day, its owner closes it. */
export interface NewEvent {
  name: string;
  variant: string;
  rules: Rules;
  games: number;
  last_day: string | null;
}

/** Requests about shared events. Every refusal is thrown as `ApiError`. */
export const calls = {
  create: (event: NewEvent): Promise<EventState> => api.ask((server) => server.POST("/api/v1/events", { body: event })),
  mine: async (): Promise<EventSummary[]> => (await api.ask((server) => server.GET("/api/v1/events"))).events,
  show: (code: string): Promise<EventState> => api.ask((server) => server.GET("/api/v1/events/{code}", at(code))),
  /** Starts or resumes the only attempt. */
  play: (code: string, name: string): Promise<Snapshot> =>
    api.ask((server) => server.POST("/api/v1/events/{code}/play", { ...at(code), body: { name } })),
  close: (code: string): Promise<EventState> => api.ask((server) => server.POST("/api/v1/events/{code}/close", at(code))),
  /** Refused as `not_ready`, with the progress, while the variant is being solved. */
  result: (code: string): Promise<EventResult> => api.ask((server) => server.GET("/api/v1/events/{code}/result", at(code))),
};
