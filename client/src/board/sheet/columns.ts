// The head of a column: a short visible sign, and sentences about its rules.

import type { SheetColumn, SheetLayout } from "../../wire/types";
import { t } from "../../words";

export interface ColumnHead {
  /** The factor, an arrow or the number of the column. */
  readonly sign: string;
  /** One word below the sign; empty if the sign is enough. */
  readonly word: string;
  /** The description of the column, in whole sentences. */
  readonly sentence: string;
}

const ARROWS: Readonly<Record<SheetColumn["order"], string>> = {
  free: "",
  down: "↓",
  up: "↑",
  both_ends: "⇅",
  center_out: "↕",
  upper_first: "↧",
  lower_first: "↥",
};

/** Whether the columns of this sheet differ in anything but their number. */
function differ(layout: SheetLayout): boolean {
  return layout.sheet_order !== "free" || layout.columns.some((column) => isBound(column));
}

function isBound(column: SheetColumn): boolean {
  return column.order !== "free" || column.announce !== "none" || column.max_rolls !== null;
}

export function columnHead(layout: SheetLayout, column: SheetColumn): ColumnHead {
  const factor = layout.columns.some((one) => one.factor !== 1) ? t("family.times", { factor: column.factor }) : "";
  const mark = column.announce === "none" ? ARROWS[column.order] : "!";
  const sign = [factor, mark].filter((part) => part !== "").join(" ");
  return {
    sign: sign === "" ? String(column.column) : sign,
    word: differ(layout) ? wordOf(layout, column) : "",
    sentence: sentencesOf(layout, column).join(" "),
  };
}

function wordOf({ sheet_order: across }: SheetLayout, column: SheetColumn): string {
  if (column.announce !== "none") return t("family.column.announce_word");
  if (column.order !== "free") return t(`family.column.${column.order}_word`);
  if (column.max_rolls !== null) return t("family.column.rolls_word", { count: column.max_rolls });
  return across === "free" ? t("family.column.free_word") : t(`family.column.${across}_word`);
}

function sentencesOf({ sheet_order: across }: SheetLayout, column: SheetColumn): string[] {
  const { factor, order, announce, max_rolls: rolls } = column;
  return [
    t("family.column.name", { column: column.column }),
    factor === 1 ? "" : t("family.column.factor", { factor }),
    order === "free" ? "" : t(`family.column.${order}`),
    announce === "none" ? "" : t("family.column.announce"),
    rolls === null ? "" : t("family.column.rolls", { count: rolls }),
    across === "free" ? "" : t(`family.column.${across}`),
    isBound(column) || across !== "free" ? "" : t("family.column.free"),
  ].filter((sentence) => sentence !== "");
}
