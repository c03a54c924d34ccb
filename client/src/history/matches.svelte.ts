// The list of past matches, loaded page by page; another filter starts it again.

import type { PastMatch, PastPage } from "../wire/types";
import type { HistoryFilter } from "./calls";

type Ask = (filter: HistoryFilter, before: string | null) => Promise<PastPage>;

export class Matches {
  variant = $state<string | null>(null);
  name = $state<string | null>(null);
  /** The totals; null until the first answer. */
  page = $state.raw<PastPage | null>(null);
  /** The visible matches, the latest first. */
  list = $state.raw<readonly PastMatch[]>([]);
  error = $state.raw<unknown>(null);
  busy = $state(false);

  readonly #ask: Ask;
  #run = 0;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  get filter(): HistoryFilter {
    return { variant: this.variant, name: this.name };
  }

  /** Loads the first page; a later call cancels an earlier one. Never rejects. */
  readonly refresh = async (): Promise<void> => {
    await this.#fetch(null);
  };

  /** Loads the next page. Resolves with the index of its first match, or null. */
  readonly more = async (): Promise<number | null> => {
    const [shown, before] = [this.list.length, this.page?.before ?? null];
    if (this.busy || before === null) return null;
    await this.#fetch(before);
    return this.list.length > shown ? shown : null;
  };

  async #fetch(before: string | null): Promise<void> {
    const run = (this.#run += 1);
    this.busy = true;
    try {
      const page = await this.#ask(this.filter, before);
      if (run !== this.#run) return;
      this.page = page;
      this.list = before === null ? page.past : [...this.list, ...page.past];
      this.error = null;
    } catch (error) {
      if (run === this.#run) this.error = error;
    } finally {
      if (run === this.#run) this.busy = false;
    }
  }
}
