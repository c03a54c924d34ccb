/** The addresses of the client, as data. Reading and writing an address are a pair. */

export type Route =
  | { page: "start" }
  | { page: "table"; id: string }
  | { page: "results"; id: string }
  | { page: "rules"; variant: string | null }
  | { page: "house_rules" }
  /** Without a table: of a record that is pasted or opened. */
  | { page: "ledger"; table: string | null }
  | { page: "ask" }
  | { page: "help" }
  | { page: "about" }
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
  if (head === "rules" && parts.length <= 2) return { page: "rules", variant: second ?? null };
  if (head === "ledger" && parts.length <= 2) return { page: "ledger", table: second ?? null };
  if (parts.length === 1 && head === "house-rules") return { page: "house_rules" };
  if (parts.length === 1 && (head === "ask" || head === "help" || head === "about")) return { page: head };
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
    case "rules":
      return route.variant === null ? "/rules" : `/rules/${encodeURIComponent(route.variant)}`;
    case "house_rules":
      return "/house-rules";
    case "ledger":
      return route.table === null ? "/ledger" : `/ledger/${encodeURIComponent(route.table)}`;
    case "ask":
    case "help":
    case "about":
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
