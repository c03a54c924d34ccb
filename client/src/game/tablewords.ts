// Sentences about the table as a whole.

import type { ScoreAction, Seat, SheetLayout, Snapshot } from "../wire/types";
import { t } from "../words";
import { mechanicOf } from "../mechanics/mechanics";
import { seatOf } from "./handover";

/** The heading that names the player whose turn it is. */
export function whoWords(snapshot: Snapshot): string {
  const mover = snapshot.turn === null ? undefined : seatOf(snapshot, snapshot.turn.seat);
  if (mover !== undefined && snapshot.turn?.stage === "shifting") return t("family.shifting", { name: mover.name });
  if (mover !== undefined && snapshot.turn?.stage === "claimed") return t("family.claim.asked", { name: mover.name });
  if (mover === undefined) return snapshot.status === "waiting" ? snapshot.variant_name : t("table.over");
  return snapshot.seats.length === 1 ? t("table.turn_solo") : t("table.turn_of", { name: mover.name });
}

/** Why a player is not playing, in a word or two; empty for those who play. */
export function stateWords({ sheet_frozen: gone, held, away }: Seat): string {
  if (gone) return t("table.state.gone");
  if (held !== null) return t("table.state.held");
  return away === null ? "" : t("table.state.away");
}

/** The label of the large button during another player's turn: the action of that player. */
export function otherWords({ status, turn }: Snapshot, mover: Seat): string {
  const { name } = mover;
  if (turn?.stage === "claimed") return t("family.claim.answers", { name });
  if (turn?.stage === "shifting") return t("family.shifting", { name });
  if (mover.held !== null) return t("table.roll_held", { name });
  if (mover.away !== null) return t("table.roll_away", { name });
  if (turn?.stage === "entry_due") return t("table.roll_entry", { name });
  return status === "running" && turn?.stage !== "entered" ? t("table.roll_other", { name }) : t("table.turn_of", { name });
}

/**
 * The number of rolls that the turn has used; empty while sheets change hands, and for entries without a roll.
 */
export function rollsWords({ turn, sheet }: Snapshot): { text: string; used: number; total: number } {
  const { stage, rolls_used: used = 0, rolls_left: left = 0 } = turn ?? {};
  const total = Math.max(sheet.rolls, used + left);
  if (stage === "shifting" || (stage === "entered" && used === 0)) return { text: "", used, total };
  if (sheet.banks_rolls && total > sheet.rolls) return { text: t("family.bank", { used, left }), used, total: 0 };
  return { text: used === 0 ? t("table.no_roll_yet", { total }) : t("table.roll_count", { used, total }), used, total };
}

/** The title of the browser tab. */
export function titleWords(snapshot: Snapshot): string {
  return t("table.title", { who: whoWords(snapshot), variant: snapshot.variant_name });
}

/** The effect of an entry, as a button shows it. */
export function entryWords(layout: SheetLayout, { cell, points, extra = 0 }: ScoreAction): string {
  const category = cellWords(layout, cell);
  const own = mechanicOf(layout).entry;
  if (own !== undefined) return own(category, points);
  if (points > 0) return extra > 0 ? t("table.pencil.enter_extra", { category, points, extra }) : t("table.pencil.enter", { category, points });
  return extra > 0 ? t("table.cell_scratch_extra", { category, count: extra }) : t("table.cell_scratch", { category });
}

/** The name of a cell, from its wire name. The chips of a pattern are all alike: none needs the number of its column. */
export function cellWords(layout: SheetLayout, cell: string): string {
  const [key, column] = cell.split("@");
  const category = layout.categories.find((one) => one.key === key)?.name ?? cell;
  return column === undefined || mechanicOf(layout).entry !== undefined ? category : t("table.category_in_column", { category, column });
}
