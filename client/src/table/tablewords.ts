// Sentences about the table as a whole.

import type { SheetLayout, Snapshot } from "../wire/types";
import { t } from "../words";
import { seatOf } from "./handover";

/** Whose turn it is, as a heading. */
export function whoWords(snapshot: Snapshot): string {
  const mover = snapshot.turn === null ? undefined : seatOf(snapshot, snapshot.turn.seat);
  if (mover !== undefined && snapshot.turn?.stage === "shifting") return t("family.shifting", { name: mover.name });
  if (mover !== undefined && snapshot.turn?.stage === "claimed") return t("family.claim.asked", { name: mover.name });
  if (mover === undefined) return snapshot.status === "waiting" ? snapshot.variant_name : t("table.over");
  return snapshot.seats.length === 1 ? t("table.turn_solo") : t("table.turn_of", { name: mover.name });
}

/** The name of the browser's tab. */
export function titleWords(snapshot: Snapshot): string {
  return t("table.title", { who: whoWords(snapshot), variant: snapshot.variant_name });
}

/** A cell by its wire name, in words. */
export function cellWords(layout: SheetLayout, cell: string): string {
  const [key, column] = cell.split("@");
  const category = layout.categories.find((one) => one.key === key)?.name ?? cell;
  return column === undefined ? category : t("table.category_in_column", { category, column });
}
