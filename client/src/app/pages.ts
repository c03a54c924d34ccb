import { learn, type Part } from "../words";
import type { Route } from "./router";

/** The parts of the program that are fetched when a page needs them. */
export const pages = {
  start: () => import("../pages/StartPage.svelte"),
  table: () => import("./TableRoute.svelte"),
  play: () => import("../table/TablePage.svelte"),
  wait: () => import("../pages/WaitingPage.svelte"),
  results: () => withWords("results", import("../pages/ResultsPage.svelte")),
  rules: () => import("../pages/RulesPage.svelte"),
  house_rules: () => withWords("house", import("../pages/HouseRulesPage.svelte")),
  ask: () => withWords("ask", import("../ask/AskPage.svelte")),
  ledger: () => withWords("ledger", import("../ledger/LedgerPage.svelte")),
  picker: () => import("../pages/VariantPicker.svelte"),
  help: () => withWords("help", import("../pages/HelpPage.svelte")),
  about: () => withWords("help", import("../pages/AboutPage.svelte")),
} as const;

/** A page together with words that no other page has. */
async function withWords<Page>(part: Part, page: Promise<Page>): Promise<Page> {
  const [loaded] = await Promise.all([page, learn(part)]);
  return loaded;
}

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
    case "ledger":
    case "ask":
    case "help":
    case "about":
      return [route.page];
  }
}
