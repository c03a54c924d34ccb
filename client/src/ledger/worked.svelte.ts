import { poll } from "../wire/polling";

/** An answer that the server may have to compute: the newest one, the progress of the next, and the last failure. */
export class Worked<T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<unknown>(null);
  /** The progress of the server, 0 to 1; null until the server says that it needs time. */
  progress = $state.raw<number | null>(null);

  #run = new AbortController();

  /** Asks until the server has the answer; a later call cancels this one. Never rejects. */
  async ask(call: () => Promise<T>): Promise<void> {
    this.stop();
    this.#run = new AbortController();
    const { signal } = this.#run;
    this.error = null;
    try {
      const value = await poll(call, (progress) => (this.progress = progress), signal);
      if (!signal.aborted) this.value = value;
    } catch (error) {
      if (!signal.aborted) this.error = error;
    }
    if (!signal.aborted) this.progress = null;
  }

  /** Stops waiting. */
  stop(): void {
    this.#run.abort();
    this.progress = null;
  }

  /** Stops waiting and clears the answer. */
  clear(): void {
    this.stop();
    this.value = null;
    this.error = null;
  }
}
