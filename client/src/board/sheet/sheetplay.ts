// What a sheet needs beyond its numbers while it is played on; a sheet that is only read has none of it.

import type { ScoreAction } from "../../wire/types";
import { t } from "../../words";
import { signed, type Offers } from "./sheetmodel";

export interface SheetPlay {
  /** The seat to move, also that of another player. */
  readonly active: number | null;
  readonly offers: Offers;
  /** Dice are tumbling: open cells keep their place and the focus, and show nothing. */
  readonly resting: boolean;
  /** The dice are under a cup: their points are not for everyone's eyes. */
  readonly covered: boolean;
  /** The cell reached by Tab; the arrow keys reach the others. */
  readonly tabStop: string | null;
  /** The cell whose consequences are shown in the sums. */
  readonly preview: string | null;
  /** Shows a sentence in the place of hints. */
  readonly explain: ((sentence: string) => void) | null;
  /** The cell in which something is pencilled in, to be entered or taken back. */
  readonly pencilled?: string | null;
  /** `clicks`: how often a pointer was pressed; 0 for the keyboard. */
  readonly write: (cell: string, clicks?: number) => void;
  readonly ask: (cell: string) => void;
  readonly focus: (cell: string | null) => void;
  readonly point: (cell: string | null) => void;
  /** What pressing an entry does that was typed in here; null where nothing can be corrected. */
  readonly fixing: (seat: number, cell: string) => (() => void) | null;
}

export type After = NonNullable<ScoreAction["after"]>;

/** What the sums would become, as a sentence. */
export function afterText(after: After): string {
  if (after.saldo === null) return t("table.after_plain", { total: after.total });
  return t("table.after", { upper: after.upper, saldo: signed(after.saldo), total: after.total });
}

/** Everything that comes with an entry in addition to its points, in sentences. */
export function consequences(action: ScoreAction): string {
  const extra = action.extra ? [t("table.extra_too", { count: action.extra })] : [];
  const after = action.after ? [afterText({ ...action.after, ...action.after_column, total: action.after.total })] : [];
  return [...extra, ...after].join(" ");
}

/** The sums that would change with the cell that is pointed at or has the focus. */
export interface Preview {
  readonly all: After;
  /** The same for one of several columns, and which one it is. */
  readonly column: { readonly number: number; readonly after: After } | null;
  /** Extra points of the entry. */
  readonly extra: number;
}

export function previewOf(play: SheetPlay | null): Preview | null {
  if (play === null || play.preview === null || play.resting) return null;
  const offer = play.offers.get(play.preview);
  const action = offer?.score ?? offer?.scratch;
  if (action?.after === undefined) return null;
  const number = Number(play.preview.split("@")[1] ?? 1);
  const after = action.after_column;
  return { all: action.after, column: after === undefined ? null : { number, after }, extra: action.extra ?? 0 };
}
