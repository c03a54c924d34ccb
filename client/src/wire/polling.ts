import { ApiError } from "./problem";

/** Milliseconds between two requests for a pending result, as the server's Retry-After says. */
const PAUSE = 1000;

/**
 * Calls until the answer is ready, and calls `report` with the progress (0 to 1) of each pending one. Rejects with any
 * other refusal, and when `signal` is aborted.
 */
export async function poll<T>(call: () => Promise<T>, report: (progress: number) => void, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "not_ready") throw error;
      signal.throwIfAborted();
      report(error.progress);
    }
    await pause(signal);
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
