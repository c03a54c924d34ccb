// The state of this page: the position, the dice while they are set, and the newest advice.

import { announce } from "../app/announce.svelte";
import { failureText } from "../app/failure";
import { parseKeep } from "../board/dice/dice";
import type { Api } from "../wire/api";
import { poll } from "../wire/polling";
import { ApiError } from "../wire/problem";
import type { Advice, AdvisedAction, VariantDetail } from "../wire/types";
import { type Position, emptyPosition, positionFromText, positionToText, rulesOf, variantOf, thawed, withCell, withRoll } from "./position";

/** The part of the page that was changed, where its refusal appears. `all` is the whole position. */
export type Place = `cell ${string}` | "extra" | "bank" | "dice" | "left" | "all";

/** The face of a die on the page; null: not set yet. */
export type Face = number | null;

export interface QueryEnvironment {
  readonly api: Pick<Api, "advice" | "variant" | "houseRules">;
  /** Writes this position into the address; `fresh` adds an entry to the history. */
  readonly keep: (text: string, fresh: boolean) => void;
  /** A number from 0 to 1, for a simulated roll. */
  readonly chance: () => number;
}

type Outcome =
  | { readonly kind: "known"; readonly advice: Advice }
  | { readonly kind: "waiting"; readonly progress: number }
  | { readonly kind: "refused"; readonly text: string }
  | { readonly kind: "failed"; readonly error: unknown };

export class PositionQuery {
  /** The last position that the server accepted, or that the address held. */
  position = $state.raw<Position>(emptyPosition(""));
  /** The variant of the position with its house rules; null until it is loaded. */
  detail = $state.raw<VariantDetail | null>(null);
  /** The best actions in the position; null until they are known. */
  advice = $state.raw<Advice | null>(null);
  /** The progress of the solver, 0 to 1; null when the answer does not wait for it. */
  progress = $state.raw<number | null>(null);
  /** Why the latest change is impossible, and where it was made. */
  refusal = $state.raw<{ readonly place: Place; readonly text: string } | null>(null);
  error = $state.raw<unknown>(null);
  /** The text of the action whose details are shown. */
  chosen = $state.raw("");
  /** The dice in the order in which they were set. */
  dice = $state.raw<readonly Face[]>([]);
  /** The number of dice, from the left, that stay while the next roll is set; null otherwise. */
  kept = $state.raw<number | null>(null);
  /** Which dice are locked, by position; empty if the rules lock no dice. */
  pins = $state.raw<readonly boolean[]>([]);
  /** The total of a sheet that was filled here to its last cell. */
  over = $state.raw<number | null>(null);

  readonly #environment: QueryEnvironment;
  #queue: Promise<unknown> = Promise.resolve();
  #polling = new AbortController();
  /** Where the latest entry of the history was made. */
  #place: Place | null = null;

  readonly action: AdvisedAction | null = $derived.by(
    () => this.advice?.actions.find((action) => action.action === this.chosen) ?? this.advice?.actions[0] ?? null,
  );
  /** The dice still missing before the page can ask. */
  readonly missing: number = $derived.by(() => {
    const open = this.dice.filter((face) => face === null).length;
    return open === this.dice.length && this.kept === null ? 0 : open;
  });

  constructor(environment: QueryEnvironment) {
    this.#environment = environment;
  }

  /** Loads a position from an address, valid or not. Never rejects. */
  load(text: string): Promise<unknown> {
    return this.#enqueue(async () => {
      this.#place = null;
      this.over = null;
      const next = positionFromText(text);
      const same = positionToText(next) === positionToText(this.position);
      if (next.head !== this.position.head) this.#forget();
      this.position = next;
      if (!(await this.#learn())) return;
      if (!same || this.dice.length === 0) this.#resetDice();
      this.#showOutcome(await this.#ask(next), "all");
    });
  }

  /** Asks again: after a failure, or in another language. */
  retry(): Promise<unknown> {
    return this.load(positionToText(this.position));
  }

  /** Starts another game with an empty sheet. The old position goes at once, so that no input for it can be lost. */
  begin(variant: string): Promise<unknown> {
    this.#forget();
    this.#environment.keep(variant, true);
    return this.load(variant);
  }

  /** Changes the position. If the change is impossible, keeps the old position, sets `refusal` and returns false. */
  edit(place: Place, change: (position: Position) => Position, fresh = false): Promise<boolean> {
    return this.#enqueue(async () => {
      const next = change(this.position);
      const outcome = await this.#ask(next);
      if (outcome.kind !== "refused") this.#accept(next, place, fresh);
      this.#showOutcome(outcome, place);
      return outcome.kind !== "refused";
    });
  }

  /** Sets the die at a position; when all are set, asks about the position. */
  setDie(at: number, face: Face): void {
    const whole = !this.dice.includes(null);
    this.dice = this.dice.map((old, n) => (n === at ? face : old));
    if (!this.dice.includes(null)) this.#rolled(!whole);
  }

  /** Sets the next missing die, or the first die of a new roll. */
  addDie(face: number): void {
    if (!this.dice.includes(null)) this.#sweep();
    this.setDie(this.dice.indexOf(null), face);
  }

  /** Removes the die that was set last. */
  dropDie(): void {
    const at = this.dice.findLastIndex((face) => face !== null);
    if (at < (this.kept ?? 0)) return;
    this.dice = this.dice.map((face, n) => (n === at ? null : face));
    if (at === 0 && this.kept === null) this.clearDice();
  }

  /** Rolls the missing dice. If all dice or no dice are set, rolls all of them. */
  shake(): void {
    const fill = this.missing > 0;
    const rollOne = (): number => 1 + Math.floor(this.#environment.chance() * 6);
    this.dice = this.dice.map((face, n) => ((fill || this.pins[n]) && face !== null ? face : rollOne()));
    this.#rolled(true);
  }

  /** Removes all dice: the start of the turn. */
  clearDice(): void {
    this.#sweep();
    if (this.position.roll !== null) void this.edit("dice", (position) => withRoll(position, null, 0));
  }

  setLeft(left: number): void {
    void this.edit("left", (position) => (position.roll === null ? position : { ...position, roll: { ...position.roll, left } }));
  }

  /** Locks the die at a position, or unlocks it. */
  async pin(at: number): Promise<void> {
    const before = this.pins;
    this.pins = this.dice.map((_, n) => (before[n] ?? false) !== (n === at));
    const locked = this.#locked();
    const done = await this.edit("dice", (position) =>
      position.roll === null ? position : withRoll(position, parseKeep(position.roll.dice).map((die) => die.face), position.roll.left, locked),
    );
    if (!done) this.pins = before;
  }

  /** Applies the chosen action: kept dice wait for the others; an entry is written and the next turn starts. */
  goOn(action: AdvisedAction): void {
    if (action.points === null) this.#keep(action.action);
    else void this.#enter(action, action.points);
  }

  /** Stops waiting when the user leaves the page. */
  leave(): void {
    this.#polling.abort();
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
    // After the last entry nothing is left to ask: the value is the total of the sheet.
    this.#accept(next, `cell ${cell}`, true);
    this.advice = null;
    this.over = value;
  }

  /** Sends the roll when all dice are set. */
  #rolled(fresh: boolean): void {
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

  /** Shows the dice of the position. */
  #resetDice(): void {
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

  /** Loads the variant with its house rules. Returns false after a failure, and reports it. */
  async #learn(): Promise<boolean> {
    const { api } = this.#environment;
    const { head } = this.position;
    try {
      const preset = await api.variant(variantOf(head));
      const rules = rulesOf(head, preset.switches);
      this.detail = Object.keys(rules).length === 0 ? preset : await api.houseRules(preset.key, rules);
      return true;
    } catch (error) {
      this.#showOutcome(outcomeOf(error), "all");
      return false;
    }
  }

  /** Runs tasks one after another: an edit starts from the result of the previous one. */
  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(task);
    this.#queue = done;
    return done;
  }

  async #ask(position: Position): Promise<Outcome> {
    this.#polling.abort();
    try {
      return { kind: "known", advice: await this.#environment.api.advice(positionToText(position)) };
    } catch (error) {
      return outcomeOf(error);
    }
  }

  #accept(position: Position, place: Place, fresh: boolean): void {
    this.position = position;
    this.over = null;
    this.#environment.keep(positionToText(position), fresh || place !== this.#place);
    this.#place = place;
  }

  #showOutcome(outcome: Outcome, place: Place): void {
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

  /** Waits until the table of the variant is solved; another question ends the wait. */
  async #wait(): Promise<void> {
    this.#polling = new AbortController();
    const { signal } = this.#polling;
    const text = positionToText(this.position);
    const report = (progress: number): void => {
      this.progress = progress;
    };
    try {
      const advice = await poll(() => this.#environment.api.advice(text), report, signal);
      if (!signal.aborted) this.#showOutcome({ kind: "known", advice }, "all");
    } catch (error) {
      if (!signal.aborted) this.#showOutcome(outcomeOf(error), "all");
    }
  }
}

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: "failed", error };
  if (error.code === "not_ready") return { kind: "waiting", progress: error.progress };
  // These refusals concern the number of questions, not the position.
  const judged = error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 403;
  return judged ? { kind: "refused", text: failureText(error) } : { kind: "failed", error };
}
