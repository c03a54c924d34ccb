export { type Key, learn, type Params, type Part, speak, t } from "./words.svelte";
