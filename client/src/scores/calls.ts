import { api } from "../app/server";
import type { AskHighScores, HighScores, Profile, Rules, Statistics } from "../wire/types";

/** Requests for statistics of finished games. Every refusal is thrown as `ApiError`. */
export const calls = {
  highScores: ({ rules, ...filter }: AskHighScores): Promise<HighScores> =>
    api.ask((server) => server.GET("/api/v1/high-scores", { params: { query: { ...filter, ...asQuery(rules) } } })),
  /** The statistics of the caller's games; without a variant, with details of the one played last. */
  statistics: ({ rules, ...filter }: { name: string | null; variant?: string; rules?: Rules }): Promise<Statistics> =>
    api.ask((server) => server.GET("/api/v1/statistics", { params: { query: { ...filter, ...asQuery(rules) } } })),
  /** The public profile of a person. A private profile and an unknown handle get the same refusal. */
  profile: (handle: string, { rules, ...filter }: { variant?: string; rules?: Rules } = {}): Promise<Profile> =>
    api.ask((server) => server.GET("/api/v1/people/{handle}", { params: { path: { handle }, query: { ...filter, ...asQuery(rules) } } })),
};

/** House rules as a query parameter: JSON, and nothing for none. */
function asQuery(rules: Rules = {}): { rules?: string } {
  return Object.keys(rules).length > 0 ? { rules: JSON.stringify(rules) } : {};
}
