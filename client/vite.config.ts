import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** Where `vite dev` finds a running server: `pasch serve` on its default port unless told otherwise. */
const server = process.env.PASCH_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: "es2022",
    // Inlined assets become data: addresses, which the content security policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Which file needs which others; a test adds up from it what a first visit loads.
    manifest: true,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
