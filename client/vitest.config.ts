import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  // Without this condition Svelte resolves to its server half, which knows no effects.
  resolve: { conditions: ["browser"] },
  // A worker makes the environment once, and each file still gets a new window. This is five times as fast.
  test: { pool: "vmThreads", environment: "happy-dom", setupFiles: ["src/testing/setup.ts"], include: ["src/**/*.test.ts"], restoreMocks: true },
});
