// Snapshots for tests: a small sheet, given by its differences.

import type { LegalAction, Seat, Sheet, SheetCategory, SheetColumn, SheetLayout, Snapshot, TableEvent, Brief, Turn } from "../wire/types";

function category(key: string, name: string, face: number | null): SheetCategory {
  return { key, name, section: face === null ? "lower" : "upper", face, fixed: null, hint: "" };
}

export function column(number: number, part: Partial<SheetColumn> = {}): SheetColumn {
  return { column: number, name: "", hint: "", factor: 1, order: "free", announce: "none", max_rolls: null, ...part };
}

export const LAYOUT: SheetLayout = {
  dice: 5,
  ten_sided: 0,
  rolls: 3,
  phase: "",
  chips: 0,
  banks_rolls: false,
  locks_dice: false,
  sheet_order: "free",
  doubles: 0,
  double_when: "before_first_roll",
  columns: [column(1)],
  categories: [category("ones", "Einser", 1), category("sixes", "Sechser", 6), category("chance", "Chance", null)],
  upper_bonus: [{ threshold: 21, points: 35 }],
  extra: null,
  customs: { games: 1, final: false, marks_rolls: false, shows_key: false, lever: false, pictures: "" },
  faces: [],
};

export function seat(number: number, part: Partial<Seat> = {}): Seat {
  const sums = { upper: 0, saldo: 0, bonus: 0, lower: 0, extra: 0, total: 0, score: 0 };
  return {
    ...sums,
    bank: 0,
    chips: 0,
    doubles: 0,
    frozen: [],
    lies: [],
    typed: [],
    real_dice: false,
    dice: [],
    seat: number,
    name: ["Anna", "Bernd", "Chris"][number - 1] ?? `Seat ${String(number)}`,
    kind: "local",
    bot: null,
    present: true,
    away: null,
    held: null,
    ready: false,
    sheet_frozen: false,
    open: false,
    kept: null,
    mine: true,
    person: null,
    computer: false,
    mark: null,
    cells: {},
    columns: [{ ...sums, column: 1 }],
    rank: 1,
    ...part,
  };
}

/** The sheet of a finished game, given by its total. */
export function sheet(total: number, rank = 1): Sheet {
  const sums = { upper: total, saldo: 0, bonus: 0, lower: 0, extra: 0, total, score: total };
  return { ...sums, cells: {}, columns: [{ ...sums, column: 1 }], lies: [], typed: [], rank };
}

export function turn(number: number, part: Partial<Turn> = {}): Turn {
  const { dice = null, rolls_left: left = 3 } = part;
  return {
    seat: number,
    stage: dice === null ? "ready" : left > 0 ? "rolled" : "entry_due",
    dice,
    kept: null,
    rolls_left: left,
    rolls_used: 0,
    announced: null,
    locked: "k-",
    hidden: false,
    dice_count: dice?.length ?? 0,
    kept_count: 0,
    chip: false,
    doubled: false,
    doubles_next: false,
    claim: null,
    ...part,
  };
}

export function snapshot(part: Partial<Snapshot> = {}): Snapshot {
  return {
    id: "t1",
    seq: 1,
    status: "running",
    visibility: "private",
    hints: true,
    imported: null,
    opened_at: "2026-01-01T00:00:00Z",
    every_throw: false,
    kept_until: "2026-01-29T00:00:00Z",
    variant: "kniffel",
    variant_name: "Kniffel",
    rules: {},
    rules_name: "",
    time: null,
    absent: "bot",
    bots: true,
    now: "2026-01-01T00:00:00Z",
    clock: null,
    pause: null,
    pause_ends: null,
    watchers: 0,
    opener: 1,
    rematch: null,
    game: 1,
    games: 1,
    round: 1,
    rounds: 3,
    commitment: "00",
    server_seed: null,
    sheet: LAYOUT,
    turn: turn(1),
    pool: null,
    seats: [seat(1), seat(2)],
    legal_actions: [{ type: "roll" }],
    can_start: false,
    can_take_back: false,
    results: [],
    totals: [0, 0],
    grand_totals: [0, 0],
    ranks: [1, 1],
    text: "",
    ...part,
  };
}

/** The names of row values, as in hello. */
export const NAMES = { turn: ["seat", "stage", "rolls_left", "rolls_used", "dice", "kept"], dice_rolled: ["dice", "keep", "roll", "rolls_left"] };

/** The same table in the socket's short form. */
export function brief(part: Partial<Brief> = {}): Brief {
  const { legal_actions: _, ...table } = snapshot();
  return { ...table, turn: [1, "ready", 3, 0], offers: { kinds: ["roll"] }, ...part };
}

export const SCORES: LegalAction[] = [
  { type: "roll" },
  { type: "score", cell: "chance", points: 18, strong: false },
  { type: "score", cell: "chance", points: 0 },
  { type: "score", cell: "ones", points: 0 },
];

/** A snapshot after a first roll of 1, 3, 3, 5, 6. */
export function rolled(seq: number, dice = "13356", part: Partial<Turn> = {}): Snapshot {
  const now = turn(1, { dice, rolls_left: 2, rolls_used: 1, ...part });
  return snapshot({ seq, turn: now, legal_actions: SCORES });
}

export function rollEvent(seq: number, dice: string, keep: string | null = null): TableEvent {
  const data = { dice, keep, kept_count: 0, roll: 1, rolls_left: 2, by_hand: false };
  return { seq, type: "dice_rolled", at: "2026-01-01T00:00:00Z", seat: 1, data, text: `Roll ${dice}.` };
}

export function scoreEvent(seq: number, number: number, cell: string, points: number): TableEvent {
  const data = { cell, points, extra: 0, dice: "13356", by_hand: false };
  return { seq, type: "scored", at: "2026-01-01T00:00:00Z", seat: number, data, text: `Scores ${String(points)}.` };
}

/** A clock that tests move. */
export class StoppedClock {
  #now = 0;
  #calls: { at: number; call: () => void }[] = [];

  after(milliseconds: number, call: () => void): () => void {
    const one = { at: this.#now + milliseconds, call };
    this.#calls.push(one);
    return () => {
      this.#calls = this.#calls.filter((other) => other !== one);
    };
  }

  /** Advances the time; calls everything due, in order. */
  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = this.#calls.filter((one) => one.at <= end).toSorted((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#calls = this.#calls.filter((one) => one !== next);
      this.#now = next.at;
      next.call();
    }
    this.#now = end;
  }
}

/** Numbers between 0 and 1, always the same ones. */
export function steadyChance(): () => number {
  let state = 42;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

export class MemoryMap {
  readonly #items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
}
