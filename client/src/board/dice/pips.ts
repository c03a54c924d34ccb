// The positions of the pips on a 100 by 100 square.

export interface Pip {
  readonly x: number;
  readonly y: number;
}

const NEAR = 27;
const MIDDLE = 50;
const FAR = 73;

const CENTRE: Pip = { x: MIDDLE, y: MIDDLE };
const RISING: readonly Pip[] = [{ x: NEAR, y: FAR }, { x: FAR, y: NEAR }];
const FALLING: readonly Pip[] = [{ x: NEAR, y: NEAR }, { x: FAR, y: FAR }];
const SIDES: readonly Pip[] = [{ x: NEAR, y: MIDDLE }, { x: FAR, y: MIDDLE }];

const PIPS: readonly (readonly Pip[])[] = [
  [],
  [CENTRE],
  RISING,
  [...RISING, CENTRE],
  [...RISING, ...FALLING],
  [...RISING, ...FALLING, CENTRE],
  [...RISING, ...FALLING, ...SIDES],
];

/** The pips of a face from 1 to 6; empty for any other face, which is shown as a number. */
export function pipsOf(face: number): readonly Pip[] {
  return PIPS[face] ?? [];
}
