// The names of the sheet's sum rows, and a sentence about each.

import type { SheetLayout } from "../../wire/types";
import { t } from "../../words";
import { mechanicOf } from "../../mechanics/mechanics";
import type { Sum } from "./sheetmodel";

export function sumName(sum: Sum, layout: SheetLayout): string {
  const bonus = layout.upper_bonus[0];
  const several = layout.columns.length > 1;
  if (sum === "total" && several) return t("family.sum.column");
  // With several columns, each shows its own threshold, because the threshold depends on the factor.
  if (sum === "bonus" && bonus !== undefined && !several) return t("table.sum.bonus_from", { threshold: bonus.threshold });
  if (sum === "extra" && layout.extra !== null) return layout.extra.name;
  return t(`table.sum.${sum}`);
}

export function sumHint(sum: Sum, layout: SheetLayout): string {
  const bonus = layout.upper_bonus[0];
  switch (sum) {
    case "saldo":
      return t("table.sum_hint.saldo");
    case "bonus":
      return bonus === undefined ? "" : t("table.sum_hint.bonus", bonus);
    case "extra":
      return layout.extra?.counts_in === "match" ? t("table.sum_hint.extra_match") : t("table.sum_hint.extra_game");
    case "upper":
    case "lower":
    case "total":
      return "";
  }
}

/** The name of the final result; `settled` if it is not the sum of the cells. */
export function totalName(layout: SheetLayout, settled: boolean): string {
  const own = mechanicOf(layout).total;
  if (own !== undefined) return own();
  return settled ? t("family.sum.settled") : t("table.sum.total");
}
