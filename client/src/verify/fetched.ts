import { api } from "../app/server";
import { settings } from "../app/settings.svelte";
import { ApiError, problemFromBody } from "../wire/problem";

/** The record of a table. Throws `ApiError`. */
export async function recordOf(table: string): Promise<string> {
  const headers = { Accept: "text/plain, application/problem+json", "Accept-Language": settings.language };
  let answer: Response;
  try {
    answer = await fetch(api.tableFile(table, "record"), { headers, credentials: "same-origin" });
  } catch {
    throw new ApiError({ status: 0, code: "offline", detail: "" });
  }
  if (!answer.ok) throw new ApiError(problemFromBody(answer.status, await answer.json().catch(() => null)));
  return answer.text();
}
