import type { Sheet, Snapshot } from "../wire/types";

/** Snapshots for unit tests; nothing the client ships imports this. */

export function sheet(total: number, rank = 1): Sheet {
  const sums = { upper: total, saldo: 0, bonus: 0, lower: 0, extra: 0, total, score: total };
  return { ...sums, cells: {}, columns: [{ ...sums, column: 1 }], lies: [], rank };
}

const NOTHING = { bank: 0, chips: 0, doubles: 0, frozen: [], dice: [] };

/** A running table of Anna (mine) and Bernd, with `part` changed. */
export function snapshot(part: Partial<Snapshot> = {}): Snapshot {
  return {
    id: "T1",
    seq: 5,
    status: "running",
    visibility: "private",
    opened_at: "2026-01-01T00:00:00Z",
    variant: "kniffel",
    variant_name: "Kniffel",
    rules: {},
    rules_name: "",
    game: 1,
    games: 1,
    round: 1,
    rounds: 13,
    commitment: "00",
    server_seed: null,
    sheet: {
      dice: 5,
      ten_sided: 0,
      rolls: 3,
      phase: "",
      chips: 0,
      banks_rolls: false,
      doubles: 0,
      columns: [{ column: 1, name: "", hint: "", factor: 1, order: "free", announce: "none", max_rolls: null }],
      categories: [],
      upper_bonus: [],
      extra: null,
    },
    turn: {
      seat: 1,
      stage: "ready",
      dice: null,
      kept: null,
      rolls_left: 3,
      rolls_used: 0,
      announced: null,
      locked: "k-",
      hidden: false,
      dice_count: 0,
      kept_count: 0,
      chip: false,
      doubled: false,
      claim: null,
    },
    pool: null,
    seats: [
      { ...sheet(0), ...NOTHING, seat: 1, name: "Anna", kind: "local", bot: null, present: true, mine: true },
      { ...sheet(0), ...NOTHING, seat: 2, name: "Bernd", kind: "local", bot: null, present: true, mine: true },
    ],
    legal_actions: [{ type: "roll" }],
    can_take_back: false,
    can_start: false,
    results: [],
    totals: [0, 0],
    grand_totals: [0, 0],
    ranks: [1, 1],
    text: "Anna ist dran.",
    ...part,
  };
}
