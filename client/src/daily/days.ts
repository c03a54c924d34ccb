import { settings } from "../app/settings.svelte";

/** Where this browser remembers the table of the latest daily game, so that its end leads back. */
export const DAILY = "pasch.daily";

const written = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(settings.language, { ...options, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

/** A day (YYYY-MM-DD) in full; days are those of UTC, whatever the zone of the device. */
export const longDay = (day: string): string => written(day, { dateStyle: "full" });

/** A day in short, with its weekday. */
export const shortDay = (day: string): string => written(day, { weekday: "short", day: "numeric", month: "short" });
