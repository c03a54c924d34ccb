// The question and the answer of this page: the position, the dice while they are set, the newest advice.

import { announce } from "../app/announce.svelte";
import { parseKeep } from "../board/dice/dice";
import type { Api } from "../wire/api";
import { patiently } from "../wire/patience";
import { ApiError } from "../wire/problem";
import type { Advice, AdvisedAction, VariantDetail } from "../wire/types";
import { type Position, emptyPosition, positionFromText, positionToText, rulesOf, variantOf, thawed, withCell, withRoll } from "./position";

/** Where on the page something was changed, and where a refusal of it is said. `all` is the position as a whole. */
export type Place = `cell ${string}` | "extra" | "bank" | "dice" | "left" | "all";

/** A die on the page; null: not set yet. */
export type Face = number | null;

export interface Surroundings {
  readonly api: Pick<Api, "advice" | "variant" | "houseRules">;
  /** Have the address hold this position; `fresh`: as a new entry in the history. */
  readonly keep: (text: string, fresh: boolean) => void;
  /** A number from 0 to 1, for a roll of the page itself. */
  readonly chance: () => number;
}

type Outcome =
  | { readonly kind: "known"; readonly advice: Advice }
  | { readonly kind: "waiting"; readonly progress: number }
  | { readonly kind: "refused"; readonly text: string }
  | { readonly kind: "failed"; readonly error: unknown };

export class Asking {
  /** The last position that the server could read, or that of the address. */
  position = $state.raw<Position>(emptyPosition(""));
  /** The variant of the position with the rules of its house; null until it is known. */
  detail = $state.raw<VariantDetail | null>(null);
  /** What to do in the position; null while that is not known. */
  advice = $state.raw<Advice | null>(null);
  /** How much of what the answer waits for is done, 0 to 1; null when it waits for nothing. */
  progress = $state.raw<number | null>(null);
  /** Why the latest change cannot be, and where it was made. */
  refusal = $state.raw<{ readonly place: Place; readonly text: string } | null>(null);
  error = $state.raw<unknown>(null);
  /** The text of the action that is looked at closely. */
  chosen = $state.raw("");
  /** The dice as they lie, in the order in which they were set. */
  dice = $state.raw<readonly Face[]>([]);
  /** The number of dice, from the left, that stay while the next roll is set; null outside of that. */
  kept = $state.raw<number | null>(null);
  /** Which of the dice are locked, by their places; none where the rules lock no dice. */
  pins = $state.raw<readonly boolean[]>([]);
  /** The total of a sheet that was filled here to its last cell. */
  over = $state.raw<number | null>(null);

  readonly #around: Surroundings;
  #queue: Promise<unknown> = Promise.resolve();
  #patience = new AbortController();
  /** Where the latest entry of the history was made. */
  #place: Place | null = null;

  readonly action: AdvisedAction | null = $derived.by(
    () => this.advice?.actions.find((action) => action.action === this.chosen) ?? this.advice?.actions[0] ?? null,
  );
  /** How many dice are still to be set before there is something to ask. */
  readonly missing: number = $derived.by(() => {
    const open = this.dice.filter((face) => face === null).length;
    return open === this.dice.length && this.kept === null ? 0 : open;
  });

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** Begin with what an address says, whatever that is. Never rejects. */
  load(text: string): Promise<unknown> {
    return this.#next(async () => {
      this.#place = null;
      this.over = null;
      const next = positionFromText(text);
      const same = positionToText(next) === positionToText(this.position);
      if (next.head !== this.position.head) this.#forget();
      this.position = next;
      if (!(await this.#learn())) return;
      if (!same || this.dice.length === 0) this.#lay();
      this.#tell(await this.#ask(next), "all");
    });
  }

  /** Ask anew: after a failure, or in another language. */
  again(): Promise<unknown> {
    return this.load(positionToText(this.position));
  }

  /** Another game, with an empty sheet. What lay there goes at once: nothing can be set that would be lost. */
  begin(variant: string): Promise<unknown> {
    this.#forget();
    this.#around.keep(variant, true);
    return this.load(variant);
  }

  /** Change the position. False when that cannot be: then it stays as it is, and `refusal` says why. */
  edit(place: Place, change: (position: Position) => Position, fresh = false): Promise<boolean> {
    return this.#next(async () => {
      const next = change(this.position);
      const outcome = await this.#ask(next);
      if (outcome.kind !== "refused") this.#accept(next, place, fresh);
      this.#tell(outcome, place);
      return outcome.kind !== "refused";
    });
  }

  /** Set the die at a place; with all of them set the position is asked about. */
  setDie(at: number, face: Face): void {
    const whole = !this.dice.includes(null);
    this.dice = this.dice.map((old, n) => (n === at ? face : old));
    if (!this.dice.includes(null)) this.#thrown(!whole);
  }

  /** Set the next missing die; once all are set, a new roll begins. */
  addDie(face: number): void {
    if (!this.dice.includes(null)) this.#sweep();
    this.setDie(this.dice.indexOf(null), face);
  }

  /** Take back the die that was set last. */
  dropDie(): void {
    const at = this.dice.findLastIndex((face) => face !== null);
    if (at < (this.kept ?? 0)) return;
    this.dice = this.dice.map((face, n) => (n === at ? null : face));
    if (at === 0 && this.kept === null) this.clearDice();
  }

  /** Throw the dice that are not set yet; all of them when none or every one is. */
  shake(): void {
    const fill = this.missing > 0;
    const throwOne = (): number => 1 + Math.floor(this.#around.chance() * 6);
    this.dice = this.dice.map((face, n) => ((fill || this.pins[n]) && face !== null ? face : throwOne()));
    this.#thrown(true);
  }

  /** Take the dice off the table: the start of the turn. */
  clearDice(): void {
    this.#sweep();
    if (this.position.roll !== null) void this.edit("dice", (position) => withRoll(position, null, 0));
  }

  setLeft(left: number): void {
    void this.edit("left", (position) => (position.roll === null ? position : { ...position, roll: { ...position.roll, left } }));
  }

  /** Lock the die at a place, or free it again. */
  async pin(at: number): Promise<void> {
    const before = this.pins;
    this.pins = this.dice.map((_, n) => (before[n] ?? false) !== (n === at));
    const locked = this.#locked();
    const done = await this.edit("dice", (position) =>
      position.roll === null ? position : withRoll(position, parseKeep(position.roll.dice).map((die) => die.face), position.roll.left, locked),
    );
    if (!done) this.pins = before;
  }

  /** Do the chosen action: dice that stay wait for the others; an entry goes on the sheet and the next turn begins. */
  goOn(action: AdvisedAction): void {
    if (action.points === null) this.#keep(action.action);
    else void this.#enter(action, action.points);
  }

  /** Leaving the page ends every wait. */
  leave(): void {
    this.#patience.abort();
  }

  #keep(action: string): void {
    const stays = parseKeep(action).map((die) => die.face);
    this.kept = stays.length;
    this.dice = this.dice.map((_, n) => stays[n] ?? null);
  }

  async #enter({ action, value, extra }: AdvisedAction, points: number): Promise<void> {
    const cell = action.split(" ")[0] ?? "";
    const written = (position: Position): Position =>
      withRoll(withCell(thawed({ ...position, extra: position.extra + extra }), cell, points), null, 0);
    const next = written(this.position);
    const last = this.detail?.sheet.categories.every(({ key }) => key in next.cells) ?? false;
    this.#sweep();
    if (!last) {
      await this.edit(`cell ${cell}`, written, true);
      return;
    }
    // Nothing is left to be asked: after the last entry the value is what the sheet has come to.
    this.#accept(next, `cell ${cell}`, true);
    this.advice = null;
    this.over = value;
  }

  /** All dice are set. */
  #thrown(fresh: boolean): void {
    const faces = this.dice.filter((face) => face !== null);
    const { kept } = this;
    const again = kept !== null;
    if (again && this.detail?.sheet.locks_dice === true) this.pins = this.dice.map((_, n) => n < kept);
    const locked = this.#locked();
    const first = (this.detail?.sheet.rolls ?? 1) - 1;
    this.kept = null;
    const left = ({ roll, bank }: Position): number => (roll === null ? first + bank : Math.max(0, roll.left - Number(again)));
    void this.edit("dice", (position) => withRoll(position, faces, left(position), locked), fresh);
  }

  #locked(): readonly number[] {
    return this.dice.filter((face, n) => face !== null && this.pins[n] === true).map(Number);
  }

  #sweep(): void {
    this.kept = null;
    this.pins = [];
    this.dice = this.dice.map(() => null);
  }

  /** The dice of the position on the table. */
  #lay(): void {
    const faces = parseKeep(this.position.roll?.dice ?? null).map((die) => die.face);
    this.kept = null;
    this.dice = Array.from({ length: this.detail?.sheet.dice ?? 0 }, (_, n) => faces[n] ?? null);
    const locked = [...(this.position.roll?.locked ?? "")].map(Number);
    this.pins = this.dice.map((face) => {
      const at = face === null ? -1 : locked.indexOf(face);
      if (at >= 0) locked.splice(at, 1);
      return at >= 0;
    });
  }

  #forget(): void {
    this.detail = null;
    this.advice = null;
  }

  /** Fetch the variant with the rules of its house. False when that fails; then it is said why. */
  async #learn(): Promise<boolean> {
    const { api } = this.#around;
    const { head } = this.position;
    try {
      const preset = await api.variant(variantOf(head));
      const rules = rulesOf(head, preset.switches);
      this.detail = Object.keys(rules).length === 0 ? preset : await api.houseRules(preset.key, rules);
      return true;
    } catch (error) {
      this.#tell(outcomeOf(error), "all");
      return false;
    }
  }

  /** One thing after the other: an edit changes what the one before it has left. */
  #next<T>(deed: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(deed);
    this.#queue = done;
    return done;
  }

  async #ask(position: Position): Promise<Outcome> {
    this.#patience.abort();
    try {
      return { kind: "known", advice: await this.#around.api.advice(positionToText(position)) };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  #accept(position: Position, place: Place, fresh: boolean): void {
    this.position = position;
    this.over = null;
    this.#around.keep(positionToText(position), fresh || place !== this.#place);
    this.#place = place;
  }

  #tell(outcome: Outcome, place: Place): void {
    this.refusal = outcome.kind === "refused" ? { place, text: outcome.text } : null;
    if (outcome.kind === "refused") announce(outcome.text);
    if (outcome.kind === "refused" && place !== "all") return;
    this.error = outcome.kind === "failed" ? outcome.error : null;
    this.progress = outcome.kind === "waiting" ? outcome.progress : null;
    this.advice = outcome.kind === "known" ? outcome.advice : null;
    this.chosen = "";
    if (outcome.kind === "known" && this.position.roll !== null) announce(outcome.advice.text);
    if (outcome.kind === "waiting") void this.#wait();
  }

  /** Until the table of the variant is there; any other question ends it. */
  async #wait(): Promise<void> {
    this.#patience = new AbortController();
    const { signal } = this.#patience;
    const text = positionToText(this.position);
    const told = (progress: number): void => {
      this.progress = progress;
    };
    try {
      const advice = await patiently(() => this.#around.api.advice(text), told, signal);
      if (!signal.aborted) this.#tell({ kind: "known", advice }, "all");
    } catch (error) {
      if (!signal.aborted) this.#tell(outcomeOf(error), "all");
    }
  }
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: "failed", error };
  if (error.code === "not_ready") return { kind: "waiting", progress: error.progress };
  // Too many questions, or none at all just now: that says nothing about the position.
  const judged = error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 403;
  return judged ? { kind: "refused", text: error.message } : { kind: "failed", error };
}
