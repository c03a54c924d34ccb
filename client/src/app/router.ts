/** The routes of the client, as data. Reading a path and writing it are inverse. */

export type Route =
  | { page: "start" }
  | { page: "table"; id: string }
  | { page: "results"; id: string }
  /** A table to watch; `?tv` is the view for a television. */
  | { page: "watch"; id: string }
  | { page: "rules"; variant: string | null }
  /** The probability of each figure of a variant. */
  | { page: "chances"; variant: string }
  | { page: "house_rules" }
  /** A blank form, described by the query. */
  | { page: "form" }
  | { page: "lobby" }
  /** A null table: the page asks for a pasted or opened record. */
  | { page: "ledger"; table: string | null }
  | { page: "ask" }
  /** The table in the query, or a pasted or opened record. */
  | { page: "verify" }
  /** A null variant: the first one. */
  | { page: "scores"; variant: string | null }
  | { page: "statistics" }
  | { page: "history" }
  /** The public profile of a person. */
  | { page: "profile"; handle: string }
  /** The daily game; a null day is today. */
  | { page: "daily"; day: string | null }
  /** The caller's events, and the form of a new one for the game in the query. */
  | { page: "events" }
  | { page: "event"; code: string }
  | { page: "puzzles" }
  | { page: "account" }
  /** The page that accepts the code of another device; the code follows the #. */
  | { page: "link" }
  /** The page that continues a match by its key; the key may follow the #. */
  | { page: "continue" }
  | { page: "help" }
  | { page: "glossary" }
  | { page: "tips" }
  | { page: "about" }
  /** The overview of learning, and the overview of the account. */
  | { page: "learn" }
  | { page: "me" }
  | { page: "not_found"; path: string };

/** The route of a path; an unknown path gives `not_found`, never an exception. */
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
  if (head === "e" && second !== undefined && parts.length === 2) return { page: "event", code: second };
  if (head === "people" && second !== undefined && parts.length === 2) return { page: "profile", handle: second };
  if (head === "scores" && parts.length <= 2) return { page: "scores", variant: second ?? null };
  if (parts.length === 1 && head === "house-rules") return { page: "house_rules" };
  if (parts.length === 1 && (head === "lobby" || head === "form" || head === "ask" || head === "verify" || head === "statistics" || head === "history" || head === "account" || head === "link" || head === "continue" || head === "help" || head === "glossary" || head === "tips" || head === "about" || head === "puzzles" || head === "events" || head === "learn" || head === "me")) return { page: head };
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
    case "profile":
      return `/people/${encodeURIComponent(route.handle)}`;
    case "daily":
      return route.day === null ? "/daily" : `/daily/${encodeURIComponent(route.day)}`;
    case "event":
      return `/e/${encodeURIComponent(route.code)}`;
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
    case "events":
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
