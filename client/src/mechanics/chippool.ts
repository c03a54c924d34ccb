// Chips that lie on the table for everybody.

export { default as Sheet } from "./PoolPanel.svelte";
