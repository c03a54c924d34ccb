import { settings } from "../app/settings.svelte";

/** Names as a list in the current language: "Anna, Bernd und Clara". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(settings.language, { type: "conjunction" }).format(names);
}

/** A whole number with its sign, zero without one; the minus is a real one. */
export function signed(points: number): string {
  if (points === 0) return "0";
  return points > 0 ? `+${String(points)}` : `−${String(-points)}`;
}

/** A moment (ISO 8601) as day and time in the current language. */
export function moment(iso: string): string {
  return new Intl.DateTimeFormat(settings.language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
}

/** A moment (ISO 8601) of the next days: "Mon 9:00 AM". */
export function soon(iso: string): string {
  const { language } = settings;
  return new Intl.DateTimeFormat(language, { weekday: "short", hour: "numeric", minute: "2-digit" }).format(new Date(iso));
}

/** The time of day, to the minute. */
export function timeOfDay(iso: string): string {
  return new Date(iso).toLocaleTimeString(settings.language, { hour: "numeric", minute: "2-digit" });
}
