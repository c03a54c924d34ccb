// Dice under a cup: who sees them.

import type { Snapshot, TableEvent } from "../wire/types";
import { t } from "../words";
import { mechanicOf } from "./mechanics";

/** Whether people at this device share its screen. With several, the cup hides the dice until the player looks. */
export function shareScreen(snapshot: Snapshot): boolean {
  return snapshot.seats.filter((seat) => seat.mine && seat.kind !== "bot").length > 1;
}

/** Whether this screen hides the dice now. `uncovered`: the player whose turn it is looks at them. */
export function isCovered(snapshot: Snapshot | null, uncovered: boolean): boolean {
  const turn = snapshot?.turn ?? null;
  if (snapshot === null || turn === null || mechanicOf(snapshot.sheet).covers !== true) return false;
  if (turn.hidden) return true;
  return shareScreen(snapshot) && turn.dice !== null && (!uncovered || turn.stage === "claimed");
}

/** The event as this screen shows it: on a shared screen, the log hides the dice under another player's cup. */
export function discreet(event: TableEvent, snapshot: Snapshot | null): TableEvent {
  if (event.type !== "dice_rolled" || snapshot === null || mechanicOf(snapshot.sheet).covers !== true || !shareScreen(snapshot)) return event;
  const name = snapshot.seats.find(({ seat }) => seat === event.seat)?.name ?? "";
  return { ...event, text: t("family.cup.rolled", { name, roll: event.data.roll }) };
}
