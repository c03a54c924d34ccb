import type { Problem } from "./types";

/** A refusal by the server, or `offline` (status 0) if it could not be reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  /** The progress of the pending work, from 0 to 1; 0 if unknown. */
  readonly progress: number;

  constructor(problem: Problem) {
    super(problem.detail);
    this.code = problem.code;
    this.status = problem.status;
    this.progress = problem.progress ?? 0;
  }
}

/** The refusal in a response body; a body that is no problem document gets the code `error`. */
export function problemFromBody(status: number, body: unknown): Problem {
  const fields: Partial<Record<string, unknown>> = typeof body === "object" && body !== null ? { ...body } : {};
  const text = (name: string): string | null => {
    const value = fields[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const { progress } = fields;
  return {
    ...(typeof progress === "number" ? { progress } : {}),
    status,
    code: text("code") ?? "error",
    detail: text("detail") ?? text("text") ?? text("title") ?? `HTTP ${String(status)}`,
  };
}
