// The duration of a roll. The component that shows the dice draws their flight; here is only when they land.

/** Milliseconds from the server's answer until every die is in its sorted place. */
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
