// Requests about the caller's past matches.

import { api } from "../app/server";
import { settings } from "../app/settings.svelte";
import { ApiError, problemFromBody } from "../wire/problem";
import type { PastImport, PastPage } from "../wire/types";

/** The filter of the list; null: all matches. */
export interface HistoryFilter {
  readonly variant: string | null;
  readonly name: string | null;
}

export function queryOf(filter: HistoryFilter, more: Readonly<Record<string, string | null>> = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ variant: filter.variant, with: filter.name, ...more })) {
    if (value !== null) query.set(key, value);
  }
  return query.size === 0 ? "" : `?${query.toString()}`;
}

export function askPage(filter: HistoryFilter, before: string | null): Promise<PastPage> {
  const query = { variant: filter.variant, with: filter.name, before };
  return api.ask((server) => server.GET("/api/v1/history", { params: { query } }));
}

/** The address of a file with the listed matches: all records, or a table of results. */
export function fileAddress(file: "history/export" | "history.csv", filter: HistoryFilter): string {
  return `/api/v1/${file}${queryOf(filter, { lang: settings.language })}`;
}

/** The progress of an import, in lines. */
export interface Step {
  readonly lines: number;
  readonly checked: number;
  readonly kept: number;
}

/** Sends a file of records. Throws each refusal, and an unreachable server, as `ApiError`. */
export async function bring(file: Blob, onstep: (step: Step) => void, fetcher: typeof fetch = fetch): Promise<PastImport> {
  await api.session();
  const kind = "application/x-ndjson";
  const headers = { "Content-Type": kind, Accept: kind, "Accept-Language": settings.language };
  try {
    const answer = await fetcher("/api/v1/history/import", { method: "POST", headers, credentials: "same-origin", body: file });
    if (!answer.ok || answer.body === null) throw new ApiError(problemFromBody(answer.status, await answer.json().catch(() => null)));
    return await outcome(answer.body, onstep);
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError({ status: 0, code: "offline", detail: "" });
  }
}

/** Reads the lines of the answer: the progress, then the result of the file or the problem. */
export async function outcome(body: ReadableStream<Uint8Array>, onstep: (step: Step) => void): Promise<PastImport> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let last: unknown = null;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      last = JSON.parse(line) as unknown;
      if (isStep(last)) onstep(last);
    }
  }
  if (isImport(last)) return last;
  const status = typeof last === "object" && last !== null && "status" in last ? Number(last.status) : 0;
  throw new ApiError(problemFromBody(status, last));
}

function isStep(line: unknown): line is Step {
  return typeof line === "object" && line !== null && "lines" in line;
}

function isImport(line: unknown): line is PastImport {
  return typeof line === "object" && line !== null && "imported" in line;
}
