import { api } from "../app/server";
import type { DailyArchive, DailyGame, DailyResult, Snapshot } from "../wire/types";

const of = (day: string | null): { day?: string } => (day === null ? {} : { day });

/** Requests about the daily game; a null day is today. Every refusal is thrown as `ApiError`. */
export const calls = {
  show: (day: string | null): Promise<DailyGame> => api.ask((server) => server.GET("/api/v1/daily", { params: { query: of(day) } })),
  /** Starts or resumes the attempt, or a game of the archive. */
  open: (day: string | null): Promise<Snapshot> => api.ask((server) => server.POST("/api/v1/daily", { body: of(day) })),
  /** Refused as `not_ready`, with the progress, while the variant is being solved. */
  result: (day: string): Promise<DailyResult> => api.ask((server) => server.GET("/api/v1/daily/result", { params: { query: { day } } })),
  archive: (before: string | null): Promise<DailyArchive> =>
    api.ask((server) => server.GET("/api/v1/daily/archive", { params: { query: before === null ? {} : { before } } })),
};
