/** How far a lever is pulled, from 0 to 1, and what it means to let go of it. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels from rest to the end. */
export const TRAVEL = 64;
/** As far as this it rolls; before, the lever springs back. */
const ENOUGH = 0.7;
/** A hand that moves less than this clicks. */
const STILL = 6;

/** To the right or down, whichever is more. */
export function pullOf(from: Point, to: Point): number {
  return Math.min(1, Math.max(0, to.x - from.x, to.y - from.y) / TRAVEL);
}

export function letGo(from: Point, to: Point): "click" | "roll" | "back" {
  if (Math.hypot(to.x - from.x, to.y - from.y) < STILL) return "click";
  return pullOf(from, to) >= ENOUGH ? "roll" : "back";
}
