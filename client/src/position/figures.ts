// Values and probabilities as this page writes them.

import { settings } from "../app/settings.svelte";

/** Average points: 238.3. Only the table of all options has two decimals. */
export function points(value: number, decimals = 1): string {
  return new Intl.NumberFormat(settings.language, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(value);
}

/** A loss of points: −0.7 with a real minus sign, and 0.0 without one. */
export function loss(regret: number, decimals = 1): string {
  const text = points(regret, decimals);
  return text === points(0, decimals) ? text : `−${text}`;
}

/** A probability: 53 %, and with one decimal below ten percent. */
export function percent(chance: number): string {
  const digits = chance > 0 && chance < 0.1 ? 1 : 0;
  return new Intl.NumberFormat(settings.language, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(chance);
}
