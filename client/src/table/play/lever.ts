/** The pull of a lever, from 0 to 1, and the effect of its release. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels from rest to the end. */
export const TRAVEL = 64;
/** A pull of at least this rolls; after a smaller one the lever springs back. */
const ENOUGH = 0.7;
/** A movement smaller than this is a click. */
const STILL = 6;

/** The pull to the right or down, whichever is more. */
export function pullOf(from: Point, to: Point): number {
  return Math.min(1, Math.max(0, to.x - from.x, to.y - from.y) / TRAVEL);
}

export function letGo(from: Point, to: Point): "click" | "roll" | "back" {
  if (Math.hypot(to.x - from.x, to.y - from.y) < STILL) return "click";
  return pullOf(from, to) >= ENOUGH ? "roll" : "back";
}
