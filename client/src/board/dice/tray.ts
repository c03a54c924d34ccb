// The contents of each slot of the tray, and the dice kept for the next roll. Slots never move. A die may come from
// another slot, so that the sorting can be shown as a short slide.

import { byFace, keepText, parseDice, parseKeep, sameDie, type Die } from "./dice";

export interface Slot extends Die {
  /** Whether it stays on the tray when the others are rolled. */
  readonly kept: boolean;
  /** Whether it must stay for this turn (variants that lock kept dice). */
  readonly locked: boolean;
  /** The slot of the die while it was rolled. */
  readonly from: number;
  /** Whether it was part of the last roll, and so tumbles. */
  readonly thrown: boolean;
}

/** A roll in wire texts. */
export interface Rolled {
  readonly dice: string;
  readonly kept: string | null;
  readonly locked: string | null;
}

/**
 * The tray after a roll: sorted, with the kept dice still marked. `before` is the previous tray; it is empty at the
 * first roll of a turn. `chance` selects the free slots where the rolled dice fall before they are sorted.
 */
export function settle(before: readonly Slot[], { dice, kept, locked }: Rolled, chance: () => number): Slot[] {
  const stays = parseKeep(kept);
  const places = placesOf(before, stays);
  const rest = subtract(parseDice(dice), stays);
  const free = shuffled(freePlaces(rest.length + stays.length, places), chance);
  const lying = [
    ...stays.map((die, n) => ({ ...die, kept: true, from: places[n] ?? n, thrown: false })),
    ...rest.map((die, n) => ({ ...die, kept: false, from: free[n] ?? n, thrown: true })),
  ];
  lying.sort((a, b) => byFace(a, b) || Number(b.kept) - Number(a.kept) || a.from - b.from);
  return withLocks(lying, locked);
}

/** The tray while dice fall: the kept ones are those that stay in the coming tray. */
export function staying(before: readonly Slot[], coming: readonly Slot[]): Slot[] {
  const places = new Set(coming.filter((slot) => !slot.thrown).map((slot) => slot.from));
  return before.map((slot, place) => ({ ...slot, kept: places.has(place) }));
}

/** The slots of the kept dice, each slot used once. */
export function placesOf(before: readonly Slot[], stays: readonly Die[]): number[] {
  const used = new Set<number>();
  return stays.map((die) => {
    const fits = (slot: Slot, n: number) => !used.has(n) && sameDie(slot, die);
    let place = before.findIndex((slot, n) => fits(slot, n) && slot.kept);
    if (place < 0) place = before.findIndex(fits);
    if (place >= 0) used.add(place);
    return place;
  });
}

function freePlaces(count: number, used: readonly number[]): number[] {
  return Array.from({ length: count }, (_, n) => n).filter((n) => !used.includes(n));
}

function shuffled(places: readonly number[], chance: () => number): number[] {
  const mixed = [...places];
  for (let n = mixed.length - 1; n > 0; n -= 1) {
    const other = Math.floor(chance() * (n + 1));
    [mixed[n], mixed[other]] = [mixed[other] as number, mixed[n] as number];
  }
  return mixed;
}

function subtract(dice: readonly Die[], taken: readonly Die[]): Die[] {
  const rest = [...dice];
  for (const die of taken) {
    const at = rest.findIndex((other) => sameDie(other, die));
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}

function withLocks(slots: readonly Omit<Slot, "locked">[], locked: string | null): Slot[] {
  const left = parseKeep(locked);
  return slots.map((slot) => {
    const at = left.findIndex((die) => sameDie(die, slot));
    if (at < 0) return { ...slot, locked: false };
    left.splice(at, 1);
    return { ...slot, kept: true, locked: true };
  });
}

/** The same tray with one die kept or released; locked dice stay as they are. */
export function toggle(slots: readonly Slot[], place: number): Slot[] {
  return slots.map((slot, n) => (n === place && !slot.locked ? { ...slot, kept: !slot.kept } : slot));
}

/** The tray with all dice of the face at this place kept, or released if all of them are kept. */
export function toggleFace(slots: readonly Slot[], place: number): Slot[] {
  const model = slots[place];
  if (model === undefined) return [...slots];
  const kept = !slots.every((slot) => !sameDie(slot, model) || slot.kept);
  return slots.map((slot) => (sameDie(slot, model) && !slot.locked ? { ...slot, kept } : slot));
}

/** The keep of a tray as wire text. */
export function keepOf(slots: readonly Slot[]): string {
  return keepText(slots.filter((slot) => slot.kept));
}

/** The tray with exactly the dice of `keep` marked, if they are there, for instance after a reload. */
export function withKeep(slots: readonly Slot[], keep: string): Slot[] {
  const left = parseKeep(keep);
  return slots.map((slot) => {
    const at = left.findIndex((die) => sameDie(die, slot));
    if (at >= 0) left.splice(at, 1);
    return { ...slot, kept: at >= 0 || slot.locked };
  });
}

export function allKept(slots: readonly Slot[]): boolean {
  return slots.length > 0 && slots.every((slot) => slot.kept);
}
