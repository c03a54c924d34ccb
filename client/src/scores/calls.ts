import { api } from "../app/server";
import type { AskHighScores, HighScores, Profile, Rules, Statistics } from "../wire/types";

/** The server's statistics over finished games. Every refusal is thrown as `ApiError`. */
export const calls = {
  highScores: ({ rules, ...wish }: AskHighScores): Promise<HighScores> =>
    api.ask((server) => server.GET("/api/v1/high-scores", { params: { query: { ...wish, ...asQuery(rules) } } })),
  /** What the caller's games came to; without a variant the one played last in detail. */
  statistics: ({ rules, ...wish }: { name: string | null; variant?: string; rules?: Rules }): Promise<Statistics> =>
    api.ask((server) => server.GET("/api/v1/statistics", { params: { query: { ...wish, ...asQuery(rules) } } })),
  /** The public profile of a person; refused alike for a private one and an unknown handle. */
  profile: (handle: string, { rules, ...wish }: { variant?: string; rules?: Rules } = {}): Promise<Profile> =>
    api.ask((server) => server.GET("/api/v1/people/{handle}", { params: { path: { handle }, query: { ...wish, ...asQuery(rules) } } })),
};

/** House rules as the query carries them: JSON, and nothing for none. */
function asQuery(rules: Rules = {}): { rules?: string } {
  return Object.keys(rules).length > 0 ? { rules: JSON.stringify(rules) } : {};
}
