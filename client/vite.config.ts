import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type Rolldown } from "vite";

/** The server behind `vite dev`: by default `pasch serve` on its default port. */
const server = process.env.PASCH_SERVER ?? "http://127.0.0.1:8000";

type Context = Pick<Rolldown.PluginContext, "getModuleInfo">;

const source = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url));

/** The chunks of a first visit, with their imports: one file each. A module that several need is in the first. */
const VISITS = {
  core: [source("main.ts")],
  start: [source("pages/start/StartPage.svelte")],
  table: [source("app/TableRoute.svelte"), source("table/TablePage.svelte")],
};

/**
 * The catalogue of a language, by part. The parts of all pages and of the start page are files; the others share one.
 */
const WORDS = /\/words\/(?<language>\w+)\/(?<part>\w+)/;
const WORD_FILES: Readonly<Record<string, string>> = { base: "first", start: "start" };

/** The rest of the program, by folder. */
const LAZY: readonly (readonly [name: string, test: RegExp])[] = [
  ["start", /\/src\/(faces\/BotFace|ui\/(Hint|SettingsDialog)|position\/(position|figures)\.ts|wire\/polling\.ts)/],
  ["dialogs", /\/src\/(board|game|mechanics|table|finish|watch|block)\//],
  ["pages", /\/src\/((?!ledger|reference).*|ledger\/(numbers\.ts|worked|DiceRow|Progress|puzzles\/))/],
  ["charts", /\/src\/ledger\/|\/uplot\//],
];

/** The modules reached from these by imports, without those that load later. */
function reached(entries: readonly string[], context: Context): Set<string> {
  const found = new Set(entries);
  for (const id of found) for (const next of context.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/** The file of a module: few files, because many small ones need many requests and weigh more. */
function file(id: string, context: Context): string | null {
  const visits = Object.entries(VISITS).filter(([, entries]) => reached(entries, context).has(id));
  if (visits.length > 0) return visits.length === 1 && visits[0] ? visits[0][0] : "core";
  const { language, part = "" } = WORDS.exec(id)?.groups ?? {};
  if (language !== undefined) return `${WORD_FILES[part] ?? "words"}.${language}`;
  const [name = null] = LAZY.find(([, test]) => test.test(id)) ?? [];
  return name;
}

/** Writes the files of the program into the service worker, without those of the reference. */
const worker: Plugin = {
  name: "worker",
  writeBundle({ dir = "" }, bundle) {
    const files = Object.keys(bundle).filter((name) => /^assets\/(?!reference-)/.test(name));
    const source = readFileSync(new URL("src/sw.js", import.meta.url), "utf8");
    writeFileSync(`${dir}/sw.js`, source.replace('"FILES"', JSON.stringify(files.map((name) => `/${name}`))));
  },
};

export default defineConfig({
  plugins: [svelte(), worker],
  build: {
    target: "es2022",
    // Inlined assets become data: addresses, which the content security policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The game, and the reference of the HTTP interface, which shares nothing with it.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: ["index.html", "reference.html"], output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: file, debugName: "files" }] } } },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
