// Commands outside the game: pauses, absence, return.

import { failureText } from "../../app/failure";
import type { Live } from "../../wire/live.svelte";
import type { Aside } from "../../wire/types";
import type { TableGame } from "../../game/game.svelte";

/** Sends the command regardless of events in between, because they do not change its meaning. */
export async function sendUnconditionally(game: TableGame, live: Live, aside: Aside): Promise<void> {
  game.dialogs.close();
  try {
    await live.send(aside);
  } catch (error) {
    game.explain(failureText(error));
  }
}
