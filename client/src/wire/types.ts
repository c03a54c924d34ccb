/**
 * The shapes that travel between server and client, by the names the client uses. They are made from the server's
 * schema (`schema.gen.ts`; `pasch.server.schema` says how), so a difference is an error of the type check.
 */
import type * as wire from "./schema.gen";

export type {
  Accepted,
  Advice,
  AdvisedAction,
  Analysis,
  AnnounceAction,
  ClaimAction,
  LedgerChoice,
  LedgerGame,
  LedgerPlayer,
  LedgerSeat,
  LedgerTurn,
  LegalAction,
  Lesson,
  RollAction,
  ScoreAction,
  ScoreAfter,
  Seat,
  SheetCategory,
  SheetColumn,
  SheetLayout,
  Situation,
  Snapshot,
  Turn,
  TutorialStep,
  UseActionAction,
  VariantDetail,
  WinPoint,
} from "./schema.gen";

/** What a sheet or all sheets of a player came to, and what was luck and loss in it. */
export type LedgerSums = Omit<wire.LedgerSeat, "turns" | "curve">;
export type TableStatus = wire.Snapshot["status"];
export type Visibility = wire.Snapshot["visibility"];
export type SeatKind = wire.Seat["kind"];
/** The sums of one column of a sheet, in points. */
export type ColumnSums = Omit<wire.ColumnSums, "column">;
/** A player's filled sheet of any game. */
export type Sheet = Omit<wire.ResultSheet, "seat">;
export type GameResult = wire.GameSheets;
export type TableEvent = wire.Event;
export type TableItem = wire.ListedTable;
export type VariantItem = wire.Variant;

/** A rule of a house as it stands in a variant, and how it can be set. */
export type Switch = wire.Switch;
export type RuleValue = wire.Switch["value"];
export type Rules = Record<string, RuleValue>;

export interface Bot {
  key: string;
  name: string;
}

export type ServerMessage = wire.ServerMessage;

/** What is to be analysed: a table, or a record as text. The chances to win take longer, so they are asked for apart. */
export type AskAnalysis = ({ table: string } | { record: string }) & { win?: boolean };

/** What a refusal says; the rest of its document is for machines. */
export type Problem = Pick<wire.Problem, "status" | "code" | "detail"> & {
  /** How much of what is awaited has been done, from 0 to 1; only with `not_ready`. */
  progress?: number;
};

/** What a seated session may send: a legal action as it was handed out, or what concerns the table. */
export type Command = wire.LegalAction | { type: "take_back" } | { type: "abort" };

export type SeatRequest = { kind: "local"; name: string } | { kind: "bot"; bot: string } | { kind: "human" };

/** The wish for a new table; what is left out has the server's defaults. */
export type OpenTable = Pick<wire.OpenTable, "variant" | "games" | "visibility" | "start" | "rules" | "rules_name" | "hints"> & {
  seats: SeatRequest[];
};
