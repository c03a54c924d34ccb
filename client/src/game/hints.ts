// The choice of the client's help sentence. The server's own sentence names the legal actions; with dice on the table
// and a decision to make, the client can say more.

import type { Snapshot } from "../wire/types";
import { shareScreen } from "../mechanics/claims";

export interface Moment {
  /** Whether a player at this device may act. */
  readonly acting: boolean;
  /** Whether the player decides between rolling and entering; otherwise the server's sentence says more. */
  readonly plain: boolean;
  /** Whether dice are on the tray. */
  readonly rolled: boolean;
  readonly kept: number;
  /** Whether a mark means that a die is rolled again. */
  readonly marksRolls: boolean;
  readonly dice: number;
  /** Whether no open cell would score. */
  readonly onlyScratches: boolean;
  /** Whether a cell was announced, which must take the entry. */
  readonly announced: boolean;
  /** Whether another roll is possible. */
  readonly rolls: boolean;
}

export type Hint = "choose" | "mark" | "marked" | "kept_some" | "kept_all" | "must_write" | "must_scratch" | "announced" | "server";

export function hintOf(moment: Moment): Hint {
  if (!moment.acting || !moment.plain || !moment.rolled) return "server";
  if (!moment.rolls && moment.announced) return moment.onlyScratches ? "must_scratch" : "announced";
  if (!moment.rolls) return moment.onlyScratches ? "must_scratch" : "must_write";
  if (moment.announced && moment.kept === (moment.marksRolls ? moment.dice : 0)) return "announced";
  if (moment.marksRolls) return moment.kept === moment.dice ? "mark" : "marked";
  if (moment.kept === 0) return "choose";
  return moment.kept === moment.dice ? "kept_all" : "kept_some";
}

/** Whether the player now decides between rolling and entering. */
export function isPlain(snapshot: Snapshot | null): boolean {
  const stage = snapshot?.turn?.stage ?? "ready";
  return stage === "rolled" || stage === "entry_due";
}

/** Whether heading and button say everything: the only player at this device can do nothing but roll the dice. */
export function isObvious(snapshot: Snapshot): boolean {
  return snapshot.turn?.dice === null && snapshot.legal_actions.map(({ type }) => type).join() === "roll" && !shareScreen(snapshot);
}
