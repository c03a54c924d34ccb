import { patiently } from "../wire/patience";

/** An answer that the server may first have to work out: the newest one, how far the next is, and what went wrong. */
export class Worked<T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<unknown>(null);
  /** How far the server is, from 0 to 1; null as long as it has not said that this takes a while. */
  progress = $state.raw<number | null>(null);

  #run = new AbortController();

  /** Ask, and go on asking while the server works. A later question overtakes this one. Never rejects. */
  async ask(call: () => Promise<T>): Promise<void> {
    this.stop();
    this.#run = new AbortController();
    const { signal } = this.#run;
    this.error = null;
    try {
      const value = await patiently(call, (progress) => (this.progress = progress), signal);
      if (!signal.aborted) this.value = value;
    } catch (error) {
      if (!signal.aborted) this.error = error;
    }
    if (!signal.aborted) this.progress = null;
  }

  /** Wait no longer. */
  stop(): void {
    this.#run.abort();
    this.progress = null;
  }

  /** Forget the answer, too. */
  clear(): void {
    this.stop();
    this.value = null;
    this.error = null;
  }
}
