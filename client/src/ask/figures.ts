// Values and chances as this page writes them.

import { settings } from "../app/settings.svelte";

/** Points on average, to the hundredth: 238.31. */
export function points(value: number): string {
  return new Intl.NumberFormat(settings.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
}

/** What is lost: −0.67 with a real minus sign, and 0.00 without one. */
export function loss(regret: number): string {
  const text = points(regret);
  return text === points(0) ? text : `−${text}`;
}

/** A chance: 53 %, and to the tenth below ten. */
export function percent(chance: number): string {
  const digits = chance > 0 && chance < 0.1 ? 1 : 0;
  return new Intl.NumberFormat(settings.language, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(chance);
}
