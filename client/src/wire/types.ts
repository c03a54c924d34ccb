/** The shapes that travel between server and client (`/api/v1`). The client shows them and computes no score. */

export type TableStatus = "waiting" | "running" | "paused" | "finished" | "aborted";
export type Visibility = "private" | "public";
export type SeatKind = "local" | "human" | "bot";

export interface SheetColumn {
  column: number;
  factor: number;
}

export interface SheetCategory {
  key: string;
  name: string;
  section: "upper" | "lower";
  /** The face that an upper category counts; null below. */
  face: number | null;
  /** One short sentence that says what scores. */
  hint: string;
}

/** The layout: all a client needs to draw any sheet of the variant. */
export interface SheetLayout {
  dice: number;
  ten_sided: number;
  rolls: number;
  columns: SheetColumn[];
  categories: SheetCategory[];
  /** Empty: the variant has no upper bonus, so there is no bonus row. */
  upper_bonus: { threshold: number; points: number }[];
  /** Null: no row for extra points. */
  extra: { points: number; counts_in: "game" | "match"; name: string } | null;
}

/** The sums of one column of a sheet, in points. */
export interface ColumnSums {
  upper: number;
  saldo: number;
  bonus: number;
  lower: number;
  extra: number;
  total: number;
}

/** One player's filled sheet: cells by their text (`full_house`, with several columns `full_house@2`). */
export interface Sheet extends ColumnSums {
  cells: Record<string, number>;
  columns: (ColumnSums & { column: number })[];
  /** The place in this game; equal totals share one (1, 1, 3). */
  rank: number;
}

export interface Seat extends Sheet {
  seat: number;
  name: string;
  kind: SeatKind;
  bot: string | null;
  present: boolean;
  /** Whether this browser's session plays the seat. */
  mine: boolean;
}

export interface GameResult {
  game: number;
  seats: (Sheet & { seat: number })[];
}

export interface Turn {
  seat: number;
  /** Faces in ascending order, a ten-sided die after a slash (`11125/0`); null before the first roll. */
  dice: string | null;
  /** What was kept for the last throw (`k33`). */
  kept: string | null;
  rolls_left: number;
  rolls_used: number;
  announced: string | null;
  /** Dice that may not be thrown again (`k-` for none). */
  locked: string;
}

export interface ScoreAction {
  type: "score";
  cell: string;
  points: number;
  after?: { upper: number; saldo: number; bonus: number; total: number };
  /** An upper cell with at least the share that the bonus needs. */
  strong?: boolean;
  extra?: number;
}
export interface RollAction {
  type: "roll";
  keep?: string;
}
export interface AnnounceAction {
  type: "announce";
  cell: string;
}
export interface UseAction {
  type: "use_action";
  action: string;
  target?: number;
  cell?: string;
}
export interface EndTurnAction {
  type: "end_turn";
}
export interface NextGameAction {
  type: "next_game";
}
export type LegalAction = ScoreAction | RollAction | AnnounceAction | UseAction | EndTurnAction | NextGameAction;

/** What a seated session may send: a legal action, or what concerns the table. */
export type Command = LegalAction | { type: "take_back" } | { type: "abort" };

export interface Snapshot {
  id: string;
  seq: number;
  status: TableStatus;
  visibility: Visibility;
  opened_at: string;
  variant: string;
  variant_name: string;
  rules: Record<string, unknown>;
  game: number;
  games: number;
  round: number;
  rounds: number;
  commitment: string | null;
  server_seed: string | null;
  sheet: SheetLayout;
  /** Null when nobody is to move: waiting, between games, after the end. */
  turn: Turn | null;
  seats: Seat[];
  legal_actions: LegalAction[];
  can_take_back: boolean;
  /** The finished games of the match. */
  results: GameResult[];
  /** Sums over the games so far, the running one included, by seat. */
  totals: number[];
  /** The same with the points outside the games. */
  grand_totals: number[];
  ranks: number[];
  /** What may be done now, one sentence. */
  text: string;
}

interface EventOf<Type extends string, Data> {
  seq: number;
  type: Type;
  at: string;
  seat: number | null;
  data: Data;
  /** The event as a sentence in the caller's language. */
  text: string;
}

export type TableEvent =
  | EventOf<"table_opened", { variant: string; rules: Record<string, unknown>; games: number; visibility: Visibility }>
  | EventOf<"seat_taken", { name: string }>
  | EventOf<"seat_left", Record<string, never>>
  | EventOf<"table_started", { commitment: string }>
  | EventOf<"game_started", { game: number }>
  | EventOf<"dice_rolled", { dice: string; keep: string | null; roll: number; rolls_left: number }>
  | EventOf<"announced", { cell: string }>
  | EventOf<"scored", { cell: string; points: number; extra: number; dice: string }>
  | EventOf<"entry_taken_back", { cell: string; points: number }>
  | EventOf<"game_finished", { totals: number[]; ranks: number[] }>
  | EventOf<"match_finished", { totals: number[]; grand_totals: number[]; ranks: number[]; server_seed: string }>
  | EventOf<"table_aborted", Record<string, never>>;

/** The body of every refusal (`application/problem+json`). */
export interface Problem {
  status: number;
  code: string;
  /** One sentence in the caller's language. */
  detail: string;
}

export interface Accepted {
  ok: true;
  seq: number;
}

/** One row of a list of tables: the lobby, or the caller's own unfinished ones. */
export interface TableItem {
  id: string;
  variant: string;
  variant_name: string;
  status: TableStatus;
  game: number;
  games: number;
  round: number;
  rounds: number;
  seats: { seat: number; name: string; kind: SeatKind; total: number }[];
  updated_at: string;
  open_seats?: number;
}

export interface VariantItem {
  key: string;
  name: string;
  aliases: string[];
  dice: number;
  turns: number;
  /** Least and greatest number of seats. */
  seats: [number, number];
  columns: number;
  categories: string[];
  maximum: number | null;
  reconstruction: boolean;
}

export interface VariantDetail extends VariantItem {
  sheet: SheetLayout;
  switches: Record<string, { value: unknown; values: unknown[] }>;
  rules: { heading: string; sentences: string[] }[];
}

export interface Bot {
  key: string;
  name: string;
}

export type SeatRequest =
  | { kind: "local"; name: string }
  | { kind: "bot"; bot: string }
  | { kind: "human" };

export interface OpenTable {
  variant: string;
  games: number;
  seats: SeatRequest[];
  visibility: Visibility;
  start: boolean;
  rules?: Record<string, unknown>;
}
