// The deeds of a turn beside throwing dice and writing on the sheet: which one the large button does,
// and which ones have a button of their own. All of them are legal actions as the server handed them out.

import type { LegalAction, Snapshot } from "../wire/types";
import { t } from "../words";

/** What the large button does: it is always the next step of the turn. */
export type MainDeed = "roll" | "chip_roll" | "announce" | "end_turn" | null;

export function mainDeed(snapshot: Snapshot): MainDeed {
  const types = new Set(snapshot.legal_actions.map((action) => action.type));
  if (types.has("roll")) return snapshot.turn?.rolls_left === 0 ? "chip_roll" : "roll";
  if (types.has("end_turn")) return "end_turn";
  // Without a throw among the actions, only an announcement leads on to one.
  return types.has("announce") ? "announce" : null;
}

export function mainDeedWords(deed: Exclude<MainDeed, "roll" | null>, snapshot: Snapshot): string {
  switch (deed) {
    case "announce":
      return t("family.announce.first", { left: snapshot.turn?.rolls_left ?? 0 });
    case "end_turn":
      return t("family.end_turn");
    case "chip_roll":
      return t("family.chip_roll");
  }
}

export function hasAction(actions: readonly LegalAction[], type: LegalAction["type"]): boolean {
  return actions.some((action) => action.type === type);
}
