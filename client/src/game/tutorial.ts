// An introduction on a real table: a few steps, each with a sentence, a highlighted control, and the event that ends
// it.

import type { SheetLayout, Snapshot, TableEvent, TutorialStep } from "../wire/types";

/** Whether a game has more to it than rolling, keeping and entering in one column. */
export function isUnusual(layout: SheetLayout): boolean {
  const bound = layout.columns.some((one) => one.order !== "free" || one.announce !== "none" || one.max_rolls !== null);
  return layout.phase !== "" || layout.columns.length > 1 || bound || layout.chips > 0 || layout.doubles > 0 || layout.banks_rolls;
}

/** The seats of the learners: the people at this device. */
export function learners(snapshot: Snapshot): ReadonlySet<number> {
  return new Set(snapshot.seats.filter((seat) => seat.mine && seat.kind !== "bot").map((seat) => seat.seat));
}

/** The step after these events, in order. After the last step, the result is the number of steps. */
export function stepAfter(
  at: number,
  steps: readonly TutorialStep[],
  events: readonly TableEvent[],
  seats: ReadonlySet<number>,
): number {
  let step = at;
  for (const event of events) {
    const mine = event.seat !== null && seats.has(event.seat);
    if (mine && steps[step]?.until.some((type) => type === event.type)) step += 1;
  }
  return step;
}
