/**
 * The shapes between server and client, under the names that the client uses. They are generated from the server's
 * schema (`schema.gen.ts`; `pasch.server.api.schema` says how), so a difference is a type error.
 */
import type * as wire from "./schema.gen";

export type {
  Accepted,
  Account,
  Advice,
  ActionOffered,
  AdvisedAction,
  Analysis,
  AnnounceAction,
  ChatLine,
  ChatLines,
  ChatPerson,
  ChatRoom,
  DailyArchive,
  DailyGame,
  DailyResult,
  DailyTurn,
  DiceThrown,
  EventResult,
  EventState,
  EventSummary,
  FaceCount,
  GamesPlayed,
  Glossary,
  GlossaryChapter,
  GameMeasures,
  GameStatistics,
  HighScores,
  ClaimAction,
  EnterPointsAction,
  LedgerChoice,
  LedgerGame,
  LedgerPlayer,
  LedgerSeat,
  LedgerTurn,
  LegalAction,
  Lesson,
  LobbyMessage,
  MakeToken,
  NewToken,
  RollAction,
  ScoreAction,
  ScoreAfter,
  Seat,
  SeatKey,
  SheetCategory,
  SheetColumn,
  SheetLayout,
  Profile,
  PuzzleAnswer,
  PuzzleTask,
  Situation,
  Snapshot,
  Statistics,
  FigureChances,
  TestedTips,
  Turn,
  TutorialStep,
  UseActionAction,
  VariantDetail,
  WinPoint,
} from "./schema.gen";

/** The result of a sheet or of all sheets of a player, with its luck and loss. */
export type LedgerSums = Omit<wire.LedgerSeat, "turns" | "curve">;
/** The theme of a puzzle. */
export type PuzzleTheme = wire.PuzzleAnswer["themes"][number];
/** A code for another device, and its address. */
export type DeviceLink = wire.Link;
export type ProgramToken = wire.Token;
/** The key of a seat, and the table after its match was interrupted. */
export type InterruptedMatch = wire.Interrupted;
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
export type ListedMatch = wire.ListedMatch;
export type VariantItem = wire.Variant;
/** A finished match, a page of the list of them, and the result of an import. */
export type PastMatch = wire.PastMatch;
export type PastPage = wire.History;
export type PastImport = wire.Import;

/** A house rule of a variant, with its possible values. */
export type Switch = wire.Switch;
export type RuleValue = wire.Switch["value"];
export type Rules = Record<string, RuleValue>;

/** The query of high scores. */
export interface AskHighScores {
  variant: string;
  rules: Rules;
  period: ScorePeriod;
  kind: ScoreKind;
}
export type ScorePeriod = wire.HighScores["period"];
export type ScoreKind = wire.HighScores["kind"];
export type ScoreBar = wire.Bar;

export type Bot = wire.Bot;

export type ServerMessage = wire.ServerMessage;
/** A table in the socket's short form. */
export type Brief = wire.Brief;
/** Events, and their changes. */
export type Batch = wire.BatchMessage;

/**
 * The subject of an analysis: a table, or a record as text. Win probabilities take longer, so they have a separate
 * request.
 */
export type AskAnalysis = ({ table: string } | { record: string }) & { win?: boolean };

/** The relevant part of a refusal; the rest of its document is for machines. */
export type Problem = Pick<wire.Problem, "status" | "code" | "detail"> & {
  /** The progress of the pending result, from 0 to 1; only with `not_ready`. */
  progress?: number;
};

/** The commands of a seated session: a legal action of the server, or a command about the table. */
/** A command outside the game, whose meaning does not depend on later events. */
export type Aside =
  | { type: "pause"; until?: string; expect_seq: null }
  | { type: "agree" | "refuse" | "resume" | "return"; expect_seq: null }
  | { type: "absent"; target: number; choice: "bot" | "entry"; expect_seq: null };
/** A correction of a turn with real dice; an absent field stays unchanged. */
export type Correction = Pick<wire.Correct, "type" | "round"> & Partial<Pick<wire.Correct, "game" | "cell" | "dice" | "points">> & { seat: number };
export type Command = wire.LegalAction | Correction | { type: "take_back" } | { type: "abort" } | Aside | { type: "ready"; ready: boolean };

export type SeatRequest = { kind: "local"; name: string; dice?: "real"; mark?: number } | { kind: "bot"; bot: string } | { kind: "human"; dice?: "real" };

/** The request for a new table; an absent field has the server's default. */
export type OpenTable = Pick<wire.OpenTable, "variant" | "games" | "visibility" | "start" | "rules" | "rules_name" | "hints"> &
  Partial<Pick<wire.OpenTable, "time" | "absent" | "bots">> & { seats: SeatRequest[] };
