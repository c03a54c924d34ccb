// The effect of an action die, in one sentence.

import type { Snapshot, UseActionAction } from "../wire/types";
import { t } from "../words";
import { seatOf } from "../game/handover";
import { cellWords } from "../game/tablewords";

export function confirmWords(snapshot: Snapshot, use: UseActionAction): string {
  const name = seatOf(snapshot, use.target ?? 0)?.name ?? "";
  const cell = cellWords(snapshot.sheet, use.cell ?? "");
  const count = use.points ?? 0;
  switch (use.action) {
    case "steal":
      return t("family.action.steal_sure", { name, cell, count });
    case "freeze":
      return t("family.action.freeze_sure", { name, cell });
    case "cross_out":
      if (isOpen(snapshot, use)) return t("family.action.cross_out_open_sure", { name, cell });
      return t("family.action.cross_out_sure", { name, cell, count });
    case "shift":
      return t("family.action.shift_sure");
    case "swap":
      return t("family.action.swap_sure", { name });
  }
}

/** Whether the target cell is empty. */
export function isOpen(snapshot: Snapshot, use: UseActionAction): boolean {
  return seatOf(snapshot, use.target ?? 0)?.cells[use.cell ?? ""] === undefined;
}
