// Hints during a game: requested by the player, shown next to the controls, and removed by the next event.

import { announce } from "../app/announce.svelte";
import { failureText } from "../app/failure";
import { navigation } from "../app/navigation.svelte";
import { addressOf } from "../position/position";
import type { Api } from "../wire/api";
import { poll } from "../wire/polling";
import type { Advice, AdvisedAction, Snapshot } from "../wire/types";
import { t } from "../words";
import { parseKeep } from "../board/dice/dice";
import type { TableGame } from "./game.svelte";
import { small } from "./screen.svelte";
import { placesOf, type Slot } from "../board/dice/tray";

export class Coach {
  /** Whether more than one line is shown: the reasons, and the next best actions. */
  open = $state(false);
  /** The progress of the solver, 0 to 1; null when the hint does not wait for it. */
  progress = $state.raw<number | null>(null);

  readonly #game: TableGame;
  readonly #api: Pick<Api, "adviceAt" | "variant" | "houseRules">;
  /** The newest advice, and the number of the event that it follows. */
  #known = $state.raw<{ readonly seq: number; readonly advice: Advice } | null>(null);
  /** Whether the server can advise this game; null until that is known. */
  #exact = $state.raw<boolean | null>(null);
  #patience = new AbortController();

  /** The visible hint. */
  readonly advice: Advice | null = $derived.by(() =>
    this.#known !== null && this.#known.seq === this.#game.snapshot?.seq && this.#game.acting ? this.#known.advice : null,
  );
  /** Whether the player may ask now. */
  readonly usable: boolean = $derived.by(() => this.#exact === true && this.#game.snapshot?.hints === true && this.#game.acting);
  /** The hint in a few words, or why it is not available yet; empty before a request. */
  readonly line: string = $derived.by(() => {
    const best = this.advice?.actions[0];
    if (best !== undefined) return t("hint.best", { action: best.words });
    return this.progress === null ? "" : t("hint.waiting", { percent: Math.round(this.progress * 100) });
  });
  /** The cell that the hint advises to fill. */
  readonly cell: string | null = $derived.by(() => {
    const best = this.advice?.actions[0];
    return best === undefined || best.points === null ? null : (best.action.split(" ")[0] ?? null);
  });
  /** The places of the dice that the hint advises to keep. */
  readonly places: readonly number[] = $derived.by(() => {
    const best = this.advice?.actions[0];
    return best === undefined || !best.action.startsWith("k") ? [] : keptPlaces(this.#game.stage.slots, best.action);
  });

  constructor(game: TableGame, api: Pick<Api, "adviceAt" | "variant" | "houseRules">) {
    this.#game = game;
    this.#api = api;
  }

  /** Checks whether hints exist for this game. Never rejects: after a failure no hint is offered. */
  async look({ variant, rules }: Snapshot): Promise<void> {
    const changed = Object.keys(rules).length > 0;
    const detail = await (changed ? this.#api.houseRules(variant, rules) : this.#api.variant(variant)).catch(() => null);
    // Values of a lone sheet say too little at a table.
    this.#exact = detail === null ? null : detail.exact && !detail.alone;
  }

  /** Shows a hint; a second call shows its reasons. If no hint exists, shows why. */
  async ask(): Promise<void> {
    if (this.advice !== null) {
      this.open = !this.open;
      return;
    }
    const advice = await this.#fetch();
    if (advice === null) return;
    this.open = !small.current;
    announce(advice.text);
  }

  /** Opens the page for more questions about this position. */
  async visit(): Promise<void> {
    const advice = this.advice ?? (await this.#fetch());
    if (advice !== null) navigation.go(addressOf(advice.situation.position));
  }

  /** Stops waiting: the table has changed, or the player left it. */
  rest(): void {
    this.#patience.abort();
    this.progress = null;
    this.open = false;
  }

  async #fetch(): Promise<Advice | null> {
    const why = this.#whyNot();
    const { snapshot } = this.#game;
    if (why !== "" || snapshot === null) {
      this.#game.explain(why);
      return null;
    }
    this.rest();
    this.#patience = new AbortController();
    const { signal } = this.#patience;
    const report = (progress: number): void => {
      if (this.progress === null) announce(t("hint.waiting_long"));
      this.progress = progress;
    };
    try {
      const advice = await poll(() => this.#api.adviceAt(snapshot.id), report, signal);
      if (signal.aborted) return null;
      this.progress = null;
      this.#known = { seq: snapshot.seq, advice };
      return advice;
    } catch (error) {
      if (signal.aborted) return null;
      this.progress = null;
      this.#game.explain(failureText(error));
      return null;
    }
  }

  #whyNot(): string {
    const { snapshot } = this.#game;
    if (snapshot?.hints !== true) return t("hint.forbidden");
    if (this.#exact === false) return t("hint.no_table", { variant: snapshot.variant_name });
    return this.#game.acting ? "" : t("table.why.not_yours");
  }
}

/** The next two actions. A scratch of a cell that scores is never worth showing. */
export function nextBest({ actions }: Advice): AdvisedAction[] {
  const scored = new Set(actions.filter(({ points }) => points !== null && points > 0).map(({ action }) => action));
  return actions.slice(1).filter(({ action }) => !scored.has(action.replace(/ 0$/, "")) || scored.has(action)).slice(0, 2);
}

/** The places of the dice of a keep such as `k335`; dice that are already kept come first. */
export function keptPlaces(slots: readonly Slot[], keep: string): number[] {
  return placesOf(slots, parseKeep(keep)).filter((place) => place >= 0);
}
