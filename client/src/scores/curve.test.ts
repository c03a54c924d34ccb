import { expect, test } from "vitest";
import { draw } from "./curve";

const at = "2026-11-24T12:00:00.000Z";

test("a curve spans the width, and its ranges surround it", () => {
  const points = [
    { games: 5, at, value: 220, reach: 5 },
    { games: 10, at, value: 230, reach: 2 },
  ];
  const { line, band, level, ticks } = draw(points, 235, false);
  expect(line).toEqual([[0, 0.25], [1, 0.75]]);
  expect(band).toEqual([[0, 0.5], [1, 0.85], [1, 0.65], [0, 0]]);
  expect(level).toBe(1);
  expect(ticks.map((tick) => tick.value)).toEqual([215, 220, 225, 230, 235]);
});

test("ranges of chance surround the level", () => {
  const points = [
    { games: 1, at, value: 10, reach: 20 },
    { games: 4, at, value: -30, reach: 40 },
  ];
  expect(draw(points, 0, true).band).toEqual([[0, 0.75], [1, 1], [1, 0], [0, 0.25]]);
  expect(draw(points.map((point) => ({ ...point, reach: null })), 0, true).band).toEqual([]);
});

test("ticks are at most five round numbers", () => {
  const points = [0, 1777].map((value, n) => ({ games: n, at, value, reach: null }));
  expect(draw(points, 0, false).ticks.map((tick) => tick.value)).toEqual([0, 500, 1000, 1500]);
});
