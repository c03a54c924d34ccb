// How a roll looks: every thrown die tumbles a little differently, all lie still after at most 0.6 seconds.
// Plans are data; `play` runs one against a clock that tests can replace.

import type { Slot } from "./tray";

/** Milliseconds from the server's answer until every die lies sorted. */
export const LONGEST = 600;
/** The slide into sorted order, the last part of LONGEST. */
export const SLIDE = 150;

export interface Tumble {
  /** Milliseconds until this die lies still. */
  readonly duration: number;
  /** Degrees it has turned by then; ends upright. */
  readonly turn: number;
  /** Pixels it hops at most. */
  readonly hop: number;
  /** Faces shown on the way; the real one follows. */
  readonly faces: readonly number[];
}

export interface RollPlan {
  /** By slot; null for a die that stays. */
  readonly tumbles: readonly (Tumble | null)[];
  /** Milliseconds after which the dice slide into order. */
  readonly settledAt: number;
  /** Milliseconds after which nothing moves any more. */
  readonly endsAt: number;
}

export type Chance = () => number;

/** A plan for a settled tray: the dice tumble where they were thrown, then slide to where they belong. */
export function planRoll(slots: readonly Slot[], chance: Chance): RollPlan {
  const tumbles: (Tumble | null)[] = slots.map(() => null);
  for (const slot of slots) {
    if (slot.thrown) tumbles[slot.from] = tumble(slot, chance);
  }
  const settledAt = Math.max(0, ...tumbles.map((one) => one?.duration ?? 0));
  const slides = slots.some((slot, n) => slot.from !== n);
  return { tumbles, settledAt, endsAt: settledAt + (slides ? SLIDE : 0) };
}

function tumble(slot: Slot, chance: Chance): Tumble {
  const steps = 3 + Math.floor(chance() * 3);
  const faces: number[] = [];
  let last = slot.face;
  for (let n = 0; n < steps; n += 1) {
    last = otherFace(last, slot.ten, chance);
    faces.push(last);
  }
  return {
    duration: Math.round(300 + chance() * (LONGEST - SLIDE - 300)),
    turn: (chance() < 0.5 ? -1 : 1) * (chance() < 0.4 ? 360 : 180 + 180 * Math.floor(chance() * 2)),
    hop: Math.round(10 + chance() * 16),
    faces,
  };
}

function otherFace(last: number, ten: boolean, chance: Chance): number {
  const sides = ten ? 10 : 6;
  const lowest = ten ? 0 : 1;
  const face = lowest + Math.floor(chance() * (sides - 1));
  return face >= last ? face + 1 : face;
}

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

export interface Watcher {
  /** A die shows another face: slot, and the face or null for its own. */
  face(slot: number, face: number | null): void;
  /** All dice lie; they slide into order now. */
  settled(): void;
  /** Nothing moves any more. */
  ended(): void;
}

/** Runs a plan. The answer ends it at once, with every step still told in order. */
export function play(plan: RollPlan, clock: Clock, watcher: Watcher): () => void {
  const steps = stepsOf(plan, watcher).sort((a, b) => a.at - b.at);
  const cancels = steps.map((step) => clock.after(step.at, () => run(step)));
  const done = new Set<Step>();
  function run(step: Step): void {
    if (done.has(step)) return;
    done.add(step);
    step.call();
  }
  return () => {
    for (const cancel of cancels) cancel();
    for (const step of steps) run(step);
  };
}

interface Step {
  readonly at: number;
  readonly call: () => void;
}

function stepsOf(plan: RollPlan, watcher: Watcher): Step[] {
  const faces = plan.tumbles.flatMap((one, slot) => (one === null ? [] : faceSteps(one, slot, watcher)));
  return [
    ...faces,
    { at: plan.settledAt, call: () => watcher.settled() },
    { at: plan.endsAt, call: () => watcher.ended() },
  ];
}

function faceSteps(one: Tumble, slot: number, watcher: Watcher): Step[] {
  // The last third shows the real face: it is readable while the die comes to rest.
  const span = one.duration * 0.66;
  const shown = one.faces.map((face, n) => ({
    at: (span * n) / one.faces.length,
    call: () => watcher.face(slot, face),
  }));
  return [...shown, { at: span, call: () => watcher.face(slot, null) }];
}
