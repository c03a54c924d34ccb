/** Something that is fetched: its newest value, and what went wrong with the last attempt. */
export class Loaded<T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<unknown>(null);

  readonly #load: () => Promise<T>;
  #run = 0;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Fetch anew. An answer that a later call has overtaken is dropped; never rejects. */
  readonly refresh = async (): Promise<void> => {
    this.#run += 1;
    const run = this.#run;
    try {
      const value = await this.#load();
      if (run !== this.#run) return;
      this.value = value;
      this.error = null;
    } catch (error) {
      if (run === this.#run) this.error = error;
    }
  };
}
