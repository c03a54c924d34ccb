// Action dice: what a player has in stock, what may be done with it now, and to whom.
// Nothing here knows the rules; the legal actions of the snapshot do.

import type { LegalAction, Seat, Snapshot, UseActionAction } from "../wire/types";

export type ActionKind = UseActionAction["action"];

/** In the order of the faces of the action die. */
export const KINDS: readonly ActionKind[] = ["steal", "freeze", "cross_out", "shift", "swap"];

/** The kinds that move whole sheets, after each round. */
export const MOVES_SHEETS: ReadonlySet<ActionKind> = new Set<ActionKind>(["shift", "swap"]);

export interface Stock {
  readonly kind: ActionKind;
  /** How many dice of this kind lie in stock, and how many of them count in this round already. */
  readonly count: number;
  readonly usable: number;
  /** What may be done with one of them at this moment. */
  readonly uses: readonly UseActionAction[];
}

/** The stock of a seat by kind; kinds without a die are left out. */
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

/** What was chosen so far. A kind leads to a player, a player to a cell, as far as the kind needs them. */
export interface Choice {
  readonly kind: ActionKind | null;
  readonly target: number | null;
  readonly use: UseActionAction | null;
}

export const NOTHING_CHOSEN: Choice = { kind: null, target: null, use: null };

/** A kind was chosen; the only possible player, or the only possible use, is chosen with it. */
export function choosing(stock: Stock): Choice {
  const targets = new Set(stock.uses.map((use) => use.target ?? null));
  const [target = null] = targets.size === 1 ? targets : [];
  return withTarget({ kind: stock.kind, target: null, use: null }, stock.uses, target, targets.size === 1);
}

/** A player was chosen: with an action that has no cell, that is all. */
export function withTarget(choice: Choice, uses: readonly UseActionAction[], target: number | null, known = true): Choice {
  if (!known) return choice;
  const rest = uses.filter((use) => (use.target ?? null) === target);
  const whole = rest.length === 1 && rest[0]?.cell === undefined ? (rest[0] ?? null) : null;
  return { kind: choice.kind, target, use: whole };
}

/** The players who can be hit, in the order of their seats. */
export function targetsOf(snapshot: Snapshot, uses: readonly UseActionAction[]): Seat[] {
  return snapshot.seats.filter((seat) => uses.some((use) => use.target === seat.seat));
}

/** How many kinds of action can be used at this moment. */
export function usableKinds(actions: readonly LegalAction[]): number {
  return new Set(actions.filter((action) => action.type === "use_action").map((action) => action.action)).size;
}
