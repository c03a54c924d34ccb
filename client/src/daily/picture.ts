// The picture of a result, with the content of its text.

import type { DailyResult, DailyTurn } from "../wire/types";
import { settings } from "../app/settings.svelte";
import { t } from "../words";
import { longDay } from "./days";

const WIDTH = 720;
const HEIGHT = 380;
const EDGE = 40;
const GAP = 8;
const COLOURS: Record<DailyTurn["mark"], string> = { best: "#3f9a5a", good: "#3f74b8", weak: "#e08a2e", bad: "#c43d32" };

/** The picture as a PNG file. Rejects if the browser cannot draw. */
export async function drawn(result: DailyResult): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("no canvas");
  pen.fillStyle = "#3d5a52";
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = "#fdf9ef";
  pen.fillRect(EDGE / 2, EDGE / 2, WIDTH - EDGE, HEIGHT - EDGE);
  pen.fillStyle = "#17233f";
  const write = (text: string, size: number, y: number, weight = 400): void => {
    pen.font = `${String(weight)} ${String(size)}px system-ui, sans-serif`;
    pen.fillText(text, EDGE, y, WIDTH - 2 * EDGE);
  };
  write(`${t("app.name")} · ${result.variant_name}`, 40, 85, 600);
  write(longDay(result.day), 26, 125);
  const points = t("daily.points", { count: result.score });
  write(result.par === null ? points : `${points} · ${t("daily.par_short", { par: result.par })}`, 34, 190, 600);
  const side = Math.min(48, (WIDTH - 2 * EDGE + GAP) / result.turns.length - GAP);
  result.turns.forEach((turn, at) => {
    pen.fillStyle = COLOURS[turn.mark];
    pen.fillRect(EDGE + at * (side + GAP), 220, side, side);
  });
  pen.fillStyle = "#4a5163";
  write(`${location.host}/daily`, 24, 325);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("no picture");
  return new File([blob], `pasch-${result.day}-${settings.language}.png`, { type: "image/png" });
}
