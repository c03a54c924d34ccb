// The sheet as it is drawn: rows, columns and what stands in every cell. Nothing here scores;
// numbers come from the snapshot and from the legal actions that the server handed out.

import type { AnnounceAction, ClaimAction, ColumnSums, EnterPointsAction, LegalAction, ScoreAction, Sheet, SheetCategory, SheetLayout } from "../../wire/types";
import { mechanicOf } from "../../mechanics/mechanics";

export type Sum = "upper" | "saldo" | "bonus" | "lower" | "extra" | "total";

export type Row =
  | { readonly kind: "category"; readonly key: string; readonly category: SheetCategory }
  | { readonly kind: "sum"; readonly key: Sum }
  /** What counts of a seat over all columns, and the sum of its cells where that is something else. */
  | { readonly kind: "grand"; readonly key: "grand" | "score" };

/** A sheet and whose it is: a seat at the table, or a seat's finished game. */
export type SheetSeat = Sheet & {
  readonly seat: number;
  readonly name: string;
  /** The key of a computer player. */
  readonly bot?: string | null;
  /** The face of the die next to the name. */
  readonly mark?: number | null;
  /** In words: its player is away, substituted or gone. */
  readonly state?: string;
};

export type CellView =
  /** Free, and nothing can be written now. */
  | { readonly kind: "open" }
  | { readonly kind: "written"; readonly points: number; readonly last: boolean }
  | { readonly kind: "struck"; readonly last: boolean }
  /** The roll scores here; `scratch` is set when the cell may be crossed out all the same. */
  | { readonly kind: "offer"; readonly score: ScoreAction; readonly scratch: ScoreAction | null }
  /** The roll scores nothing here: the cell can only be crossed out. */
  | { readonly kind: "scratch"; readonly scratch: ScoreAction }
  /** Something may be claimed here; so many points would be true. */
  | { readonly kind: "claim"; readonly honest: number }
  /** Points of real dice may be written here. */
  | { readonly kind: "points" };

/** What may be done in each cell, by its wire name. */
export type Offers = ReadonlyMap<string, CellOffer>;

export interface CellOffer {
  readonly score: ScoreAction | null;
  readonly scratch: ScoreAction | null;
  /** It may be announced, to be played for with the rolls that are left. */
  readonly announce: AnnounceAction | null;
  /** What may be claimed to lie under the cup, true or not. */
  readonly claims: readonly ClaimAction[];
  /** The possible points of real dice, where no player types them in. */
  readonly points: readonly EnterPointsAction[];
}

const NO_OFFER: CellOffer = { score: null, scratch: null, announce: null, claims: [], points: [] };

type CellAction = ScoreAction | AnnounceAction | ClaimAction | EnterPointsAction;

/** The wire name of a cell: the column is named only where there are several. */
export function cellName(layout: SheetLayout, category: string, column: number): string {
  return layout.columns.length > 1 ? `${category}@${column}` : category;
}

/**
 * Whether results are of another kind than the sum of the cells: cells won, or points of a settlement.
 * Such sheets show both.
 */
export function isSettled(layout: SheetLayout, seats: readonly Sheet[]): boolean {
  return mechanicOf(layout).total !== undefined || seats.some((seat) => seat.score !== seat.total);
}

/** All rows from top to bottom. Rows that cannot mean anything in this variant are left out. */
export function rowsOf(layout: SheetLayout, settled = false): Row[] {
  const upper = categoryRows(layout, "upper");
  const lower = categoryRows(layout, "lower");
  const rows: Row[] = [...upper];
  if (upper.length > 0 && lower.length > 0) rows.push({ kind: "sum", key: "upper" });
  if (layout.upper_bonus.length > 0) rows.push({ kind: "sum", key: "saldo" }, { kind: "sum", key: "bonus" });
  rows.push(...lower);
  if (upper.length > 0 && lower.length > 0) rows.push({ kind: "sum", key: "lower" });
  if (layout.extra !== null) rows.push({ kind: "sum", key: "extra" });
  if (settled && layout.columns.length === 1) rows.push({ kind: "grand", key: "score" });
  rows.push({ kind: "sum", key: "total" });
  if (settled && layout.columns.length > 1) rows.push({ kind: "grand", key: "score" });
  if (layout.columns.length > 1) rows.push({ kind: "grand", key: "grand" });
  return rows;
}

function categoryRows(layout: SheetLayout, section: "upper" | "lower"): Row[] {
  return layout.categories
    .filter((category) => category.section === section)
    .map((category) => ({ kind: "category", key: category.key, category }));
}

/** The rows of the two halves of a small screen: the upper section with its sums, and the rest. */
export function halvesOf(layout: SheetLayout, settled = false): readonly [Row[], Row[]] {
  const rows = rowsOf(layout, settled);
  const isLower = (row: Row) => (row.kind === "category" ? row.category.section === "lower" : LOWER_SUMS.has(row.key));
  return [rows.filter((row) => !isLower(row)), rows.filter(isLower)];
}

const LOWER_SUMS: ReadonlySet<string> = new Set<Row["key"]>(["lower", "extra", "total", "grand", "score"]);

export function offersOf(actions: readonly LegalAction[]): Offers {
  const offers = new Map<string, CellOffer>();
  for (const action of actions) {
    if (!("cell" in action) || action.type === "use_action") continue;
    offers.set(action.cell, withAction(offers.get(action.cell) ?? NO_OFFER, action));
  }
  return offers;
}

function withAction(offer: CellOffer, action: CellAction): CellOffer {
  if (action.type === "announce") return { ...offer, announce: action };
  if (action.type === "claim") return { ...offer, claims: [...offer.claims, action] };
  if (action.type === "enter_points") return { ...offer, points: [...offer.points, action] };
  return action.points === 0 ? { ...offer, scratch: action } : { ...offer, score: action };
}

/** `last` is the cell of the seat's latest entry, if known; `offers` is empty for everybody who is not to move. */
export function viewCell(seat: Sheet, cell: string, offers: Offers, last: string | undefined): CellView {
  const points = seat.cells[cell];
  if (points !== undefined) {
    return points === 0 ? { kind: "struck", last: cell === last } : { kind: "written", points, last: cell === last };
  }
  const offer = offers.get(cell);
  if (offer !== undefined && offer.claims.length > 0) return { kind: "claim", honest: honestPoints(offer.claims) };
  if (offer !== undefined && offer.points.length > 0) return { kind: "points" };
  if (offer?.score) return { kind: "offer", score: offer.score, scratch: offer.scratch };
  if (offer?.scratch) return { kind: "scratch", scratch: offer.scratch };
  return { kind: "open" };
}

/** The extra points for striking a cell, where writing in it earns fewer. */
export function forgoing(offer: Pick<CellOffer, "score" | "scratch"> = NO_OFFER): number {
  const extra = offer.scratch?.extra ?? 0;
  return offer.score === null || extra > (offer.score.extra ?? 0) ? extra : 0;
}

/** The most points that would be no lie; 0 when everything would be one. */
export function honestPoints(claims: readonly ClaimAction[]): number {
  return Math.max(0, ...claims.filter((claim) => claim.honest).map((claim) => claim.points));
}

/** The sums of one column of a seat. Extra points and the total of a seat with one column are the seat's. */
export function sumsOf(layout: SheetLayout, seat: Sheet, column: number): ColumnSums {
  const found = layout.columns.length > 1 ? seat.columns.find((one) => one.column === column) : undefined;
  return found ?? seat;
}

export type Standing = "ahead" | "even" | "behind";

/** +3, −3 or ±0, with a real minus sign. */
export function signed(points: number): string {
  if (points === 0) return "±0";
  return points > 0 ? `+${points}` : `−${-points}`;
}

export function standingOf(saldo: number): Standing {
  if (saldo === 0) return "even";
  return saldo > 0 ? "ahead" : "behind";
}
