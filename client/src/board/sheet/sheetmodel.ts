// The sheet as drawn: rows, columns and the contents of each cell. Nothing here scores; all numbers come from the
// snapshot and from its legal actions.

import type { AnnounceAction, ClaimAction, ColumnSums, EnterPointsAction, LegalAction, ScoreAction, Sheet, SheetCategory, SheetLayout } from "../../wire/types";
import { mechanicOf } from "../../mechanics/mechanics";

export type Sum = "upper" | "saldo" | "bonus" | "lower" | "extra" | "total";

export type Row =
  | { readonly kind: "category"; readonly key: string; readonly category: SheetCategory }
  | { readonly kind: "sum"; readonly key: Sum }
  /** The result of a seat over all columns, and the sum of its cells if it differs. */
  | { readonly kind: "grand"; readonly key: "grand" | "score" };

/** A short figure about a player, its explanation, and its link. Both texts may be empty. */
export interface Figure {
  readonly text: string;
  readonly sentence: string;
  readonly href: string;
}

/** A sheet and its owner: a seat at the table, or a seat's finished game. */
export type SheetSeat = Sheet & {
  readonly seat: number;
  readonly name: string;
  /** The key of a computer player. */
  readonly bot?: string | null;
  /** The face of the die next to the name. */
  readonly mark?: number | null;
  /** A word if the player is away, substituted or gone. */
  readonly state?: string;
  /** The skill of its player, below the name. */
  readonly figure?: Figure | undefined;
};

export type CellView =
  /** Empty, and closed for entries now. */
  | { readonly kind: "open" }
  | { readonly kind: "written"; readonly points: number; readonly last: boolean }
  | { readonly kind: "struck"; readonly last: boolean }
  /** The roll scores here; `scratch` is set if a scratch is legal too. */
  | { readonly kind: "offer"; readonly score: ScoreAction; readonly scratch: ScoreAction | null }
  /** The roll scores nothing here: only a scratch is legal. */
  | { readonly kind: "scratch"; readonly scratch: ScoreAction }
  /** A claim is legal here; `honest` is the highest true one. */
  | { readonly kind: "claim"; readonly honest: number }
  /** Points of real dice may be entered here. */
  | { readonly kind: "points" };

/** The legal actions of each cell, by its wire name. */
export type Offers = ReadonlyMap<string, CellOffer>;

export interface CellOffer {
  readonly score: ScoreAction | null;
  readonly scratch: ScoreAction | null;
  /** The announcement of the cell, to play for it with the remaining rolls. */
  readonly announce: AnnounceAction | null;
  /** The possible claims about the dice under the cup, true or false. */
  readonly claims: readonly ClaimAction[];
  /** The possible points of real dice, unless a player types the faces. */
  readonly points: readonly EnterPointsAction[];
}

const NO_OFFER: CellOffer = { score: null, scratch: null, announce: null, claims: [], points: [] };

type CellAction = ScoreAction | AnnounceAction | ClaimAction | EnterPointsAction;

/** The wire name of a cell: it includes the column only if there are several. */
export function cellName(layout: SheetLayout, category: string, column: number): string {
  return layout.columns.length > 1 ? `${category}@${column}` : category;
}

/** Whether results are not the sum of the cells: cells won, or points of a settlement. Such sheets show both. */
export function isSettled(layout: SheetLayout, seats: readonly Sheet[]): boolean {
  return mechanicOf(layout).total !== undefined || seats.some((seat) => seat.score !== seat.total);
}

/** All rows from top to bottom, without those that have no meaning in this variant. */
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

/** The rows of the two halves on a small screen: the upper section with its sums, and the rest. */
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

/**
 * The cell as drawn. `last` is the cell of the seat's latest entry, if known; `offers` is empty for all but the player
 * whose turn it is.
 */
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

/** The extra points for scratching a cell, if an entry there earns fewer. */
export function forgoing(offer: Pick<CellOffer, "score" | "scratch"> = NO_OFFER): number {
  const extra = offer.scratch?.extra ?? 0;
  return offer.score === null || extra > (offer.score.extra ?? 0) ? extra : 0;
}

/** The highest true claim; 0 if every claim is a lie. */
export function honestPoints(claims: readonly ClaimAction[]): number {
  return Math.max(0, ...claims.filter((claim) => claim.honest).map((claim) => claim.points));
}

/** The sums of one column of a seat. With one column, extra points and total are those of the seat. */
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
