export { type Key, type Params, speak, t } from "./words.svelte";
