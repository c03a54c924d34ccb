// Kniffeliger: action dice.

import { here } from "../game/dialogparts";
import ActionsDialog from "./ActionsDialog.svelte";

export { default as Card } from "./ActionDieCard.svelte";
export { default as Side } from "./StocksPanel.svelte";
export const dialogs = { actions: here(ActionsDialog) };
