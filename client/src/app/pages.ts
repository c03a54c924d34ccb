import { worded } from "../words";
import type { Route } from "./router";

/** The chunks of the program that are loaded when a page needs them. */
export const pages = {
  start: () => worded(import("../pages/start/StartPage.svelte"), "start"),
  table: () => import("./TableRoute.svelte"),
  play: () => import("../table/TablePage.svelte"),
  wait: () => worded(import("../pages/WaitingPage.svelte"), "start", "afar", "dialogs", "partie"),
  begin: () => worded(import("../matchkey/BeginPage.svelte"), "partie"),
  results: () => worded(import("../pages/results/ResultsPage.svelte"), "results", "partie", "afar"),
  tv: () => worded(import("../watch/TvPage.svelte"), "watch", "dialogs"),
  rules: () => worded(import("../pages/learn/RulesPage.svelte"), "start"),
  chances: () => worded(import("../pages/learn/ChancesPage.svelte"), "help"),
  house_rules: () => worded(import("../pages/HouseRulesPage.svelte"), "start", "house"),
  form: () => worded(import("../paper/FormPage.svelte"), "start", "paper"),
  lobby: () => worded(import("../lobby/LobbyPage.svelte"), "start", "chat"),
  ask: () => worded(import("../position/PositionPage.svelte"), "start", "ask"),
  verify: () => worded(import("../verify/VerifyPage.svelte"), "verify"),
  account: () => worded(import("../account/AccountPage.svelte"), "account"),
  link: () => worded(import("../account/LinkPage.svelte"), "account"),
  continue: () => worded(import("../matchkey/ContinuePage.svelte"), "partie", "start"),
  ledger: () => worded(import("../ledger/LedgerPage.svelte"), "ledger"),
  scores: () => worded(import("../scores/ScoresPage.svelte"), "scores"),
  history: () => worded(import("../history/HistoryPage.svelte"), "history"),
  statistics: () => worded(import("../scores/StatisticsPage.svelte"), "scores", "ledger", "daily"),
  profile: () => worded(import("../scores/ProfilePage.svelte"), "scores", "ledger"),
  daily: () => worded(import("../daily/DailyPage.svelte"), "daily"),
  events: () => worded(import("../events/EventsPage.svelte"), "events", "daily", "start"),
  event: () => worded(import("../events/EventPage.svelte"), "events", "daily", "start"),
  puzzles: () => worded(import("../puzzles/PuzzlePage.svelte"), "puzzle", "ledger"),
  picker: () => worded(import("../pages/start/VariantPicker.svelte"), "start"),
  help: () => worded(import("../pages/learn/HelpPage.svelte"), "help"),
  glossary: () => worded(import("../pages/learn/GlossaryPage.svelte"), "help"),
  tips: () => worded(import("../pages/learn/TipsPage.svelte"), "help"),
  not_found: () => worded(import("../pages/NotFoundPage.svelte"), "help"),
  learn: () => worded(import("../pages/learn/LearnPage.svelte"), "start", "help"),
  me: () => worded(import("../pages/MePage.svelte"), "start", "help"),
  about: () => worded(import("../pages/learn/AboutPage.svelte"), "help"),
} as const;

/** Loads the chunks that a route will probably show, all at once. Never rejects: the page reports what is missing. */
export async function preload(route: Route): Promise<void> {
  await Promise.allSettled(likely(route).map((page) => pages[page]()));
}

function likely(route: Route): readonly (keyof typeof pages)[] {
  switch (route.page) {
    case "table":
      return ["table", "play"];
    case "results":
      return ["table", "results"];
    case "watch":
      return ["table"];
    case "not_found":
    case "start":
    case "lobby":
    case "scores":
    case "statistics":
    case "profile":
    case "history":
    case "daily":
    case "events":
    case "event":
    case "puzzles":
    case "rules":
    case "chances":
    case "house_rules":
    case "form":
    case "ledger":
    case "ask":
    case "verify":
    case "account":
    case "link":
    case "continue":
    case "help":
    case "glossary":
    case "tips":
    case "about":
    case "learn":
    case "me":
      return [route.page];
  }
}
