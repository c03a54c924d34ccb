// What a table is given from outside: its connection, the browser, and the parts that come later.

import type { Chance, Clock } from "../board/dice/rollplan";
import type { Live } from "../wire/live.svelte";
import type { Memory } from "./keepmemory";

/** What the table needs of its connection. */
export type Line = Pick<Live, "events" | "send">;

export interface Surroundings {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly memory: Memory;
  readonly motion: () => boolean;
}

/** What real dice change: pressing the large button, a face or the way back. Each says whether it was meant for them. */
export interface RealDiceKeys {
  roll(): boolean;
  press(face: number): boolean;
  back(): boolean;
  fixing(seat: number, cell: string): (() => void) | null;
}

/** Replay, sounds and notifications. */
export interface Watching {
  /** Goes one turn back. */
  lookBack(): void;
  readonly alerts: { readonly sounds: boolean; readonly messages: boolean; mute(on: boolean): void; setMessages(on: boolean): Promise<boolean> };
}

/** Sounds and vibrations at the table. */
export interface TableSounds {
  play(which: "keep" | "pencil"): void;
  land(hits: readonly number[]): void;
}
