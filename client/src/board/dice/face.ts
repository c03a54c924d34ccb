// The faces of a die on a canvas, with the look of `Die.svelte`.

import type { Picture } from "./pictures";
import { pipsOf } from "./pips";
import { TINTS, type Tint } from "./tints";

export interface FaceLook {
  readonly face: number;
  readonly ten?: boolean;
  /** The colour of its pips, in games with coloured dice. */
  readonly tint?: Tint | null;
  /** The picture shown instead of pips. */
  readonly picture?: Picture | null;
}

/** Returns the value of a custom property, such as `--die-body`. */
export type Style = (property: string) => string;

/** The outline of a face on a 100 by 100 square. */
export function outlineOf(ten: boolean): Path2D {
  return ten ? new Path2D("M50 5L94 39L78 92H22L6 39z") : rounded(4, 3, 92, 91, 22);
}

/** Paints a face, `pixels` wide and high. */
export function paintFace({ face, ten = false, tint = null, picture = null }: FaceLook, pixels: number, style: Style): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = pixels;
  const brush = canvas.getContext("2d");
  if (brush === null) return canvas;
  brush.scale(pixels / 100, pixels / 100);
  const fill = (path: Path2D, colour: string | CanvasGradient) => {
    brush.fillStyle = colour;
    brush.fill(path);
  };
  const stroke = (path: Path2D, colour: string, opacity: number) => {
    brush.globalAlpha = opacity;
    brush.strokeStyle = colour;
    brush.lineWidth = 1.6;
    brush.stroke(path);
    brush.globalAlpha = 1;
  };
  const write = (word: string, colour: string, y: number) => {
    brush.font = `700 40px ${style("--font-text")}`;
    brush.textAlign = "center";
    brush.textBaseline = "middle";
    brush.fillStyle = colour;
    brush.fillText(word, 50, y);
  };
  const body = brush.createRadialGradient(35, 27, 0, 35, 27, 81);
  body.addColorStop(0, style("--die-lit"));
  body.addColorStop(0.55, style("--die-body"));
  body.addColorStop(1, style("--die-dim"));
  const pip = (tint === null ? undefined : TINTS[tint].pip) ?? style("--pip");
  const rim = (tint === null ? undefined : TINTS[tint].rim) ?? style("--pip-rim");

  if (ten) {
    fill(new Path2D("M50 3L97 38L80 96H20L3 38z"), style("--die-edge"));
    fill(outlineOf(true), body);
    stroke(new Path2D("M50 5L77 62L50 78L23 62zM23 62L6 39M77 62L94 39M50 78L50 92"), style("--die-edge"), 0.5);
    write(String(face), pip, 56);
    return canvas;
  }
  fill(rounded(4, 4, 92, 92, 14), style("--die-dim")); // closes the gap between the rounded corners of three faces
  fill(outlineOf(false), body);
  stroke(rounded(9, 7, 82, 82, 18), style("--die-lit"), 0.55);
  for (const part of picture ?? []) {
    const colour = part.fill === "var(--pip)" ? pip : part.fill;
    if ("d" in part) fill(new Path2D(part.d), colour);
    else write(part.word, colour, 52);
  }
  if (picture !== null) return canvas;
  for (const { x, y } of pipsOf(face)) {
    fill(pipAt(x, y, tint), style("--die-lit"));
    const shade = brush.createRadialGradient(x, y - 3, 0, x, y - 3, 11);
    shade.addColorStop(0.55, pip);
    shade.addColorStop(1, rim);
    fill(pipAt(x, y - 1, tint), shade);
  }
  if (face > 6) write(String(face), pip, 52);
  return canvas;
}

/** Shapes distinguish the colours for people who cannot see them. */
function pipAt(x: number, y: number, tint: Tint | null): Path2D {
  if (tint === "red") return new Path2D(`M${x} ${y - 11.5}L${x + 11.5} ${y}L${x} ${y + 11.5}L${x - 11.5} ${y}z`);
  return rounded(x - 9, y - 9, 18, 18, tint === "green" ? 2 : 9);
}

function rounded(x: number, y: number, width: number, height: number, radius: number): Path2D {
  const path = new Path2D();
  path.roundRect(x, y, width, height, radius);
  return path;
}
