import { settings } from "../app/settings.svelte";

/** The storage key of the latest daily game's table, so that its end leads back. */
export const DAILY = "pasch.daily";

const written = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(settings.language, { ...options, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

/** The long form of a day (YYYY-MM-DD); days are those of UTC, in every time zone. */
export const longDay = (day: string): string => written(day, { dateStyle: "full" });

/** The short form of a day, with its weekday. */
export const shortDay = (day: string): string => written(day, { weekday: "short", day: "numeric", month: "short" });
