import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // Without this condition Svelte resolves to its server half, which has no effects.
  resolve: { conditions: ["browser"] },
  // All files share a window and the modules of their worker, which takes a third of the time. They pass in any order.
  test: { pool: "threads", isolate: false, environment: "happy-dom", setupFiles: ["src/testing/setup.ts"], include: ["src/**/*.test.ts"], restoreMocks: true },
});
