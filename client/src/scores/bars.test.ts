import { expect, test } from "vitest";
import { heights, labelled, marks } from "./bars";

const BAR = { low: 200, high: 219, games: 0, perfect: null };
const FACE = { face: 1, count: 100, mean: 100, low: 80, high: 120 };

test("the greatest share of all is as high as the chart", () => {
  const drawn = heights([{ ...BAR, games: 1, perfect: 0.1 }, { ...BAR, games: 3, perfect: 0.75 }], 4);
  expect(drawn).toEqual([
    { mine: 1 / 3, perfect: 0.1 / 0.75 },
    { mine: 1, perfect: 1 },
  ]);
});

test("without games or perfect play nothing is drawn", () => {
  expect(heights([BAR], 0)).toEqual([{ mine: 0, perfect: null }]);
  expect(heights([], 3)).toEqual([]);
});

test("numbers below the bars never touch", () => {
  expect(labelled(16, 1000, 44)).toBe(1);
  expect(labelled(16, 300, 44)).toBe(3);
  expect(labelled(16, 0, 44)).toBeGreaterThan(16);
});

test("marks share one scale, and know whether they are outside their band", () => {
  const [ordinary, rare] = marks([FACE, { ...FACE, count: 130 }]);
  expect(ordinary).toEqual({ low: 0.05, high: expect.closeTo(0.77), mean: expect.closeTo(0.41), count: expect.closeTo(0.41), outside: false });
  expect(rare?.count).toBeCloseTo(0.95);
  expect(rare?.outside).toBe(true);
});

test("equal numbers have a position, too", () => {
  expect(marks([{ ...FACE, low: 100, high: 100 }])[0]?.count).toBe(0.05);
});
