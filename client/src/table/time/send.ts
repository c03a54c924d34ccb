// Commands outside the game: pauses, absence, return.

import type { Live } from "../../wire/live.svelte";
import { ApiError } from "../../wire/problem";
import type { Aside } from "../../wire/types";
import { t } from "../../words";
import type { TableGame } from "../../game/game.svelte";

/** Sends the command regardless of events in between, because they do not change its meaning. */
export async function sendUnconditionally(game: TableGame, live: Live, aside: Aside): Promise<void> {
  game.dialogs.close();
  try {
    await live.send(aside);
  } catch (error) {
    game.explain(error instanceof ApiError ? error.message : t("table.why.no_answer"));
  }
}
