// Which sentence of the client helps in this moment. The server's own sentence says what may be done;
// with dice on the table and something to decide, the client can say more.

import type { Snapshot } from "../wire/types";
import { mechanicOf } from "../mechanics/mechanics";

export interface Moment {
  /** A player at this device may act. */
  readonly acting: boolean;
  /** A turn of rolling and writing; of anything else the server's sentence says more. */
  readonly plain: boolean;
  /** Dice lie on the tray. */
  readonly rolled: boolean;
  readonly kept: number;
  /** A mark says that a die is rolled again. */
  readonly marksRolls: boolean;
  readonly dice: number;
  /** No open cell would score. */
  readonly onlyScratches: boolean;
  /** A cell was announced: the entry goes there. */
  readonly announced: boolean;
  /** Another roll is possible. */
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

/** Whether rolling and writing is all that this turn is about now. */
export function isPlain(snapshot: Snapshot | null): boolean {
  const stage = snapshot?.turn?.stage ?? "ready";
  return mechanicOf(snapshot?.sheet).ownHints !== true && (stage === "rolled" || stage === "entry_due");
}
