// A decision of a game to make again: the legal actions, and their values.

import { offersOf, type Offers, type SheetSeat } from "../../board/sheet/sheetmodel";
import { settle, type Slot } from "../../board/dice/tray";
import type { ActionOffered, AdvisedAction, Lesson, Situation } from "../../wire/types";

/** Average points too few to matter. */
const UNNOTICED = 0.05;

/** The comparison of an answer with the best action and with the one played. */
export type Verdict = "best" | "better" | "same" | "equal" | "worse";

/** The offers of the sheet: each cell with the points of the dice, and without. */
export function offersFrom(actions: readonly ActionOffered[]): Offers {
  return offersOf(
    actions.flatMap(({ action, points, extra }) =>
      points === null ? [] : [{ type: "score" as const, cell: cellOf(action), points, extra, strong: false }],
    ),
  );
}

/** The entry of a cell: with the points of the dice, or a scratch if they give none. */
export function entryIn(actions: readonly ActionOffered[], cell: string): ActionOffered | null {
  const entries = actions.filter((action) => action.points !== null && cellOf(action.action) === cell);
  return entries.sort((a, b) => (b.points ?? 0) - (a.points ?? 0))[0] ?? null;
}

function cellOf(action: string): string {
  return action.split(" ")[0] ?? "";
}

export function actionCalled<A extends ActionOffered>(actions: readonly A[], text: string): A | null {
  return actions.find(({ action }) => action === text) ?? null;
}

export function judge(chosen: AdvisedAction, { action, loss }: Pick<Lesson, "action" | "loss">): Verdict {
  if (chosen.regret < UNNOTICED) return "best";
  if (chosen.action === action) return "same";
  const gain = loss - chosen.regret;
  if (Math.abs(gain) < UNNOTICED) return "equal";
  return gain > 0 ? "better" : "worse";
}

/** The sheet of a situation, as that of seat 1. */
export function sheetOf(situation: Situation, name: string): SheetSeat {
  const { cells, upper, saldo, bonus, lower, extra, total } = situation;
  return { seat: 1, name, cells, upper, saldo, bonus, lower, extra, total, score: total, columns: [], lies: [], typed: [], rank: 1 };
}

/** The dice of a situation on the tray. Locked dice are kept. */
export function trayOf({ dice, locked }: Situation): Slot[] {
  return dice === null ? [] : settle([], { dice, kept: locked, locked }, () => 0);
}
