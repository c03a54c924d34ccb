import type { Route } from "./router";

/** The parts of the program that are fetched when a page needs them. */
export const pages = {
  start: () => import("../pages/StartPage.svelte"),
  table: () => import("./TableRoute.svelte"),
  play: () => import("../table/TablePage.svelte"),
  wait: () => import("../pages/WaitingPage.svelte"),
  results: () => import("../pages/ResultsPage.svelte"),
  rules: () => import("../pages/RulesPage.svelte"),
  house_rules: () => import("../pages/HouseRulesPage.svelte"),
  picker: () => import("../pages/VariantPicker.svelte"),
  help: () => import("../pages/HelpPage.svelte"),
  about: () => import("../pages/AboutPage.svelte"),
} as const;

/** Fetch what a route will most likely show, all at once. Never rejects: the page itself says what did not arrive. */
export async function preload(route: Route): Promise<void> {
  await Promise.allSettled(likely(route).map((page) => pages[page]()));
}

function likely(route: Route): readonly (keyof typeof pages)[] {
  switch (route.page) {
    case "table":
      return ["table", "play"];
    case "results":
      return ["table", "results"];
    case "not_found":
      return [];
    case "start":
    case "rules":
    case "house_rules":
    case "help":
    case "about":
      return [route.page];
  }
}
