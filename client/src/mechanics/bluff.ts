// Dice under a cup: claiming, believing, doubting.

import { here } from "../game/dialogparts";
import type { Snapshot } from "../wire/types";
import { t } from "../words";
import { claimWords } from "./claiming";
import ClaimDialog from "./ClaimDialog.svelte";

export { default as Answers } from "./AnswerButtons.svelte";
export { default as Card } from "./ClaimCard.svelte";
export { default as Cup } from "./Cup.svelte";
export function hint(snapshot: Snapshot): string {
  const { turn } = snapshot;
  if (turn?.stage === "claimed") return claimWords(snapshot);
  return (turn?.rolls_left ?? 0) > 0 ? t("family.claim.hint.choose") : t("family.claim.hint.claim");
}
export const dialogs = { claim: here(ClaimDialog) };
