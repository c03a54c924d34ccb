// Replay: the table after an earlier event, while the game continues.

import { announce } from "../app/announce.svelte";
import type { TableGame } from "../game/game.svelte";
import type { Live } from "../wire/live.svelte";
import type { Snapshot, TableEvent } from "../wire/types";

/** The current table, and the request for an earlier moment. */
export interface Sources {
  readonly live: Pick<Live, "events">;
  readonly at: (seq: number) => Promise<Snapshot>;
  readonly game: Pick<TableGame, "asOf">;
  /** Called when an earlier moment could not be loaded. */
  readonly failed: () => void;
}

/** Events outside the game are no moments to go back to. */
const NOT_PLAY = /^(table_opened|seat_|absence_|pause_|table_paused|table_resumed|clock_|time_up|rematch_)/;
/** The events that end a turn. */
const ENDS = new Set(["scored", "turn_ended", "claim_settled", "nothing_taken", "cell_lost", "sheet_frozen", "table_started"]);
/** The number of moments kept. */
const KEPT = 400;

/** The moments of a log, in order. */
export function stopsOf(events: readonly TableEvent[]): readonly TableEvent[] {
  return events.filter((event) => !NOT_PLAY.test(event.type));
}

/** The index of the next end of a turn in a direction; the first or last moment if there is none. */
export function turnFrom(stops: readonly TableEvent[], place: number, step: 1 | -1): number {
  for (let next = place + step; next >= 0 && next < stops.length; next += step) {
    if (ENDS.has(stops[next]?.type ?? "")) return next;
  }
  return step < 0 ? 0 : stops.length - 1;
}

export class Past {
  /** The requested moment; null: the present. */
  place = $state<number | null>(null);
  /** The table at the visible moment; null: the present. */
  game = $state.raw<TableGame | null>(null);

  readonly #sources: Sources;
  readonly #known = new Map<number, Snapshot>();
  readonly stops: readonly TableEvent[] = $derived.by(() => stopsOf(this.#sources.live.events));
  /** The index of the last moment: the present. */
  readonly last: number = $derived.by(() => this.stops.length - 1);
  /** The event of the requested moment. */
  readonly event: TableEvent | null = $derived.by(() => (this.place === null ? null : (this.stops[this.place] ?? null)));

  /** The number of turns ended since the requested moment. */
  readonly behind: number = $derived.by(() =>
    this.place === null ? 0 : this.stops.slice(this.place + 1).filter(({ type }) => ENDS.has(type)).length,
  );

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Goes to a moment by its index; the last one is the present. */
  async go(place: number): Promise<void> {
    if (place >= this.last) {
      this.toLive();
      return;
    }
    const requested = Math.max(0, place);
    const event = this.stops[requested];
    if (event === undefined) return;
    this.place = requested;
    try {
      const snapshot = await this.#at(event.seq);
      if (this.place !== requested) return; // another moment was requested meanwhile
      this.game = this.#sources.game.asOf(snapshot);
      announce(event.text);
    } catch {
      if (this.place !== requested) return;
      this.toLive();
      this.#sources.failed();
    }
  }

  /** Goes one event back or forth. */
  step(by: 1 | -1): Promise<void> {
    return this.go((this.place ?? this.last) + by);
  }

  /** Goes to the end of the previous or next turn. */
  turn(by: 1 | -1): Promise<void> {
    return this.go(turnFrom(this.stops, this.place ?? this.last, by));
  }

  toLive(): void {
    this.place = null;
    this.game = null;
  }

  /** Drops all moments after a change of language, because their sentences must be loaded again. */
  forget(): void {
    this.#known.clear();
    if (this.place !== null) void this.go(this.place);
  }

  async #at(seq: number): Promise<Snapshot> {
    const known = this.#known.get(seq);
    if (known !== undefined) return known;
    const snapshot = await this.#sources.at(seq);
    if (this.#known.size >= KEPT) this.#known.clear();
    this.#known.set(seq, snapshot);
    return snapshot;
  }
}
