import { ApiError } from "../wire/problem";
import { t } from "../words";

/** The message for a failed call: the server's sentence, or ours when the server could not be reached. */
export function failureText(error: unknown): string {
  if (error instanceof ApiError && error.status !== 0) return error.message;
  return error instanceof ApiError ? t("failure.offline") : t("failure.unknown");
}

/** Whether trying the same again may help: not when the server understood and refused. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}

/** Whether the server could not be reached at all. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Whether the match is being played on at another device, by its key. */
export function isElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.code === "continued_elsewhere";
}
