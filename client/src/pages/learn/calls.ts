import { api } from "../../app/server";
import type { FigureChances, GlossaryChapter, TestedTips } from "../../wire/types";

/** Requests for teaching texts. Every refusal is thrown as `ApiError`. */
export const calls = {
  /** The glossary, by chapter. */
  glossary: async (): Promise<GlossaryChapter[]> => (await api.ask((server) => server.GET("/api/v1/glossary"))).chapters,
  /** The probability of each figure of a variant. Refused as `not_ready`, with the progress, until it is computed. */
  chances: (key: string): Promise<FigureChances> =>
    api.ask((server) => server.GET("/api/v1/variants/{key}/chances", { params: { path: { key } } })),
  /** Three popular tips, and their results in simulations. */
  tips: (): Promise<TestedTips> => api.ask((server) => server.GET("/api/v1/tips")),
};
