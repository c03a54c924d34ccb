// The deeds of a turn beside throwing dice and writing on the sheet: which one the large button does,
// and which ones have a button of their own. All of them are legal actions as the server handed them out.

import type { LegalAction, Snapshot } from "../wire/types";
import { t } from "../words";
import { seatOf } from "./handover";
import { mechanicOf } from "../mechanics/mechanics";

/** What the large button does: it is always the next step of the turn. */
export type MainDeed = "roll" | "chip_roll" | "announce" | "claim" | "end_turn" | "take_nothing" | null;

/** A smaller button next to the hint. */
export type SideDeed = "announce" | "claim" | "actions" | "double" | "take_nothing" | "cover";

type Type = LegalAction["type"];

export function mainDeed(snapshot: Snapshot): MainDeed {
  const types = typesOf(snapshot.legal_actions);
  if (canThrow(snapshot)) return snapshot.turn?.rolls_left === 0 ? "chip_roll" : "roll";
  // Without a roll among the actions, only an announcement leads on to one.
  const rest = ["end_turn", "claim", "take_nothing", "announce"] as const;
  return rest.find((type) => types.has(type)) ?? null;
}

/** Whether dice can be rolled now, by the server or by hand. Rolls with a ten-sided die are too many to be listed. */
export function canThrow({ legal_actions: actions, sheet, seats, turn }: Snapshot): boolean {
  if (actions.some(({ type }) => type === "roll" || type === "enter_dice")) return true;
  const real = seats.some((seat) => seat.seat === turn?.seat && seat.mine && seat.real_dice && seat.held === null);
  return real && sheet.ten_sided > 0 && (turn?.rolls_left ?? 0) > 0;
}

/** The buttons next to the hint, the most important one first. */
export function sideDeeds(snapshot: Snapshot, main: MainDeed): SideDeed[] {
  const types = typesOf(snapshot.legal_actions);
  const found: SideDeed[] = [];
  if (types.has("announce")) found.push("announce");
  if (types.has("claim") && main !== "claim") found.push("claim");
  if (types.has("take_nothing") && main !== "take_nothing") found.push("take_nothing");
  // The owner of action dice may look at them at any time; the dialog says which can be used.
  if (mechanicOf(snapshot.sheet).stock === true) found.push("actions");
  if (types.has("double")) found.push("double");
  return found;
}

/** What counts twice now: the turn, the dice on the table, or those of the next roll; empty when nothing does. */
export function doublingWords({ sheet, turn }: Snapshot): string {
  if (turn?.doubles_next === true) return t("family.double.roll_next");
  if (turn?.doubled !== true) return "";
  return sheet.double_when === "before_any_roll" ? t("family.double.roll_on") : t("family.double.on");
}

function typesOf(actions: readonly LegalAction[]): ReadonlySet<Type> {
  return new Set(actions.map((action) => action.type));
}

export function mainDeedWords(deed: Exclude<MainDeed, "roll" | null>, snapshot: Snapshot): string {
  const { turn } = snapshot;
  switch (deed) {
    case "announce":
      return t("family.announce.first", { left: turn?.rolls_left ?? 0 });
    case "claim":
      return t("family.claim.main");
    case "take_nothing":
      return t("family.pool.nothing");
    case "end_turn":
      return turn?.stage === "shifting" ? t("family.end_shifting") : t("family.end_turn");
    case "chip_roll":
      return t("family.chip_roll", { chips: seatOf(snapshot, turn?.seat ?? 0)?.chips ?? 0 });
  }
}
