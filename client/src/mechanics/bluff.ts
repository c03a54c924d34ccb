// Dice under a cup: claiming, believing, doubting.

import { here } from "../game/dialogparts";
import ClaimDialog from "./ClaimDialog.svelte";

export { default as Answers } from "./AnswerButtons.svelte";
export { default as Card } from "./ClaimCard.svelte";
export { default as Cup } from "./Cup.svelte";
export const dialogs = { claim: here(ClaimDialog) };
