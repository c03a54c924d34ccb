// Action dice: a player's stock, its current uses and their targets. The legal actions of the snapshot decide what is
// allowed.

import type { LegalAction, Seat, Snapshot, UseActionAction } from "../wire/types";

export type ActionKind = UseActionAction["action"];

/** In the order of the faces of the action die. */
export const KINDS: readonly ActionKind[] = ["steal", "freeze", "cross_out", "shift", "swap"];

/** The kinds that move whole sheets, after each round. */
export const MOVES_SHEETS: ReadonlySet<ActionKind> = new Set<ActionKind>(["shift", "swap"]);

export interface Stock {
  readonly kind: ActionKind;
  /** The number of dice of this kind in stock, and how many of them already count in this round. */
  readonly count: number;
  readonly usable: number;
  /** The current uses of one of them. */
  readonly uses: readonly UseActionAction[];
}

/** The stock of a seat by kind; kinds without a die are omitted. */
export function stockOf(seat: Pick<Seat, "dice">, actions: readonly LegalAction[]): Stock[] {
  const uses = actions.filter((action) => action.type === "use_action");
  return KINDS.map((kind) => {
    const dice = seat.dice.filter((die) => die.action === kind);
    return {
      kind,
      count: dice.length,
      usable: dice.filter((die) => die.usable).length,
      uses: uses.filter((use) => use.action === kind),
    };
  }).filter((stock) => stock.count > 0);
}

/** The choice so far. A kind leads to a player, a player to a cell, if the kind needs them. */
export interface Choice {
  readonly kind: ActionKind | null;
  readonly target: number | null;
  readonly use: UseActionAction | null;
}

export const NOTHING_CHOSEN: Choice = { kind: null, target: null, use: null };

/** The choice of a kind, which includes the only possible player or use. */
export function choosing(stock: Stock): Choice {
  const targets = new Set(stock.uses.map((use) => use.target ?? null));
  const [target = null] = targets.size === 1 ? targets : [];
  return withTarget({ kind: stock.kind, target: null, use: null }, stock.uses, target, targets.size === 1);
}

/** The choice with a player, complete if the action needs no cell. */
export function withTarget(choice: Choice, uses: readonly UseActionAction[], target: number | null, known = true): Choice {
  if (!known) return choice;
  const rest = uses.filter((use) => (use.target ?? null) === target);
  const whole = rest.length === 1 && rest[0]?.cell === undefined ? (rest[0] ?? null) : null;
  return { kind: choice.kind, target, use: whole };
}

/** The possible target players, in the order of their seats. */
export function targetsOf(snapshot: Snapshot, uses: readonly UseActionAction[]): Seat[] {
  return snapshot.seats.filter((seat) => uses.some((use) => use.target === seat.seat));
}

/** The number of kinds that can be used now. */
export function usableKinds(actions: readonly LegalAction[]): number {
  return new Set(actions.filter((action) => action.type === "use_action").map((action) => action.action)).size;
}
