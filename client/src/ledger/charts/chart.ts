// The data of the charts as plain numbers, equal to those in their tables.

import type { LedgerGame, LedgerSeat, WinPoint } from "../../wire/types";

/** A line of a chart: a value for each position on the horizontal axis, null if it is not known yet. */
export interface Line {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

export type Marker = "circle" | "square" | "triangle" | "diamond";

/** The features that distinguish a line without its colour: its dashes, and the sign at its points. */
export interface LineStyle {
  readonly dash: readonly number[];
  readonly marker: Marker;
}

const DASHES: readonly (readonly number[])[] = [[], [9, 5], [2, 4], [12, 4, 2, 4], [5, 3], [16, 6]];
const MARKERS: readonly Marker[] = ["circle", "square", "triangle", "diamond"];

/** The number of inks in `ledger.css`. */
const INKS = 6;

export function styleOf(line: number): LineStyle {
  return { dash: DASHES[line % DASHES.length] ?? [], marker: MARKERS[line % MARKERS.length] ?? "circle" };
}

/** The name of a line's ink. */
export function inkOf(line: number): string {
  return `--line-${(line % INKS) + 1}`;
}

/** The rounds of a game, from 0 (the start) to the last round that a player has finished. */
export function roundsOf(game: LedgerGame): number[] {
  const last = Math.max(0, ...game.seats.flatMap((seat) => endsOf(seat).map((point) => point.round)));
  return Array.from({ length: last + 1 }, (_, round) => round);
}

/** The expected final score of each seat after each round. */
export function expectations(game: LedgerGame): Line[] {
  const rounds = roundsOf(game);
  return game.seats.map((seat) => {
    const values = new Map(endsOf(seat).map((point) => [point.round, point.value]));
    return { name: seat.name, values: rounds.map((round) => values.get(round) ?? null) };
  });
}

/** The ends of the rounds. Of two turns in one round, the second counts because it is later. */
function endsOf(seat: LedgerSeat) {
  return seat.curve.filter((point) => point.roll === 0);
}

/** The win probability of both seats, after each turn. */
export function winLines(game: LedgerGame, points: readonly WinPoint[]): Line[] {
  return game.seats.map((seat, n) => ({ name: seat.name, values: points.map((point) => point.chances[n === 0 ? 0 : 1][0]) }));
}
