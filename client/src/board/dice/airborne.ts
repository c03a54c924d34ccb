// Draws the dice in the air on a canvas over the tray. One canvas costs the browser less than the many layers of
// rotated elements, so a slow phone draws every frame.

import type { SheetLayout } from "../../wire/types";
import { outlineOf, paintFace } from "./face";
import { type Moment, type Point, type Side, sidesOf } from "./flight";
import { pictureOf } from "./pictures";
import { tintOf } from "./tints";

/**
 * A die in the air. `face` matters only for a ten-sided one: the rotation of a six-sided die decides which faces are
 * visible.
 */
export interface Airborne {
  readonly ten: boolean;
  readonly face: number;
  readonly moment: Moment;
}

/** Half the width of a die, as a fraction of its place. */
const HALF = 0.46;
/** The distance of the viewer, in places. */
const EYE = 9;
/** The most canvas pixels for each pixel of the page: more would only cost time. */
const SHARPEST = 2;

/** The properties of a theme that faces depend on. */
const LOOK = ["--die-lit", "--die-body", "--die-dim", "--die-edge", "--pip", "--pip-rim", "--font-text"];

/** Painted faces by look and size, kept for the next roll. */
export type Faces = Map<string, HTMLCanvasElement>;

/**
 * Returns a function that draws dice of this size in the coordinates of the tray; null if the browser has no canvas.
 */
export function drawingOn(
  canvas: HTMLCanvasElement,
  tray: HTMLElement,
  layout: SheetLayout,
  size: number,
  faces: Faces,
): ((dice: readonly Airborne[]) => void) | null {
  const brush = canvas.getContext("2d");
  if (brush === null) return null;
  const sharp = Math.min(window.devicePixelRatio, SHARPEST);
  canvas.width = canvas.clientWidth * sharp;
  canvas.height = canvas.clientHeight * sharp;
  const middle = { x: tray.clientWidth / 2, y: tray.clientHeight / 2 };
  const origin = { x: canvas.offsetLeft, y: canvas.offsetTop };
  const computed = getComputedStyle(canvas);
  const style = new Map(LOOK.map((name) => [name, computed.getPropertyValue(name)]));
  const pixels = Math.ceil(size * sharp * 1.2);
  const kind = [pixels, ...style.values()].join();

  function faceOf(face: number, ten: boolean): HTMLCanvasElement {
    const key = `${kind} ${ten ? "ten" : "six"} ${face}`;
    const known = faces.get(key);
    if (known !== undefined) return known;
    const look = ten ? { face, ten } : { face, tint: tintOf(layout, face), picture: pictureOf(layout, face) };
    const painted = paintFace(look, pixels, (name) => style.get(name) ?? "");
    faces.set(key, painted);
    return painted;
  }

  const shade = brush.createRadialGradient(0, 0, 0, 0, 0, 50);
  shade.addColorStop(0.45, "rgb(0 0 0 / 85%)");
  shade.addColorStop(1, "rgb(0 0 0 / 0%)");

  /** Moves the brush to a face of a die at a point, or to its middle. One unit is then a hundredth of its place. */
  function moveTo({ x, y, z }: Point, { right, down, middle: [across, along] }: Omit<Side, "face" | "light">): void {
    const near = (EYE * size) / (EYE * size - z);
    const unit = (near * size * sharp) / 100;
    const left = middle.x + (x + size * (0.5 + across * HALF) - middle.x) * near - origin.x;
    const top = middle.y + (y + size * (0.5 + along * HALF) - middle.y) * near - origin.y;
    brush?.setTransform(unit * right[0], unit * right[1], unit * down[0], unit * down[1], left * sharp, top * sharp);
  }

  return (dice) => {
    brush.resetTransform();
    brush.clearRect(0, 0, canvas.width, canvas.height);
    for (const { moment: { point: { x, y, z }, up } } of dice) {
      const wide = 1.22 + up * 0.15;
      const felt = { x: x + up * size * 0.12, y: y + size * (0.1 + up * 0.2), z: z - (up + HALF) * size };
      moveTo(felt, { right: [wide, 0], down: [0, wide], middle: [0, 0] });
      brush.globalAlpha = 0.7 / (1 + up * 0.8);
      brush.fillStyle = shade;
      brush.fillRect(-50, -50, 100, 100);
    }
    brush.globalAlpha = 1;
    for (const { ten, face, moment } of [...dice].sort((one, other) => one.moment.point.z - other.moment.point.z)) {
      for (const side of sidesOf(ten ? { ...moment.turn, x: 0, y: 0 } : moment.turn)) {
        moveTo(moment.point, ten ? { ...side, middle: [0, 0] } : side);
        brush.translate(-50, -50);
        brush.drawImage(faceOf(ten ? face : side.face, ten), 0, 0, 100, 100);
        brush.fillStyle = `rgb(0 0 0 / ${(1 - side.light).toFixed(2)})`;
        brush.fill(outlineOf(ten));
      }
    }
  };
}
