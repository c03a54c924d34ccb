/**
 * The shapes that travel between server and client, by the names the client uses. They are made from the server's
 * schema (`schema.gen.ts`; `pasch.server.api.schema` says how), so a difference is an error of the type check.
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
  FaceCount,
  GamesPlayed,
  Glossary,
  GlossaryChapter,
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

/** What a sheet or all sheets of a player came to, and what was luck and loss in it. */
export type LedgerSums = Omit<wire.LedgerSeat, "turns" | "curve">;
/** What a puzzle is about. */
export type PuzzleTheme = wire.PuzzleAnswer["themes"][number];
/** A code for a further device, and the address with it. */
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
/** A match that has ended, a part of the list of them, and what came of a file of records. */
export type PastMatch = wire.PastMatch;
export type PastPage = wire.History;
export type PastImport = wire.Import;

/** A house rule of a variant, and its possible values. */
export type Switch = wire.Switch;
export type RuleValue = wire.Switch["value"];
export type Rules = Record<string, RuleValue>;

/** Which high scores are asked for. */
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
/** A table as the socket sends it. */
export type Brief = wire.Brief;
/** Events, and what they changed. */
export type Batch = wire.BatchMessage;

/** The subject of an analysis: a table, or a record as text. Win chances take longer, so they are requested separately. */
export type AskAnalysis = ({ table: string } | { record: string }) & { win?: boolean };

/** What a refusal says; the rest of its document is for machines. */
export type Problem = Pick<wire.Problem, "status" | "code" | "detail"> & {
  /** The progress of the awaited work, from 0 to 1; only with `not_ready`. */
  progress?: number;
};

/** What a seated session may send: a legal action as it was handed out, or what concerns the table. */
/** Steps outside the game. They are meant whatever has happened meanwhile. */
export type Aside =
  | { type: "pause"; until?: string; expect_seq: null }
  | { type: "agree" | "refuse" | "resume" | "return"; expect_seq: null }
  | { type: "absent"; target: number; choice: "bot" | "entry"; expect_seq: null };
/** The typed values of a turn with real dice, replaced; omitted ones stay. */
export type Correction = Pick<wire.Correct, "type" | "round"> & Partial<Pick<wire.Correct, "game" | "cell" | "dice" | "points">> & { seat: number };
export type Command = wire.LegalAction | Correction | { type: "take_back" } | { type: "abort" } | Aside | { type: "ready"; ready: boolean };

export type SeatRequest = { kind: "local"; name: string; dice?: "real"; mark?: number } | { kind: "bot"; bot: string } | { kind: "human"; dice?: "real" };

/** The request for a new table; omitted fields have the server's defaults. */
export type OpenTable = Pick<wire.OpenTable, "variant" | "games" | "visibility" | "start" | "rules" | "rules_name" | "hints"> &
  Partial<Pick<wire.OpenTable, "time" | "absent" | "bots">> & { seats: SeatRequest[] };
