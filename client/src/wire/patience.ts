import { ApiError } from "./problem";

/** Milliseconds between two questions for something that is still being worked out, as the server's Retry-After says. */
const PAUSE = 1000;

/**
 * Call until the answer is ready. `told` hears how far it is (0 to 1) each time that it is not.
 * Rejects with any other refusal, and as soon as `signal` is aborted.
 */
export async function patiently<T>(call: () => Promise<T>, told: (progress: number) => void, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "not_ready") throw error;
      signal.throwIfAborted();
      told(error.progress);
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
