import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** Where `vite dev` finds a running server: `pasch serve` on its default port unless told otherwise. */
const server = process.env.PASCH_SERVER ?? "http://127.0.0.1:8000";

/** The things on a table that other pages show, too: one file, for apart they weigh more. */
const BOARD = /src\/table\/(Sheet(View|Table|Head|Cell)|SumCell|CellMark|Strike|Tray|Die|Pin)\.svelte|src\/table\/(phase\/(actions|claims)|columns|dice|pips|scrollable|sheetmarks|sheetmodel|sheetplay|screen.svelte|sumwords|tablewords|tints|tray|tutorial|presskey|keys|focus|handover)\.ts/;

/** What every page needs: one file, for apart these many small ones weigh more, and so do the lists of who needs whom. */
const CORE = /vite\/preload-helper|node_modules\/(svelte|clsx|esm-env)\/|src\/(App\.svelte|app\/(Announcer|Loading|Logo|announce|failure|navigation|pages|router|server|settings|storage|theme)\b|pages\/UnloadedPage|wire\/(api|ids|problem)\.ts|words\/(words|index))/;

/** What most pages need as soon as they are there: one file. */
const COMMON = /src\/(app\/(Dialog|Icon|Failure|RulesDialog|attempt|loaded)\b|wire\/patience|words\/format|pages\/house\/address)/;

/** What a table fetches once its sheet and its dice are there: one file. */
const DIALOGS = /src\/table\/(TableDialogs|MenuList|CellChoice|HandOver|GameEnd|LogBox|LogPanel|LogDialog|HintButton|HintCard|coach)\b/;

const GROUPS = [
  { name: "core", test: CORE },
  { name: "board", test: BOARD },
  { name: "common", test: COMMON },
  { name: "dialogs", test: DIALOGS },
];

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: "es2022",
    // Inlined assets become data: addresses, which the content security policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Which file needs which others; a test adds up from it what a first visit loads.
    manifest: true,
    // The game, and the reference of the HTTP interface, which shares nothing with it.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: ["index.html", "reference.html"], output: { codeSplitting: { includeDependenciesRecursively: false, groups: GROUPS } } },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
