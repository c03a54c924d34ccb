// The standings, for the handover and the end of a game.

import type { Seat, Snapshot } from "../wire/types";

export interface Standing {
  readonly seat: Seat;
  /** Points of the running or just finished game. */
  readonly total: number;
  /** Shared places count as 1, 1, 3. */
  readonly place: number;
}

/** The seats by their place in the current game; equal places in the order of the seats. */
export function placesOf(snapshot: Snapshot): Standing[] {
  return snapshot.seats
    .map((seat) => ({ seat, total: seat.total, place: seat.rank }))
    .sort((a, b) => a.place - b.place || a.seat.seat - b.seat.seat);
}

export interface MatchStanding extends Standing {
  /** The points of all games, and those that count outside the games. */
  readonly grand: number;
  readonly matchPlace: number;
}

/** The seats by their place in the match. */
export function matchPlacesOf(snapshot: Snapshot): MatchStanding[] {
  const standings = snapshot.seats.map((seat, n) => ({
    seat,
    total: seat.total,
    place: seat.rank,
    grand: snapshot.grand_totals[n] ?? seat.total,
    matchPlace: snapshot.ranks[n] ?? seat.rank,
  }));
  return standings.sort((a, b) => a.matchPlace - b.matchPlace || a.seat.seat - b.seat.seat);
}
