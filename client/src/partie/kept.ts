// How long a match is kept, in words.

import { settings } from "../app/settings.svelte";
import { t } from "../words";

const DAY = 86_400_000;

/** Whole days from one moment to another (ISO 8601), rounded; none when it is over within hours. */
export function daysUntil(until: string, now: string): number {
  return Math.max(0, Math.round((Date.parse(until) - Date.parse(now)) / DAY));
}

/** When a match is deleted unless it is played on. */
export function keptWords(until: string, now: string): string {
  const days = daysUntil(until, now);
  return days === 0 ? t("partie.kept_today") : t("partie.kept", { count: days, day: dayOf(until) });
}

/** Until when a finished match can be looked at. */
export function keptFinished(until: string): string {
  return t("partie.kept_finished", { day: dayOf(until) });
}

function dayOf(until: string): string {
  return new Intl.DateTimeFormat(settings.language, { day: "numeric", month: "long" }).format(new Date(until));
}
