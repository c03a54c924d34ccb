import { api } from "../app/server";
import type { PuzzleAnswer, PuzzleTask, PuzzleTheme } from "../wire/types";

/** Requests for puzzles. Every refusal is thrown as `ApiError`. */
export const calls = {
  /** The next puzzle; null for any theme. */
  next: (theme: PuzzleTheme | null): Promise<PuzzleTask> =>
    api.ask((server) => server.GET("/api/v1/puzzles/next", { params: { query: theme === null ? {} : { theme } } })),
  answer: (puzzle: string, action: string): Promise<PuzzleAnswer> =>
    api.ask((server) => server.POST("/api/v1/puzzles/{puzzle}/answer", { params: { path: { puzzle } }, body: { action } })),
};
