// The queries of these pages, and the format of days and rules.

import { settings } from "../app/settings.svelte";
import type { Rules } from "../wire/types";

export const PERIODS = ["day", "week", "month", "year", "all"] as const;
export const KINDS = ["people", "bots"] as const;

/** House rules as one line, equal for equal rules, as the server writes them. */
export function rulesText(rules: Rules): string {
  return JSON.stringify(rules);
}

/** A moment (ISO 8601) as a day in the current language. */
export function day(iso: string): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(new Date(iso));
}
