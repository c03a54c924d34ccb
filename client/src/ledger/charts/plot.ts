// The picture of a chart, drawn by uPlot on a canvas. A table next to it has the same numbers for screen readers.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { inkOf, styleOf, type Line, type Marker } from "./chart";

export interface Picture {
  /** The position of each point on the horizontal axis. */
  readonly places: readonly number[];
  readonly lines: readonly Line[];
  /** Returns false for an estimated point, whose sign is hollow. */
  readonly sure: (point: number) => boolean;
  /** The least and the greatest value of the axis; null fits the values. */
  readonly range: readonly [number, number] | null;
  /** A value marked by a horizontal line, or null. */
  readonly level: number | null;
  readonly value: (value: number) => string;
  readonly place: (place: number) => string;
  /** The selected point, and a callback for a selection by the pointer. */
  readonly at: () => number;
  readonly onpoint: (point: number) => void;
}

/** Pixels at both sides of the drawing: for the numbers of the axis, and for half a sign. */
export const SIDES = { left: 50, right: 14 } as const;
const MARKER = 4.5;
/** The least distance in pixels between two numbers of an axis. */
const SPACE = { across: 44, down: 42 } as const;

/** Draws into a box in its current colours. Call `destroy` on the result at the end. */
export function draw(box: HTMLElement, picture: Picture, size: { width: number; height: number }): uPlot {
  const style = getComputedStyle(box);
  const ink = (name: string): string => style.getPropertyValue(name).trim();
  const font = `14px ${ink("--font-text")}`;
  const axis = { stroke: ink("--ink-soft"), font, ticks: { show: false } };
  const grid = { stroke: ink("--rule"), width: 1 };
  const { range } = picture;
  const plot = new uPlot(
    {
      ...size,
      padding: [10, SIDES.right, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false }, y: range === null ? {} : { range: [range[0], range[1]] } },
      axes: [
        { ...axis, grid: { show: false }, size: 32, space: SPACE.across, incrs: [1, 2, 5, 10], values: (_, places) => places.map(picture.place) },
        { ...axis, grid, size: SIDES.left, gap: 9, space: SPACE.down, values: (_, values) => values.map(picture.value) },
      ],
      series: [{}, ...picture.lines.map((line, n) => seriesOf(line, n, ink))],
      hooks: {
        drawClear: [(plot) => level(plot, picture, ink)],
        draw: [(plot) => points(plot, picture, ink)],
      },
    },
    [[...picture.places], ...picture.lines.map((line) => [...line.values])],
    box,
  );
  follow(plot, picture);
  return plot;
}

function seriesOf(line: Line, n: number, ink: (name: string) => string): uPlot.Series {
  return { label: line.name, stroke: ink(inkOf(n)), width: 2.25, dash: [...styleOf(n).dash], points: { show: false } };
}

/** Makes the pointer select the nearest point. */
function follow(plot: uPlot, picture: Picture): void {
  const look = (event: PointerEvent): void => {
    picture.onpoint(plot.posToIdx(event.clientX - plot.over.getBoundingClientRect().left));
  };
  plot.over.addEventListener("pointermove", look);
  plot.over.addEventListener("pointerdown", look);
}

/** Draws the marked value and the selected point. */
function level(plot: uPlot, picture: Picture, ink: (name: string) => string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  if (picture.level !== null) {
    const y = plot.valToPos(picture.level, "y", true);
    ctx.strokeStyle = ink("--rule-strong");
    stroke(ctx, [bbox.left, y, bbox.left + bbox.width, y]);
  }
  const place = picture.places[picture.at()];
  if (place !== undefined) {
    const x = plot.valToPos(place, "x", true);
    ctx.lineWidth = 12 * devicePixelRatio;
    ctx.strokeStyle = ink("--mark");
    stroke(ctx, [x, bbox.top, x, bbox.top + bbox.height]);
  }
  ctx.restore();
}

function stroke(ctx: CanvasRenderingContext2D, [x1, y1, x2, y2]: readonly [number, number, number, number]): void {
  ctx.beginPath();
  ctx.moveTo(x1, y1);
  ctx.lineTo(x2, y2);
  ctx.stroke();
}

/** Draws the signs at the points of all lines. */
function points(plot: uPlot, picture: Picture, ink: (name: string) => string): void {
  const { ctx } = plot;
  ctx.save();
  ctx.setLineDash([]);
  ctx.lineWidth = 1.75 * devicePixelRatio;
  for (const [n, line] of picture.lines.entries()) {
    ctx.strokeStyle = ink(inkOf(n));
    for (const [at, value] of line.values.entries()) {
      if (value === null) continue;
      ctx.fillStyle = ink(picture.sure(at) ? inkOf(n) : "--paper");
      const x = plot.valToPos(picture.places[at] ?? 0, "x", true);
      const y = plot.valToPos(value, "y", true);
      outline(ctx, styleOf(n).marker, { x, y, r: MARKER * devicePixelRatio });
      ctx.fill();
      ctx.stroke();
    }
  }
  ctx.restore();
}

/** The corners of the signs, relative to their middle. */
const CORNERS: Record<Exclude<Marker, "circle">, readonly (readonly [number, number])[]> = {
  square: [[-0.88, -0.88], [0.88, -0.88], [0.88, 0.88], [-0.88, 0.88]],
  triangle: [[0, -1.15], [1.05, 0.8], [-1.05, 0.8]],
  diamond: [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]],
};

function outline(ctx: CanvasRenderingContext2D, marker: Marker, { x, y, r }: { x: number; y: number; r: number }): void {
  ctx.beginPath();
  if (marker === "circle") ctx.arc(x, y, r, 0, 2 * Math.PI);
  else for (const [dx, dy] of CORNERS[marker]) ctx.lineTo(x + dx * r, y + dy * r);
  ctx.closePath();
}

/** A sign for the legend, in the middle of a 100 by 100 square. */
export function markerPath(marker: Marker): string {
  const r = 30;
  if (marker === "circle") return `M50 ${50 - r}a${r} ${r} 0 1 0 0.01 0Z`;
  return `M${CORNERS[marker].map(([x, y]) => `${50 + x * r} ${50 + y * r}`).join("L")}Z`;
}
