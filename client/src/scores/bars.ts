// The positions of bars and marks in the charts, as fractions of the available room.

import type { FaceCount, ScoreBar } from "../wire/types";

/** A pair of bars: both as fractions of the height. */
export interface Heights {
  mine: number;
  perfect: number | null;
}

/** The heights of all bars: shares of the games, with the greatest of all as high as the chart. */
export function heights(bars: readonly ScoreBar[], games: number): Heights[] {
  const shares = bars.map((bar) => ({ mine: games > 0 ? bar.games / games : 0, perfect: bar.perfect }));
  const most = Math.max(...shares.flatMap((share) => [share.mine, share.perfect ?? 0]), Number.EPSILON);
  return shares.map((share) => ({ mine: share.mine / most, perfect: share.perfect === null ? null : share.perfect / most }));
}

/** The step between bars with a number below them, so that no two numbers touch. */
export function labelled(bars: number, width: number, label: number): number {
  return Math.max(1, Math.ceil((bars * label) / Math.max(width, 1)));
}

/** The position of a face on its line, all as fractions of the width. */
export interface Mark {
  low: number;
  high: number;
  mean: number;
  count: number;
  outside: boolean;
}

/** The marks of all faces on lines of the same scale, with a little room outside the outermost. */
export function marks(faces: readonly FaceCount[]): Mark[] {
  const ends = faces.flatMap((face) => [face.low, face.high, face.count]);
  const least = Math.min(...ends);
  const reach = Math.max(Math.max(...ends) - least, 1);
  const place = (value: number): number => 0.05 + (0.9 * (value - least)) / reach;
  return faces.map((face) => ({
    low: place(face.low),
    high: place(face.high),
    mean: place(face.mean),
    count: place(face.count),
    outside: face.count < face.low || face.count > face.high,
  }));
}
