// The highlights of a game: the luckiest turn and the costliest decision, as the ledger knows them.

import type { Analysis, LedgerChoice, LedgerTurn, Snapshot } from "../wire/types";

/** The least average points of a highlight. */
const WORTH_A_WORD = 0.5;

export interface Highlights {
  readonly moment: { readonly name: string; readonly turn: LedgerTurn } | null;
  readonly decision: { readonly name: string; readonly round: number; readonly choice: LedgerChoice } | null;
}

/** The highlights of the game that has just ended: of the players at this device, or of all players for a watcher. */
export function highlightsOf({ seats, game }: Pick<Snapshot, "seats" | "game">, analysis: Pick<Analysis, "games">): Highlights {
  const people = seats.filter((seat) => seat.kind !== "bot");
  const mine = people.filter((seat) => seat.mine);
  const about = new Set((mine.length > 0 ? mine : people).map((seat) => seat.seat));
  const sheets = analysis.games.find((one) => one.game === game)?.seats.filter((one) => about.has(one.seat)) ?? [];
  const turns = sheets.flatMap(({ name, turns }) => turns.map((turn) => ({ name, turn })));
  const choices = turns.flatMap(({ name, turn }) =>
    turn.rolls.flatMap(({ choice }) => (choice === null ? [] : [{ name, round: turn.round, choice }])),
  );
  return { moment: greatest(turns, ({ turn }) => turn.luck), decision: greatest(choices, ({ choice }) => choice.loss) };
}

/** The first element with the highest value, if the value is high enough. */
function greatest<One>(ones: readonly One[], value: (one: One) => number): One | null {
  const best = ones.reduce<One | null>((found, one) => (found === null || value(one) > value(found) ? one : found), null);
  return best === null || value(best) < WORTH_A_WORD ? null : best;
}
