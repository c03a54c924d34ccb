import { ApiError } from "../wire/problem";
import { t } from "../words";

/** The sentence about a failed call: the server's own, which lacks its full stop, or one about an unreachable server. */
export function failureText(error: unknown): string {
  if (error instanceof ApiError && error.status !== 0) return error.message.replace(/[^.!?…]$/, "$&.");
  return error instanceof ApiError ? t("failure.offline") : t("failure.unknown");
}

/** Whether a retry may help: not when the server understood the request and refused it. */
export function isWorthRetrying(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;
}

/** Whether the server could not be reached at all. */
export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Whether another device has taken over the match with its key. */
export function isElsewhere(error: unknown): boolean {
  return error instanceof ApiError && error.code === "continued_elsewhere";
}
