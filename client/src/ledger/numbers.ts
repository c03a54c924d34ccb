// Formats the points of a ledger: one decimal, in the current language, with a real minus sign.

import { settings } from "../app/settings.svelte";

function written(value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(settings.language, options).format(value).replace("-", "−");
}

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** 231.4 */
export function decimal(value: number): string {
  return written(value, { ...TENTHS, signDisplay: "negative" });
}

/** +3.2, −0.7, and 0.0 without a sign. */
export function change(value: number): string {
  return written(value, { ...TENTHS, signDisplay: "exceptZero" });
}

/** 1,063 */
export function whole(value: number): string {
  return written(value, { maximumFractionDigits: 0, signDisplay: "negative" });
}

/** 62.5% in English, 62,5 % in German; with as many decimals. */
export function percent(share: number, decimals = 1): string {
  return written(share, { style: "percent", minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
