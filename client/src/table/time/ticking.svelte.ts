import type { Snapshot } from "../../wire/types";
import { aheadOf } from "./times";

/** Milliseconds between two updates of the clock. */
const TICK = 250;

/** The arrival of each snapshot: a component may start long after it, as when a phone is turned. */
const arrivals = new WeakMap<Snapshot, number>();

/** The server's time in milliseconds, continued from the newest snapshot. Only inside components; it ends with them. */
export function serverTime(newest: () => Snapshot | null): { readonly now: number } {
  let here = $state(Date.now());
  let ahead = $state(0);
  $effect(() => {
    const ticking = setInterval(() => (here = Date.now()), TICK);
    return () => clearInterval(ticking);
  });
  $effect(() => {
    const snapshot = newest();
    if (snapshot === null) return;
    const came = arrivals.get(snapshot) ?? Date.now();
    arrivals.set(snapshot, came);
    ahead = aheadOf(snapshot, came);
  });
  return {
    get now() {
      return here + ahead;
    },
  };
}
