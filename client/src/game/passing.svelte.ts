// The device at a shared table: when it is handed over, which name slides over the tray, which sheet is visible.

import type { Clock } from "../board/dice/rollplan";
import { settings } from "../app/settings.svelte";
import type { Seat, Snapshot, TableEvent } from "../wire/types";
import { handOverTo, handsOver, localMover } from "./handover";

/** Milliseconds between an entry and the handover page, so that the ink is visible. */
const INK_SEEN = 700;

/** Milliseconds that the next name slides over the tray. */
const SLIDE = 1500;

/** The holder of the device at a table of one player: the device is handed over for each turn. */
const TABLE = 0;

export class Passing {
  /** The player who receives the device. */
  handover = $state.raw<Seat | null>(null);
  /** The next player at this device, whose name slides over the tray. */
  next = $state.raw<Seat | null>(null);
  /**
   * The seat whose sheet is visible if only one fits: first the sheet with the new entry, then that of the next player.
   */
  following = $state<number | null>(null);

  readonly #clock: Clock;
  #holder: number | null = null;
  #cancelHandover: (() => void) | null = null;
  #cancelFollowing: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Accepts the visible state of the table, and the events before it. */
  shown(snapshot: Snapshot, fresh: readonly TableEvent[]): void {
    this.#follow(snapshot, fresh);
    if (snapshot.seats.length === 1 && fresh.some((event) => event.type === "scored")) this.#holder = TABLE;
    this.#passOn(snapshot);
  }

  /** Records that the next player has the device. */
  done(): void {
    this.#holder = this.handover?.seat ?? this.#holder;
    this.handover = null;
  }

  #follow(snapshot: Snapshot, fresh: readonly TableEvent[]): void {
    this.#cancelFollowing?.();
    this.#cancelFollowing = null;
    const writer = fresh.findLast((event) => event.type === "scored" || event.type === "claim_settled")?.seat ?? null;
    const mover = snapshot.turn?.seat ?? writer ?? this.following;
    this.following = writer ?? mover;
    if (this.following === mover) return;
    this.#cancelFollowing = this.#clock.after(INK_SEEN, () => {
      this.following = mover;
    });
  }

  #slide(next: Seat): void {
    this.next = next;
    this.#clock.after(SLIDE, () => {
      if (this.next === next) this.next = null;
    });
  }

  #passOn(snapshot: Snapshot): void {
    this.#cancelHandover?.();
    this.#cancelHandover = null;
    const next = handOverTo(snapshot, this.#holder);
    if (next === null || !settings.coversHandover(handsOver(snapshot.sheet))) {
      this.handover = null;
      if (next !== null && snapshot.seats.length > 1) this.#slide(next);
      if (snapshot.turn?.stage !== "claimed") this.#holder = localMover(snapshot)?.seat ?? this.#holder;
      return;
    }
    if (this.handover !== null) {
      this.handover = next;
      return;
    }
    this.#cancelHandover = this.#clock.after(INK_SEEN, () => {
      this.handover = next;
    });
  }
}
