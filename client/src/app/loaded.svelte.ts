/** Loaded data: the newest value, and the failure of the last attempt. */
export class Loaded<T> {
  value = $state.raw<T | null>(null);
  error = $state.raw<unknown>(null);

  readonly #load: () => Promise<T>;
  #run = 0;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** Reloads the data; a later call cancels an earlier one. Never rejects. */
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
