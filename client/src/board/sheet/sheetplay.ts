// The state of a sheet in play, beyond its numbers; a read-only sheet has none.

import type { ScoreAction, SheetLayout } from "../../wire/types";
import { t } from "../../words";
import { signed, type Offers } from "./sheetmodel";

export interface SheetPlay {
  /** The seat whose turn it is, on this device or another. */
  readonly active: number | null;
  readonly offers: Offers;
  /** Whether dice tumble: open cells keep their place and the focus, and show nothing. */
  readonly resting: boolean;
  /** Whether the dice are under a cup, so that the sheet must not show their points. */
  readonly covered: boolean;
  /** The cell reached by Tab; the arrow keys reach the others. */
  readonly tabStop: string | null;
  /** The cell whose effects are shown in the sums. */
  readonly preview: string | null;
  /** Shows a sentence in place of the hint. */
  readonly explain: ((sentence: string) => void) | null;
  /** The pencilled cell, which can be entered or erased. */
  readonly pencilled?: string | null;
  /** `clicks` is the number of pointer clicks; 0 for the keyboard. */
  readonly write: (cell: string, clicks?: number) => void;
  readonly ask: (cell: string) => void;
  readonly focus: (cell: string | null) => void;
  readonly point: (cell: string | null) => void;
  /** The correction that a press on a typed entry opens; null if it cannot be corrected. */
  readonly fixing: (seat: number, cell: string) => (() => void) | null;
}

export type After = NonNullable<ScoreAction["after"]>;

/** The changed sums, as a sentence. */
export function afterText(after: After): string {
  if (after.saldo === null) return t("table.after_plain", { total: after.total });
  return t("table.after", { upper: after.upper, saldo: signed(after.saldo), total: after.total });
}

/** The effects of an entry in addition to its points, in sentences. */
export function consequences(action: ScoreAction): string {
  const extra = action.extra ? [t("table.extra_too", { count: action.extra })] : [];
  const after = action.after ? [afterText({ ...action.after, ...action.after_column, total: action.after.total })] : [];
  return [...extra, ...after].join(" ");
}

/** The sums after an entry in the hovered or focused cell. */
export interface Preview {
  readonly all: After;
  /** The sums of the cell's column, if there are several. */
  readonly column: { readonly number: number; readonly after: After } | null;
  /** The points that the entry adds to these sums, which the server's sums after it leave out. */
  readonly lower: number;
  readonly extra: number;
}

export function previewOf(play: SheetPlay | null, layout: SheetLayout): Preview | null {
  if (play === null || play.preview === null || play.resting) return null;
  const offer = play.offers.get(play.preview);
  const action = offer?.score ?? offer?.scratch;
  if (action?.after === undefined) return null;
  const [key, number = 1] = play.preview.split("@");
  const after = action.after_column;
  const isLower = layout.categories.some((category) => category.key === key && category.section === "lower");
  return {
    all: action.after,
    column: after === undefined ? null : { number: Number(number), after },
    lower: isLower ? action.points : 0,
    extra: action.extra ?? 0,
  };
}
