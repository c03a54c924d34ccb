// What the server does for somebody's past matches.

import { api } from "../app/server";
import { settings } from "../app/settings.svelte";
import { ApiError, problemFromBody } from "../wire/problem";
import type { PastImport, PastPage } from "../wire/types";

/** Which matches are asked for; null: all. */
export interface Wish {
  readonly variant: string | null;
  readonly name: string | null;
}

export function queryOf(wish: Wish, more: Readonly<Record<string, string | null>> = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries({ variant: wish.variant, with: wish.name, ...more })) {
    if (value !== null) query.set(key, value);
  }
  return query.size === 0 ? "" : `?${query.toString()}`;
}

export function askPage(wish: Wish, before: string | null): Promise<PastPage> {
  return api.ask("GET", `/history${queryOf(wish, { before })}`);
}

/** The address of a file with the matches that are on show: all records, or a table of results. */
export function fileAddress(file: "history/export" | "history.csv", wish: Wish): string {
  return `/api/v1/${file}${queryOf(wish, { lang: settings.language })}`;
}

/** Send a file of records. Every refusal is thrown as `ApiError`, an unreachable server too. */
export async function bring(file: Blob, fetcher: typeof fetch = fetch): Promise<PastImport> {
  await api.session();
  const headers = { "Content-Type": "application/x-ndjson", "Accept-Language": settings.language };
  let answer: Response;
  try {
    answer = await fetcher("/api/v1/history/import", { method: "POST", headers, credentials: "same-origin", body: file });
  } catch {
    throw new ApiError({ status: 0, code: "offline", detail: "" });
  }
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new ApiError(problemFromBody(answer.status, body));
  // The server's schema vouches for the shape; see types.ts.
  return body as PastImport;
}
