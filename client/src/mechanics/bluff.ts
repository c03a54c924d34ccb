// Dice under a cup: claiming, believing, doubting.

export { default as Answers } from "./AnswerButtons.svelte";
export { default as Card } from "./ClaimCard.svelte";
export { default as Cup } from "./Cup.svelte";
export { default as Dialogs } from "./ClaimDialog.svelte";
