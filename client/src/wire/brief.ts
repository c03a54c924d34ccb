// A table in the socket's short form, and the full snapshot that the rest of the client reads, with its legal actions.

import { turnOf, type Names } from "./rows";
import type * as wire from "./schema.gen";
import type { LegalAction, ScoreAfter, Snapshot } from "./types";

type Brief = wire.Brief;
type Offers = wire.Offers;
type Sheet = Snapshot["results"][number]["seats"][number];
type Sums = Pick<Sheet, "upper" | "saldo" | "bonus" | "total">;

/** The keys of a sheet; a seat has others in addition. */
const SHEET = ["seat", "cells", "upper", "saldo", "bonus", "lower", "extra", "total", "score", "columns", "lies", "typed", "rank"] as const;

/** The snapshot of a short form. It lists no keeps and no typed dice: all that include the locked dice are legal. */
export function snapshotOf(brief: Brief, names: Names): Snapshot {
  const { offers, ...table } = { ...brief, turn: turnOf(brief.turn, names) };
  const seats = table.seats.map(whole);
  const results = table.results.map((result) => ({ ...result, seats: result.seats.length > 0 ? result.seats.map(whole) : seats.map(sheetOf) }));
  const shown = { ...table, seats, results };
  return { ...shown, legal_actions: [...simple(offers), ...scores(offers, shown), ...uses(offers)] };
}

/** The sheet with the sums of its only column, which equal its own. */
function whole<S extends Sheet>(sheet: S): S {
  if (sheet.columns.length > 0) return sheet;
  const { upper, saldo, bonus, lower, extra, total, score } = sheet;
  return { ...sheet, columns: [{ column: 1, upper, saldo, bonus, lower, extra, total, score }] };
}

function sheetOf(seat: Sheet): Sheet {
  return Object.fromEntries(SHEET.map((key) => [key, seat[key]])) as unknown as Sheet;
}

function simple({ kinds = [], announce = [], claim = {}, points = {} }: Offers): LegalAction[] {
  return [
    ...kinds.map((type) => ({ type }) as LegalAction),
    ...announce.map((cell): LegalAction => ({ type: "announce", cell })),
    ...Object.entries(claim).flatMap(([cell, [honest = 0, ...claims]]) =>
      claims.map((each): LegalAction => ({ type: "claim", cell, points: each, honest: each <= honest })),
    ),
    ...Object.entries(points).flatMap(([cell, all]) => all.map((each) => entry(cell, each))),
  ];
}

function entry(cell: string, row: number | number[]): LegalAction {
  if (typeof row === "number") return { type: "enter_points", cell, points: row };
  const [points = 0, extra] = row;
  return { type: "enter_points", cell, points, ...extraOf(extra) };
}

function scores({ score = {}, scratch }: Offers, table: Pick<Snapshot, "seats" | "turn">): LegalAction[] {
  const seat = table.seats[(table.turn?.seat ?? 0) - 1];
  if (seat === undefined) return [];
  const rows = Object.entries(score);
  const struck = scratch === undefined ? [] : rows.filter(([, row]) => row[0] !== 0);
  return [
    ...rows.map(([cell, row]) => written(cell, row, seat)),
    ...struck.map(([cell]): LegalAction => ({ type: "score", cell, points: 0, ...extraOf(scratch?.[cell]) })),
  ];
}

function written(cell: string, [points, after, strong, extra, column]: (number | (number | null)[])[], seat: Sheet): LegalAction {
  const number = cell.split("@")[1];
  const now = seat.columns[Number(number ?? 1) - 1];
  return {
    type: "score",
    cell,
    points: Number(points),
    after: sums(after ?? 0, seat),
    strong: strong === 1,
    ...(number === undefined || now === undefined ? {} : { after_column: sums(column ?? 0, now) }),
    ...extraOf(Number(extra ?? 0)),
  };
}

/** The sums after an entry; a number is the new total if the other sums stay. */
function sums(row: number | (number | null)[], now: Sums): ScoreAfter {
  if (typeof row === "number") return { upper: now.upper, saldo: now.saldo, bonus: now.bonus, total: row };
  const [total, upper, saldo = null, bonus] = row;
  return { total: total ?? 0, upper: upper ?? 0, saldo, bonus: bonus ?? 0 };
}

function extraOf(extra = 0): { extra?: number } {
  return extra === 0 ? {} : { extra };
}

function uses({ use = {} }: Offers): LegalAction[] {
  return Object.entries(use).flatMap(([action, targets]) => {
    const view = { type: "use_action", action } as wire.UseActionAction;
    const hit = Object.entries(targets ?? {}).flatMap(([target, cells]) => {
      const one = { ...view, target: Number(target) };
      const all = Object.entries(cells).map(([cell, points]) => ({ ...one, cell, ...(points === null ? {} : { points }) }));
      return all.length > 0 ? all : [one];
    });
    return hit.length > 0 ? hit : [view];
  });
}
