// The differences of a table if a game adds something to the turn: one entry per mechanic, by its key. An unknown key,
// such as one of a newer server, is played as a plain game.

import type { Seat, SheetLayout } from "../wire/types";
import { t } from "../words";
import { wonCells } from "./contest";
import type { PhaseParts } from "./phases";

export interface Mechanic {
  /** Loads the parts of the table that it adds. */
  readonly load?: () => Promise<PhaseParts>;
  /** Whether dice are covered from those who may not see them. */
  readonly covers?: true;
  /** Whether players have action dice in stock, which all may look at during other players' turns. */
  readonly stock?: true;
  /** The additional shortcuts of the turn: one opens its dialog, and one ends the turn. */
  readonly keys?: "dialog" | "dialog_and_end";
  /** The label of the button for an entry that is none in a sheet: its cells of a category are all alike. */
  readonly entry?: (category: string, points: number) => string;
  /** The name of the result if it is no sum of the cells. */
  readonly total?: () => string;
  /** The won cells. */
  readonly won?: (seats: readonly Pick<Seat, "seat" | "cells">[]) => { seat: number; cell: string }[];
}

const PLAIN: Mechanic = {};

const MECHANICS: Partial<Record<SheetLayout["phase"], Mechanic>> = {
  action_dice: { load: () => import("./actiondice"), stock: true, keys: "dialog_and_end" },
  bluff: { load: () => import("./bluff"), covers: true, keys: "dialog" },
  chip_pool: { load: () => import("./chippool"), entry: (category, count) => t("family.pool.take", { category, count }) },
  contest: { total: () => t("family.sum.won"), won: wonCells },
};

export function mechanicOf(layout: Pick<SheetLayout, "phase"> | undefined): Mechanic {
  return MECHANICS[layout?.phase ?? ""] ?? PLAIN;
}
