// How long a roll takes. Where each die flies is drawn by the part that shows it; here is only when it lies.

/** Milliseconds from the server's answer until every die lies sorted. */
export const LONGEST = 900;
/** Milliseconds until all dice have come to rest where they fell; then they line up. */
export const FALLEN = 690;

export type Chance = () => number;

export interface Clock {
  /** Calls once after so many milliseconds; the answer cancels. */
  after(milliseconds: number, call: () => void): () => void;
}

export const browserClock: Clock = {
  after: (milliseconds, call) => {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
};
