// The environment of a table: its connection, the browser, and the parts that are loaded later.

import type { Chance, Clock } from "../board/dice/rollplan";
import type { Live } from "../wire/live.svelte";
import type { Memory } from "./keepmemory";

/** The part of the connection that the table uses. */
export type TableConnection = Pick<Live, "events" | "send">;

export interface Environment {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly memory: Memory;
  readonly motion: () => boolean;
}

/** Real dice handle the large button, a face or Backspace. Each method returns whether it handled the press. */
export interface RealDiceKeys {
  roll(): boolean;
  press(face: number): boolean;
  back(): boolean;
  fixing(seat: number, cell: string): (() => void) | null;
}

/** Replay, sounds and notifications. */
export interface Watching {
  /** Goes back one turn. */
  lookBack(): void;
  readonly alerts: { readonly sounds: boolean; readonly messages: boolean; mute(on: boolean): void; setMessages(on: boolean): Promise<boolean> };
}

/** The sounds and vibrations of a table. */
export interface TableSounds {
  play(which: "keep" | "pencil"): void;
  land(hits: readonly number[]): void;
}
