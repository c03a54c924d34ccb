// The formatted capital of a bet against fair dice: small amounts with decimals, huge ones as a bound.

import { decimal, whole } from "../ledger/numbers";
import { settings } from "../app/settings.svelte";

const HUGE = 1_000_000;
const MANY = 100;

/** 0.53, 7.2, 310, over a million as “> 1,000,000”. */
export function capital(value: number): string {
  if (value > HUGE) return `> ${whole(HUGE)}`;
  if (value >= MANY) return whole(value);
  if (value >= 1) return decimal(value);
  return new Intl.NumberFormat(settings.language, { maximumSignificantDigits: 2 }).format(value);
}
