// The texts of a table of decisions.

import type { LedgerTurn, SheetLayout } from "../wire/types";
import { cellWords } from "../game/tablewords";
import { t } from "../words";

/** Average points. A smaller loss than the first is ignored; the others have a word. */
const NOTICEABLE = 0.05;
const COSTLY = 1;
const VERY_COSTLY = 5;

export type Cost = "none" | "little" | "costly" | "very_costly";

export function costOf(loss: number): Cost {
  if (loss < NOTICEABLE) return "none";
  if (loss < COSTLY) return "little";
  return loss < VERY_COSTLY ? "costly" : "very_costly";
}

/** The loss of the costliest single decision in a turn. */
export function worstLoss(turn: LedgerTurn): number {
  return Math.max(0, ...turn.rolls.map((roll) => roll.choice?.loss ?? 0));
}

/** The result of a turn: "Full house, 25 points". */
export function turnWords(layout: SheetLayout, { cell, points, extra }: LedgerTurn): string {
  if (cell === null) return t("ledger.turn_running");
  const category = cellWords(layout, cell);
  if (points === 0) return t("ledger.turn_struck", { category });
  const entered = t("ledger.turn_entered", { category, count: points });
  return extra > 0 ? t("ledger.turn_extra", { entered, count: extra }) : entered;
}
