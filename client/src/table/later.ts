// Parts of the table page that are not needed to see it: fetched right after it is there, so that it is there sooner.

import { api } from "../app/server";
import type { Snapshot } from "../wire/types";
import { learn } from "../words";
import type { TableGame } from "./game.svelte";

export const later = {
  coach: loadCoach,
  dialogs: () => import("./TableDialogs.svelte"),
  tutorial: () => import("./Tutorial.svelte"),
};

export type Hints = Awaited<ReturnType<typeof loadCoach>>;

/** Hints, with the words they need, for a table that may have some. */
async function loadCoach(game: TableGame, snapshot: Snapshot) {
  const [{ Coach }, button, card] = await Promise.all([
    import("./coach.svelte"),
    import("./HintButton.svelte"),
    import("./HintCard.svelte"),
    learn("ask"),
  ]);
  const coach = new Coach(game, api);
  await coach.look(snapshot);
  return { coach, Button: button.default, Card: card.default };
}

/** What comes between two turns and after the last one: it has to be at hand by then, for it takes the focus. */
export async function loadPauses() {
  const [handOver, end] = await Promise.all([import("./HandOver.svelte"), import("./GameEnd.svelte")]);
  return { HandOver: handOver.default, GameEnd: end.default };
}
