import type { Sheet, Snapshot } from "../../wire/types";

/** The results of a match as table rows: one player each, the best first. The server computes the sums. */

export interface GameCell {
  game: number;
  points: number;
  /** The place in that game. */
  rank: number;
  running: boolean;
  sheet: Sheet;
}

export interface Standing {
  seat: number;
  name: string;
  /** Whether its player has left for good. */
  gone: boolean;
  rank: number;
  games: GameCell[];
  /** Points outside the games, as the variant counts them. */
  outside: number;
  total: number;
}

/** Whether the table's current game is still running (or waits for its first roll). */
function isRunning(table: Snapshot): boolean {
  const open = table.status === "running" || table.status === "paused" || table.status === "aborted";
  return open && table.results.every((result) => result.game !== table.game);
}

/** All players, by place in the match and then by seat. */
export function standings(table: Snapshot): Standing[] {
  const rows = table.seats.map((seat, at): Standing => {
    const games = table.results.flatMap((result): GameCell[] => {
      const sheet = result.seats.find((one) => one.seat === seat.seat);
      return sheet === undefined ? [] : [{ game: result.game, points: sheet.total, rank: sheet.rank, running: false, sheet }];
    });
    if (isRunning(table)) {
      games.push({ game: table.game, points: seat.total, rank: seat.rank, running: true, sheet: seat });
    }
    const total = table.grand_totals[at] ?? 0;
    return {
      seat: seat.seat,
      name: seat.name,
      gone: seat.sheet_frozen,
      rank: table.ranks[at] ?? table.seats.length,
      games,
      outside: total - (table.totals[at] ?? 0),
      total,
    };
  });
  return rows.sort((a, b) => a.rank - b.rank || a.seat - b.seat);
}

/** The players who share the first place. */
export function winners(rows: readonly Standing[]): string[] {
  return rows.filter((row) => row.rank === 1).map((row) => row.name);
}
