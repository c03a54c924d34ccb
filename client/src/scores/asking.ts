// What can be asked for on these pages, and how days and rules are written.

import { settings } from "../app/settings.svelte";
import type { Rules } from "../wire/types";

export const PERIODS = ["day", "week", "month", "year", "all"] as const;
export const KINDS = ["people", "bots"] as const;

/** House rules as one line, equal for equal rules, as the server writes them. */
export function rulesText(rules: Rules): string {
  return JSON.stringify(rules);
}

/** A moment (ISO 8601) as a day of the language in force. */
export function day(iso: string): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(new Date(iso));
}
