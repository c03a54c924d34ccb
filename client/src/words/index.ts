export { type Key, learn, type Params, type Part, speak, t, worded } from "./words.svelte";
