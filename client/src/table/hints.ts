// Which sentence of the client helps in this moment. The server's own sentence says what may be done;
// with dice on the table and something to decide, the client can say more.

export interface Moment {
  /** Somebody at this device may act. */
  readonly acting: boolean;
  /** Dice lie on the tray. */
  readonly rolled: boolean;
  readonly kept: number;
  readonly dice: number;
  /** No open cell would score. */
  readonly onlyScratches: boolean;
  /** A cell was announced: the entry goes there. */
  readonly announced: boolean;
  /** Another roll is possible. */
  readonly rolls: boolean;
}

export type Hint = "choose" | "kept_some" | "kept_all" | "must_write" | "must_scratch" | "announced" | "server";

export function hintOf(moment: Moment): Hint {
  if (!moment.acting || !moment.rolled) return "server";
  if (!moment.rolls && moment.announced) return moment.onlyScratches ? "must_scratch" : "announced";
  if (!moment.rolls) return moment.onlyScratches ? "must_scratch" : "must_write";
  if (moment.announced && moment.kept === 0) return "announced";
  if (moment.kept === 0) return "choose";
  return moment.kept === moment.dice ? "kept_all" : "kept_some";
}
