// Kniffeliger: action dice.

export { default as Card } from "./ActionDieCard.svelte";
export { default as Dialogs } from "./ActionsDialog.svelte";
export { default as Side } from "./StocksPanel.svelte";
