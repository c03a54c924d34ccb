// The parts that some games add to the table. Each is loaded when a table of such a game opens, so that other games
// stay small.

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
  /** The hint for the player who decides, because a turn is more than rolling and entering. */
  hint?: (snapshot: Snapshot) => string;
  /** The dialogs of the game's own actions. */
  dialogs?: DialogParts;
  /** Below the dice, if there is room next to the sheet. */
  Side?: Component<{ snapshot: Snapshot }>;
  /** Over the dice: the latest event. */
  Card?: Component<{ card: EventCard; snapshot: Snapshot }>;
  /** In place of the dice, while they are covered. */
  Cup?: Component<Here>;
  /** In place of the large button, while an answer is due. */
  Answers?: Component<Here & { onperform: (action: LegalAction) => void }>;
  /** In place of the sheet. */
  Sheet?: Component<Here & { onwrite: (cell: string, clicks?: number) => void }>;
}

export const NO_PARTS: PhaseParts = {};

export async function loadParts(layout: Pick<SheetLayout, "phase">): Promise<PhaseParts> {
  if (layout.phase !== "") await learn("family");
  return mechanicOf(layout).load?.() ?? NO_PARTS;
}
