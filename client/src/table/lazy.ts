// Parts of the table page that its first view does not need: they load after it, so that it appears sooner.

import { api } from "../app/server";
import { shown } from "../app/shown";
import type { Live } from "../wire/live.svelte";
import type { Snapshot } from "../wire/types";
import { learn, worded } from "../words";
import { here } from "../game/dialogparts";
import type { TableGame } from "../game/game.svelte";

export const lazy = {
  block: loadBlock,
  coach: loadCoach,
  chat: () => import("../chat/tablechat.svelte"),
  device: async () => (await worded(import("../account/DeviceDialog.svelte"), "account")).default,
  dialogs: () => shown().then(() => worded(import("./TableDialogs.svelte"), "dialogs")),
  after: async () => (await worded(import("../matchkey/After.svelte"), "partie")).default,
  rematch: async () => (await worded(import("../remote/Rematch.svelte"), "afar")).default,
  leave: async () => (await worded(import("../remote/LeaveDialog.svelte"), "afar")).default,
  figures: async (table: string, seats: Snapshot["seats"]) => (await import("./figures")).figuresOf(table, seats),
  menu: async () => (await shown().then(() => worded(import("./MenuList.svelte"), "dialogs"))).default,
  key: async () => (await worded(import("../matchkey/KeyDialog.svelte"), "partie")).default,
  keyLine: async () => (await worded(import("../matchkey/KeyLine.svelte"), "partie")).default,
  highlights: async () => (await import("../finish/Highlights.svelte")).default,
  interrupted: async () => (await worded(import("../matchkey/Interrupted.svelte"), "partie")).default,
  record: async () => (await import("../finish/Record.svelte")).default,
  settings: async () => (await import("../ui/SettingsDialog.svelte")).default,
  share: async () => (await import("../finish/ShareButton.svelte")).default,
  animator: () => shown().then(() => import("../board/dice/RollAnimation.svelte")),
  time: loadTime,
  watch: loadWatch,
  tutorial: () => shown().then(() => worded(import("./Tutorial.svelte"), "family")),
};

/** Whether chat has other readers: a player at another device, or a watcher. */
export function hasChatReaders(snapshot: Snapshot | null): boolean {
  return snapshot !== null && (snapshot.visibility === "public" || snapshot.seats.some((seat) => seat.kind === "human"));
}

export type Hints = Awaited<ReturnType<typeof loadCoach>>;

/** Loads hints and their catalogue, for a table that may have some. */
async function loadCoach(game: TableGame, snapshot: Snapshot) {
  const [{ Coach }, button, card] = await Promise.all([
    import("../game/coach.svelte"),
    import("./HintButton.svelte"),
    import("./HintCard.svelte"),
    learn("ask"),
  ]);
  const coach = new Coach(game, api);
  await coach.look(snapshot);
  return { coach, Button: button.default, Card: card.default };
}

export type Animator = { readonly RollAnimation: Awaited<ReturnType<typeof lazy.animator>>["default"] };

export type RealDice = Awaited<ReturnType<typeof loadBlock>>;

/** Loads the input and correction of real dice and their catalogue, for a table with a player who uses them. */
async function loadBlock(game: TableGame) {
  await shown();
  const [{ Block }, panel, buttons, points, correct] = await worded(
    Promise.all([
      import("../block/block.svelte"),
      import("../block/BlockPanel.svelte"),
      import("../block/BlockButtons.svelte"),
      import("../block/PointsDialog.svelte"),
      import("../block/CorrectDialog.svelte"),
    ]),
    "block",
  );
  return { block: new Block(game), Panel: panel.default, Buttons: buttons.default, dialogs: { points: here(points.default), correct: here(correct.default) } };
}

/** Loads clocks, absence and their catalogue, for a table with several devices. */
async function loadTime() {
  await shown();
  const [clock, notes, pause] = await worded(
    Promise.all([import("./time/TimeClock.svelte"), import("./time/TimeNotes.svelte"), import("./time/PauseDialog.svelte")]),
    "time",
    "dialogs",
  );
  return { Clock: clock.default, Notes: notes.default, dialogs: { pause: here(pause.default) } };
}

/** Loads earlier moments of the table, sounds and messages, with their catalogue. */
async function loadWatch(live: Live, game: TableGame) {
  const [{ Watch }, bar, speaker, alerts] = await Promise.all([
    import("../watch/watch.svelte"),
    import("../watch/WatchBar.svelte"),
    import("../watch/SpeakerButton.svelte"),
    import("../watch/AlertsDialog.svelte"),
    learn("watch"),
  ]);
  return { part: new Watch(live, game), Bar: bar.default, Speaker: speaker.default, dialogs: { alerts: here(alerts.default) } };
}

/**
 * Loads the log, and the pages between two turns and after the last one: they take the focus, so they must be ready.
 */
export async function loadPauses() {
  await shown();
  const [handOver, end, log, celebrations] = await Promise.all([
    import("./HandOver.svelte"),
    import("./GameEnd.svelte"),
    import("./log/LogBox.svelte"),
    import("../finish/Celebrations.svelte"),
    learn("dialogs"),
  ]);
  return { HandOver: handOver.default, GameEnd: end.default, LogBox: log.default, Celebrations: celebrations.default };
}
