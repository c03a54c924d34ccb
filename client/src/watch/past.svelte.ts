// Scrolling back: the table as it stood after an earlier event, while the game goes on.

import { announce } from "../app/announce.svelte";
import type { TableGame } from "../game/game.svelte";
import type { Live } from "../wire/live.svelte";
import type { Snapshot, TableEvent } from "../wire/types";

/** Where the table is and how an earlier moment of it is asked for. */
export interface Sources {
  readonly live: Pick<Live, "events">;
  readonly at: (seq: number) => Promise<Snapshot>;
  readonly game: Pick<TableGame, "asOf">;
  /** An earlier moment could not be had. */
  readonly failed: () => void;
}

/** Events outside the game are no moments to go back to. */
const BESIDE = /^(table_opened|seat_|absence_|pause_|table_paused|table_resumed|clock_|time_up|rematch_)/;
/** What ends a turn. */
const ENDS = new Set(["scored", "turn_ended", "claim_settled", "nothing_taken", "cell_lost", "sheet_frozen", "table_started"]);
/** How many moments are remembered. */
const KEPT = 400;

/** The moments of a log, in order. */
export function stopsOf(events: readonly TableEvent[]): readonly TableEvent[] {
  return events.filter((event) => !BESIDE.test(event.type));
}

/** The place of the next end of a turn in a direction, the first or last moment where there is none. */
export function turnFrom(stops: readonly TableEvent[], place: number, step: 1 | -1): number {
  for (let next = place + step; next >= 0 && next < stops.length; next += step) {
    if (ENDS.has(stops[next]?.type ?? "")) return next;
  }
  return step < 0 ? 0 : stops.length - 1;
}

export class Past {
  /** The moment that is wished for; null: the present. */
  place = $state<number | null>(null);
  /** The table at the moment that is on show; null: the present is. */
  game = $state.raw<TableGame | null>(null);

  readonly #sources: Sources;
  readonly #known = new Map<number, Snapshot>();
  readonly stops: readonly TableEvent[] = $derived.by(() => stopsOf(this.#sources.live.events));
  /** The last place of all: the present. */
  readonly last: number = $derived.by(() => this.stops.length - 1);
  /** What happened at the moment that is wished for. */
  readonly event: TableEvent | null = $derived.by(() => (this.place === null ? null : (this.stops[this.place] ?? null)));

  /** How many turns have ended since the moment that is wished for. */
  readonly behind: number = $derived.by(() =>
    this.place === null ? 0 : this.stops.slice(this.place + 1).filter(({ type }) => ENDS.has(type)).length,
  );

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** Go to a place among the stops; the last one of all is the present. */
  async go(place: number): Promise<void> {
    if (place >= this.last) {
      this.toLive();
      return;
    }
    const wished = Math.max(0, place);
    const event = this.stops[wished];
    if (event === undefined) return;
    this.place = wished;
    try {
      const snapshot = await this.#at(event.seq);
      if (this.place !== wished) return; // the player has scrolled on meanwhile
      this.game = this.#sources.game.asOf(snapshot);
      announce(event.text);
    } catch {
      if (this.place !== wished) return;
      this.toLive();
      this.#sources.failed();
    }
  }

  /** One event back or forth. */
  step(by: 1 | -1): Promise<void> {
    return this.go((this.place ?? this.last) + by);
  }

  /** To the end of the turn before or after. */
  turn(by: 1 | -1): Promise<void> {
    return this.go(turnFrom(this.stops, this.place ?? this.last, by));
  }

  toLive(): void {
    this.place = null;
    this.game = null;
  }

  /** The language has changed: sentences are asked for again. */
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
