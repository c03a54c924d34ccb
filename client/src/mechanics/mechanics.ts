// What a table does otherwise where a game adds something to the turn: one entry for each mechanic, by its key.
// A key without an entry, such as one of a newer server, is played as a plain game.

import type { Seat, SheetLayout } from "../wire/types";
import { t } from "../words";
import { wonCells } from "./contest";
import type { PhaseParts } from "./phases";

export interface Mechanic {
  /** Fetches its parts of the table, in addition to dice and sheet. */
  readonly load?: () => Promise<PhaseParts>;
  /** Dice are covered from those who may not see them. */
  readonly covers?: true;
  /** Players have dice in stock, which may be looked at while others play. */
  readonly stock?: true;
  /** The turn has additional keys: one opens its dialog, and one ends the turn. */
  readonly keys?: "dialog" | "dialog_and_end";
  /** A turn is more than rolling and writing, so the server's hints replace the client's. */
  readonly ownHints?: true;
  /** What the result is called where it is no sum of the cells. */
  readonly total?: () => string;
  /** The cells that have been won. */
  readonly won?: (seats: readonly Pick<Seat, "seat" | "cells">[]) => { seat: number; cell: string }[];
}

const PLAIN: Mechanic = {};

const MECHANICS: Partial<Record<SheetLayout["phase"], Mechanic>> = {
  action_dice: { load: () => import("./actiondice"), stock: true, keys: "dialog_and_end" },
  bluff: { load: () => import("./bluff"), covers: true, keys: "dialog", ownHints: true },
  chip_pool: { load: () => import("./chippool"), ownHints: true },
  contest: { total: () => t("family.sum.won"), won: wonCells },
};

export function mechanicOf(layout: Pick<SheetLayout, "phase"> | undefined): Mechanic {
  return MECHANICS[layout?.phase ?? ""] ?? PLAIN;
}
