// A pool of chips shared by all players.

export { default as Sheet } from "./PoolPanel.svelte";
