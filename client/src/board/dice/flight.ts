// The path of a rolled die through the air: its position, its rotation and its visible faces with their light.

import { FALLEN, LONGEST, type Chance } from "./rollplan";

/** A point over the tray, in pixels: right, down, towards the viewer. A die in the row has the height 0. */
export interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Degrees around the axes towards the viewer, to the right and down, applied in this order from outside. */
export interface Turn {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

export interface Flight {
  /** Milliseconds from the start until each hit on the felt. */
  readonly hits: readonly number[];
  readonly at: (milliseconds: number) => Moment;
}

/** A die at one moment; `up` is its height above the felt, in sizes of a die. */
export interface Moment {
  readonly point: Point;
  readonly turn: Turn;
  readonly up: number;
}

/**
 * A visible face. `right` and `down` are its directions on the screen. `middle` is the direction from the middle of the
 * die to that of the face. `light` is relative to a flat die.
 */
export interface Side {
  readonly face: number;
  readonly right: readonly [number, number];
  readonly down: readonly [number, number];
  readonly middle: readonly [number, number];
  readonly light: number;
}

/** The rotation that turns each face from 1 to 6 up. */
const UP: readonly Turn[] = [
  { z: 0, x: 0, y: 0 },
  { z: 0, x: 0, y: -90 },
  { z: 0, x: -90, y: 0 },
  { z: 0, x: 90, y: 0 },
  { z: 0, x: 0, y: 90 },
  { z: 0, x: 0, y: 180 },
];
type Axis = readonly [x: number, y: number, z: number];
/** The directions of the faces from 1 to 6 on a die that shows a 1, each with the face's right and down. */
const FACES: readonly (readonly [Axis, Axis, Axis])[] = [
  [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
  [[1, 0, 0], [0, 0, -1], [0, 1, 0]],
  [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
  [[0, 1, 0], [1, 0, 0], [0, 0, -1]],
  [[-1, 0, 0], [0, 0, 1], [0, 1, 0]],
  [[0, 0, -1], [-1, 0, 0], [0, 1, 0]],
];
/** The lamp is above the upper left of the table. */
const LAMP: Point = { x: -0.28, y: -0.42, z: 0.86 };

/** The rotation that shows a face; a ten-sided die stays flat. */
export function turnOf(face: number, ten: boolean): Turn {
  return (ten ? undefined : UP[face - 1]) ?? { z: 0, x: 0, y: 0 };
}

function flat([x, y]: Axis): [number, number] {
  return [x, y];
}

/** The visible faces, in parallel projection, so that they meet at their edges. */
export function sidesOf(turn: Turn): Side[] {
  const [sz, cz, sx, cx, sy, cy] = [turn.z, turn.x, turn.y].flatMap((degrees) => {
    const angle = (degrees * Math.PI) / 180;
    return [Math.sin(angle), Math.cos(angle)];
  }) as [number, number, number, number, number, number];
  const turned = ([x, y, z]: Axis): Axis => {
    const across = x * cy + z * sy;
    const deep = z * cy - x * sy;
    const down = y * cx - deep * sx;
    return [across * cz - down * sz, across * sz + down * cz, y * sx + deep * cx];
  };
  return FACES.flatMap(([out, right, down], n) => {
    const [x, y, z] = turned(out);
    if (z < 0.01) return [];
    const lit = (LAMP.x * x + LAMP.y * y + LAMP.z * z) / LAMP.z;
    const light = 0.5 + 0.5 * Math.max(0, Math.min(1, lit));
    return [{ face: n + 1, right: flat(turned(right)), down: flat(turned(down)), middle: [x, y], light }];
  });
}

/** A moment between two others. */
export function between(one: Moment, other: Moment, part: number): Moment {
  const up = one.up + (other.up - one.up) * part;
  return { point: mix(one.point, other.point, part), turn: mix(one.turn, other.turn, part), up };
}

interface Toss {
  readonly from: Point;
  /** The final place of the die, its face and its size. */
  readonly home: Point;
  readonly fallsAt: Point;
  readonly face: number;
  readonly ten: boolean;
  readonly size: number;
}

/** A fall with two bounces, a moment of rest, and the way to the row. */
export function flightOf({ from, home, fallsAt, face, ten, size }: Toss, chance: Chance): Flight {
  const either = () => (chance() < 0.5 ? -1 : 1);
  const first = 170 + chance() * 90;
  const second = first + 130 + chance() * 50;
  const third = second + 60 + chance() * 40;
  const still = third + 50 + chance() * 60;
  const high = size * (0.5 + chance() * 0.35);
  const end = turnOf(face, ten);
  const spin: Turn = {
    z: either() * (120 + chance() * 200),
    x: ten ? 0 : either() * 360 * (1 + Math.floor(chance() * 2)),
    y: ten ? 0 : either() * 360,
  };
  const askew = (chance() - 0.5) * 64;
  function height(ms: number): number {
    if (ms < first) return fallsAt.z + (from.z - fallsAt.z) * (1 - (ms / first) ** 2) + size * 0.5 * hop(ms / first);
    if (ms < second) return fallsAt.z + high * hop((ms - first) / (second - first));
    if (ms < third) return fallsAt.z + high * 0.22 * hop((ms - second) / (third - second));
    return fallsAt.z;
  }
  return {
    hits: [first, second, third],
    at(ms) {
      const gone = 1 - (1 - Math.min(1, ms / still)) ** 2;
      const tumbling = Math.max(0, 1 - ms / second) ** 1.25;
      const line = smooth(Math.max(0, (ms - FALLEN) / (LONGEST - FALLEN)));
      const lying = mix(mix(from, fallsAt, gone), home, line);
      return {
        point: { x: lying.x, y: lying.y, z: height(ms) + (home.z - fallsAt.z) * line },
        up: (height(ms) - fallsAt.z) / size,
        turn: { z: end.z + askew * (1 - line) + spin.z * (1 - gone), x: end.x + spin.x * tumbling, y: end.y + spin.y * tumbling },
      };
    },
  };
}

function hop(part: number): number {
  return 4 * part * (1 - part);
}

function smooth(part: number): number {
  return part * part * (3 - 2 * part);
}

function mix(one: Point, other: Point, part: number): Point {
  return { x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part, z: one.z + (other.z - one.z) * part };
}

/** A die in the hand: near a point, never twice at the same place. */
export function inHand(hand: Point, size: number, chance: Chance): Moment {
  const some = (reach: number) => (chance() - 0.5) * reach;
  return {
    point: { x: hand.x + some(size), y: hand.y + some(size * 0.6), z: hand.z + some(size * 0.5) },
    turn: { z: some(360), x: some(540), y: some(540) },
    up: 2,
  };
}
