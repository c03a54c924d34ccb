// What the players see now. The server's snapshots arrive one after another; the stage shows them in turn and gives
// each roll its time. It never shows a roll that the server has not confirmed. While dice tumble only the dice change:
// the rest of the page follows when they rest, so it delays no frame.

import type { Snapshot, TableEvent } from "../../wire/types";
import { FALLEN, LONGEST, type Chance, type Clock } from "./rollplan";
import { settle, staying, toggle, toggleFace, withKeep, type Slot } from "./tray";

export interface StageOptions {
  readonly clock: Clock;
  readonly chance: Chance;
  /** Whether dice may tumble; called at every roll. */
  readonly motion: () => boolean;
  /** Whether this screen hides the dice of a snapshot. */
  readonly covers: (snapshot: Snapshot) => boolean;
  /** Whether marks mean dice to roll again. A new roll then starts without marks. */
  readonly marksRolls: (snapshot: Snapshot) => boolean;
  /** Called with a shown snapshot and the events that led to it, when its dice rest. */
  readonly shown: (snapshot: Snapshot, events: readonly TableEvent[]) => void;
  /** The marks that the player made in this state of the table, or null. */
  readonly remembered: (snapshot: Snapshot) => string | null;
}

interface Scene {
  readonly snapshot: Snapshot;
  readonly events: readonly TableEvent[];
}

/** With more waiting scenes than this, the stage is behind (a hidden page) and catches up without motion. */
const MOST_WAITING = 2;

export class Stage {
  snapshot = $state.raw<Snapshot | null>(null);
  /** The dice in their row. While others fall, those that stay lie where they were. */
  slots = $state.raw<readonly Slot[]>([]);
  /** The row that the falling dice will form. */
  coming = $state.raw<readonly Slot[]>([]);
  /** `shaking`: dice are in the hand; `tumbling`: they fall; `sliding`: they line up. */
  phase = $state<"still" | "shaking" | "tumbling" | "sliding">("still");

  /** The number of rolls shown. */
  rolls = $state(0);

  readonly #options: StageOptions;
  readonly #waiting: Scene[] = [];
  #skip: (() => void) | null = null;

  constructor(options: StageOptions) {
    this.#options = options;
  }

  /** Accepts a new snapshot from the server, with the events since the last one. */
  take(snapshot: Snapshot, events: readonly TableEvent[]): void {
    this.#waiting.push({ snapshot, events });
    if (this.#waiting.length > MOST_WAITING) this.skip();
    if (this.#skip === null) this.#next();
  }

  /** Ends a roll whose dice do not rest yet. */
  skip(): void {
    this.#skip?.();
  }

  /** Moves the dice that are not kept into the hand until the answer arrives. */
  shake(): void {
    if (this.phase === "still" && this.moves) this.phase = "shaking";
  }

  /** Returns the dice to their places, because no answer arrived. */
  rest(): void {
    if (this.phase === "shaking") this.phase = "still";
  }

  /** Whether falling dice are visible now. */
  get moves(): boolean {
    return this.#options.motion();
  }

  /** Whether dice are in the hand or in the air. */
  get busy(): boolean {
    return this.phase !== "still";
  }

  /** Whether a roll is in the air, so the page shows the state before it. */
  get falls(): boolean {
    return this.phase === "tumbling" || this.phase === "sliding";
  }

  /** Whether the die of a place is in the hand or in the air. */
  isAway(place: number): boolean {
    if (this.falls) return this.coming.some((slot) => slot.from === place && slot.thrown);
    return this.phase === "shaking" && this.slots[place]?.kept !== true;
  }

  /** The number of places by which a die that stayed moves to the right to line up. */
  shift(place: number): number {
    if (this.phase !== "sliding") return 0;
    const target = this.coming.findIndex((slot) => slot.from === place && !slot.thrown);
    return target < 0 ? 0 : target - place;
  }

  toggle(place: number): void {
    if (!this.busy) this.slots = toggle(this.slots, place);
  }

  toggleFace(place: number): void {
    if (!this.busy) this.slots = toggleFace(this.slots, place);
  }

  #next(): void {
    const scene = this.#waiting.shift();
    if (scene === undefined) return;
    const { covers, motion } = this.#options;
    const thrown = this.#arrange(this.snapshot, scene);
    if (thrown && motion() && !covers(scene.snapshot) && this.#waiting.length < MOST_WAITING) this.#tumble(scene);
    else this.#finish(scene);
  }

  /** Decides the row of a scene; returns whether its dice were rolled just now. */
  #arrange(before: Snapshot | null, { snapshot, events }: Scene): boolean {
    const turn = snapshot.turn;
    if (turn === null || turn.dice === null) {
      this.coming = [];
      return false;
    }
    const rolled = events.some((event) => event.type === "dice_rolled");
    if (!rolled && before !== null && this.slots.length > 0 && before.turn?.dice === turn.dice) {
      this.coming = this.slots;
      return false;
    }
    if (rolled) this.rolls += 1;
    const first = turn.rolls_used <= 1 || !rolled;
    const lying = first ? [] : this.slots;
    const roll = { dice: turn.dice, kept: turn.kept, locked: turn.locked };
    const settled = settle(lying, roll, this.#options.chance);
    const slots = this.#options.marksRolls(snapshot) ? settled.map((slot) => ({ ...slot, kept: true })) : settled;
    const remembered = before === null ? this.#options.remembered(snapshot) : null;
    this.coming = remembered === null ? slots : withKeep(slots, remembered);
    // Real dice have already rolled.
    return rolled && before !== null && !events.some((event) => event.type === "dice_rolled" && event.data.by_hand === true);
  }

  #tumble(scene: Scene): void {
    const { clock } = this.#options;
    const settle = () => {
      this.phase = "sliding";
    };
    const end = () => {
      cancels.forEach((cancel) => cancel());
      this.#skip = null;
      this.#finish(scene);
    };
    this.slots = staying(this.slots, this.coming);
    this.phase = "tumbling";
    this.#skip = end;
    const cancels = [clock.after(FALLEN, settle), clock.after(LONGEST, end)];
  }

  #finish(scene: Scene): void {
    this.snapshot = scene.snapshot;
    this.slots = this.coming;
    this.phase = "still";
    this.#options.shown(scene.snapshot, scene.events);
    if (this.#skip === null && this.#waiting.length > 0) this.#next();
  }
}
