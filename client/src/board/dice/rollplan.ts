// The duration of a roll. `RollAnimation.svelte` plans the flights; this module says only when the dice rest.

/** Milliseconds from the server's answer until every die is sorted. */
export const LONGEST = 900;
/** Milliseconds until all dice rest where they fell; then they line up. */
export const FALLEN = 690;

export type Chance = () => number;

export interface Clock {
  /** Calls once after this many milliseconds; the returned function cancels. */
  after(milliseconds: number, call: () => void): () => void;
}

export const browserClock: Clock = {
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};
