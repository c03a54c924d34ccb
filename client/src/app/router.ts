/** The addresses of the client, as data. Reading and writing an address are a pair. */

export type Route =
  | { page: "start" }
  | { page: "table"; id: string }
  | { page: "results"; id: string }
  /** A table to look at; with `?tv` for a room. */
  | { page: "watch"; id: string }
  | { page: "rules"; variant: string | null }
  /** How likely each figure of a variant is. */
  | { page: "chances"; variant: string }
  | { page: "house_rules" }
  /** A blank form, of what the query says. */
  | { page: "form" }
  | { page: "lobby" }
  /** Without a table: of a record that is pasted or opened. */
  | { page: "ledger"; table: string | null }
  | { page: "ask" }
  /** Of the table in the query, or of a record that is pasted or opened. */
  | { page: "verify" }
  /** Without a variant: the first of all. */
  | { page: "scores"; variant: string | null }
  | { page: "statistics" }
  | { page: "history" }
  /** The daily game; without a day that of today. */
  | { page: "daily"; day: string | null }
  | { page: "puzzles" }
  | { page: "account" }
  /** The target of the code of another device, which follows the #. */
  | { page: "link" }
  /** The page that continues a match by its key, which may follow the #. */
  | { page: "continue" }
  | { page: "help" }
  | { page: "glossary" }
  | { page: "tips" }
  | { page: "about" }
  /** The ways to everything about learning, and to everything about oneself. */
  | { page: "learn" }
  | { page: "me" }
  | { page: "not_found"; path: string };

/** The route that a path names; anything unknown is `not_found`, never an exception. */
export function routeFromPath(path: string): Route {
  const parts = path.split("/").filter((part) => part !== "");
  const [head, second, third] = parts.map(decodeOrKeep);
  if (head === undefined) return { page: "start" };
  if (head === "t" && second !== undefined) {
    if (parts.length === 2) return { page: "table", id: second };
    if (parts.length === 3 && third === "results") return { page: "results", id: second };
  }
  if (head === "watch" && second !== undefined && parts.length === 2) return { page: "watch", id: second };
  if (head === "rules" && parts.length <= 2) return { page: "rules", variant: second ?? null };
  if (head === "rules" && second !== undefined && parts.length === 3 && third === "chances") return { page: "chances", variant: second };
  if (head === "ledger" && parts.length <= 2) return { page: "ledger", table: second ?? null };
  if (head === "daily" && parts.length <= 2) return { page: "daily", day: second ?? null };
  if (head === "scores" && parts.length <= 2) return { page: "scores", variant: second ?? null };
  if (parts.length === 1 && head === "house-rules") return { page: "house_rules" };
  if (parts.length === 1 && (head === "lobby" || head === "form" || head === "ask" || head === "verify" || head === "statistics" || head === "history" || head === "account" || head === "link" || head === "continue" || head === "help" || head === "glossary" || head === "tips" || head === "about" || head === "puzzles" || head === "learn" || head === "me")) return { page: head };
  return { page: "not_found", path };
}

/** The path of a route, percent-encoded. */
export function pathFromRoute(route: Route): string {
  switch (route.page) {
    case "start":
      return "/";
    case "table":
      return `/t/${encodeURIComponent(route.id)}`;
    case "results":
      return `/t/${encodeURIComponent(route.id)}/results`;
    case "watch":
      return `/watch/${encodeURIComponent(route.id)}`;
    case "rules":
      return route.variant === null ? "/rules" : `/rules/${encodeURIComponent(route.variant)}`;
    case "scores":
      return route.variant === null ? "/scores" : `/scores/${encodeURIComponent(route.variant)}`;
    case "daily":
      return route.day === null ? "/daily" : `/daily/${encodeURIComponent(route.day)}`;
    case "chances":
      return `/rules/${encodeURIComponent(route.variant)}/chances`;
    case "house_rules":
      return "/house-rules";
    case "ledger":
      return route.table === null ? "/ledger" : `/ledger/${encodeURIComponent(route.table)}`;
    case "ask":
    case "verify":
    case "statistics":
    case "history":
    case "lobby":
    case "form":
    case "account":
    case "link":
    case "continue":
    case "help":
    case "glossary":
    case "tips":
    case "about":
    case "puzzles":
    case "learn":
    case "me":
      return `/${route.page}`;
    case "not_found":
      return route.path;
  }
}

function decodeOrKeep(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
