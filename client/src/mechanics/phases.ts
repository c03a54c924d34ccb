// What some games put on the table beside dice and sheet. Each is fetched when a table of such a game is opened,
// so that the others stay as light as they are.

import type { Component } from "svelte";
import type { LegalAction, SheetLayout, Snapshot } from "../wire/types";
import { learn } from "../words";
import type { EventCard } from "../game/cards";
import type { DialogParts } from "../game/dialogparts";
import type { TableGame } from "../game/game.svelte";
import { mechanicOf } from "./mechanics";

interface Here {
  game: TableGame;
  snapshot: Snapshot;
}

export interface PhaseParts {
  /** The dialogs of the game's own actions. */
  dialogs?: DialogParts;
  /** Below the dice, where there is room next to the sheet. */
  Side?: Component<{ snapshot: Snapshot }>;
  /** Over the dice: what has just happened. */
  Card?: Component<{ card: EventCard; snapshot: Snapshot }>;
  /** Instead of the dice, while they are covered. */
  Cup?: Component<Here>;
  /** Instead of the large button, while there is something to answer. */
  Answers?: Component<Here & { onperform: (action: LegalAction) => void }>;
  /** Instead of the sheet. */
  Sheet?: Component<Here & { onwrite: (cell: string, clicks?: number) => void }>;
}

export const NO_PARTS: PhaseParts = {};

export async function loadParts(layout: Pick<SheetLayout, "phase">): Promise<PhaseParts> {
  if (layout.phase !== "") await learn("family");
  return mechanicOf(layout).load?.() ?? NO_PARTS;
}
