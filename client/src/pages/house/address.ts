import type { Rules } from "../../wire/types";

/** A variant, its house rules and their name: the complete content of a link. */
export interface House {
  variant: string;
  rules: Rules;
  name: string;
}

export const LONGEST_NAME = 40;

/** The address of the page that edits rules, or of another page about a game; the query holds the game. */
export function addressOf({ variant, rules, name }: House, page = "/house-rules"): string {
  const query = new URLSearchParams({ variant });
  if (Object.keys(rules).length > 0) query.set("rules", JSON.stringify(rules));
  if (name !== "") query.set("name", name);
  return `${page}?${query.toString()}`;
}

/** The content of an address; unreadable parts are omitted. */
export function houseOf(search: string): House {
  const query = new URLSearchParams(search);
  return {
    variant: query.get("variant") ?? "kniffel",
    rules: rulesFrom(query.get("rules")),
    name: (query.get("name") ?? "").slice(0, LONGEST_NAME),
  };
}

function rulesFrom(text: string | null): Rules {
  try {
    return rulesFromStored(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

/** Rules from an outside source; only possible values are accepted. */
export function rulesFromStored(stored: unknown): Rules {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return {};
  const entries = Object.entries(stored).filter(
    (entry): entry is [string, Rules[string]] =>
      entry[1] === null || typeof entry[1] === "string" || typeof entry[1] === "boolean" || Number.isInteger(entry[1]),
  );
  return Object.fromEntries(entries);
}
