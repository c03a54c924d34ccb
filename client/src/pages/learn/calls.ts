import { api } from "../../app/server";
import type { FigureChances, GlossaryChapter, TestedTips } from "../../wire/types";

/** The server's texts for newcomers. Every refusal is thrown as `ApiError`. */
export const calls = {
  /** The words of the game, by chapter. */
  glossary: async (): Promise<GlossaryChapter[]> => (await api.ask((server) => server.GET("/api/v1/glossary"))).chapters,
  /** How likely each figure of a variant is. Refused as `not_ready`, with the progress, until it is worked out. */
  chances: (key: string): Promise<FigureChances> =>
    api.ask((server) => server.GET("/api/v1/variants/{key}/chances", { params: { path: { key } } })),
  /** Three tips that are passed around, and what became of them when they were played out. */
  tips: (): Promise<TestedTips> => api.ask((server) => server.GET("/api/v1/tips")),
};
