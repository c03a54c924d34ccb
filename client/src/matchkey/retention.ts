// The retention of a match, in words.

import { settings } from "../app/settings.svelte";
import { t } from "../words";

const DAY = 86_400_000;

/** Whole days between two moments (ISO 8601), rounded; 0 for a few hours. */
export function daysUntil(until: string, now: string): number {
  return Math.max(0, Math.round((Date.parse(until) - Date.parse(now)) / DAY));
}

/** When a match is deleted unless it is resumed. */
export function keptWords(until: string, now: string): string {
  const days = daysUntil(until, now);
  return days === 0 ? t("partie.kept_today") : t("partie.kept", { count: days, day: dayOf(until) });
}

/** The date until which a finished match is visible. */
export function keptFinished(until: string): string {
  return t("partie.kept_finished", { day: dayOf(until) });
}

function dayOf(until: string): string {
  return new Intl.DateTimeFormat(settings.language, { day: "numeric", month: "long" }).format(new Date(until));
}
