// A curve over games as a drawing: fractions of its width from the left and of its height from the bottom.

/** A value after a number of games, and its range to both sides, if known. */
export interface CurvePoint {
  readonly games: number;
  readonly at: string;
  readonly value: number;
  readonly reach: number | null;
}

type Place = readonly [x: number, y: number];

export interface Drawing {
  readonly line: readonly Place[];
  /** The upper edge, and the lower one in reverse; empty if a range is unknown. */
  readonly band: readonly Place[];
  /** The height of the level. */
  readonly level: number;
  readonly ticks: readonly { value: number; height: number }[];
}

const MOST_TICKS = 5;
const STEPS = [1, 10, 100, 1000].flatMap((power) => [power, 2 * power, 5 * power]);

/**
 * The drawing of at least two points. The ranges surround the level instead of the curve if they are those of chance.
 */
export function draw(points: readonly CurvePoint[], level: number, chance: boolean): Drawing {
  const ranges = points.map(({ games, value, reach }) => ({ games, middle: chance ? level : value, reach: reach ?? 0 }));
  const high = ranges.map(({ games, middle, reach }) => [games, middle + reach] as const);
  const low = ranges.map(({ games, middle, reach }) => [games, middle - reach] as const);
  const curve = points.map(({ games, value }) => [games, value] as const);
  const values = [level, ...[...high, ...low, ...curve].map(([, value]) => value)];
  const bottom = Math.min(...values);
  const height = Math.max(1, Math.max(...values) - bottom);
  const first = points[0]?.games ?? 0;
  const width = Math.max(1, (points.at(-1)?.games ?? 0) - first);
  const up = (value: number): number => (value - bottom) / height;
  const place = ([games, value]: readonly [number, number]): Place => [(games - first) / width, up(value)];
  return {
    line: curve.map(place),
    band: points.some((point) => point.reach === null) ? [] : [...high, ...low.toReversed()].map(place),
    level: up(level),
    ticks: ticks(bottom, bottom + height).map((value) => ({ value, height: up(value) })),
  };
}

/** Round numbers from one value to another. */
function ticks(low: number, high: number): number[] {
  const step = STEPS.find((each) => (high - low) / each < MOST_TICKS) ?? high - low;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, n) => (first + n) * step);
}
