// The actions of a turn other than rolling and entering: the one of the large button, and those with buttons of their
// own. All come from the legal actions of the server.

import type { LegalAction, Snapshot } from "../wire/types";
import { t } from "../words";
import { seatOf } from "./handover";
import { mechanicOf } from "../mechanics/mechanics";

/** The action of the large button: always the next step of the turn. */
export type MainAction = "roll" | "chip_roll" | "announce" | "claim" | "end_turn" | "take_nothing" | null;

/** The action of a smaller button next to the hint. */
export type SideAction = "announce" | "claim" | "actions" | "double" | "take_nothing" | "cover";

type Type = LegalAction["type"];

export function mainAction(snapshot: Snapshot): MainAction {
  const types = typesOf(snapshot.legal_actions);
  if (canRoll(snapshot)) return snapshot.turn?.rolls_left === 0 ? "chip_roll" : "roll";
  // If no roll is legal, only an announcement makes one legal.
  const rest = ["end_turn", "claim", "take_nothing", "announce"] as const;
  return rest.find((type) => types.has(type)) ?? null;
}

/** Whether dice can be rolled now, by the server or by hand. Rolls with a ten-sided die are too many to list. */
export function canRoll({ legal_actions: actions, sheet, seats, turn }: Snapshot): boolean {
  if (actions.some(({ type }) => type === "roll" || type === "enter_dice")) return true;
  const real = seats.some((seat) => seat.seat === turn?.seat && seat.mine && seat.real_dice && seat.held === null);
  return real && sheet.ten_sided > 0 && (turn?.rolls_left ?? 0) > 0;
}

/** The buttons next to the hint, the most important first. */
export function sideActions(snapshot: Snapshot, main: MainAction): SideAction[] {
  const types = typesOf(snapshot.legal_actions);
  const found: SideAction[] = [];
  if (types.has("announce")) found.push("announce");
  if (types.has("claim") && main !== "claim") found.push("claim");
  if (types.has("take_nothing") && main !== "take_nothing") found.push("take_nothing");
  // Owners of action dice may view them at any time; the dialog shows which can be used.
  if (mechanicOf(snapshot.sheet).stock === true) found.push("actions");
  if (types.has("double")) found.push("double");
  return found;
}

/** The doubled part: the turn, the dice on the table, or those of the next roll; empty for none. */
export function doublingWords({ sheet, turn }: Snapshot): string {
  if (turn?.doubles_next === true) return t("family.double.roll_next");
  if (turn?.doubled !== true) return "";
  return sheet.double_when === "before_any_roll" ? t("family.double.roll_on") : t("family.double.on");
}

function typesOf(actions: readonly LegalAction[]): ReadonlySet<Type> {
  return new Set(actions.map((action) => action.type));
}

export function mainActionWords(action: Exclude<MainAction, "roll" | null>, snapshot: Snapshot): string {
  const { turn } = snapshot;
  switch (action) {
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
