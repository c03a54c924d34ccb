// The parts of a table that are fetched once its page is on show: each registers here what it loads, and when.

import { untrack } from "svelte";
import { settings } from "../app/settings.svelte";
import type { TableChat } from "../chat/tablechat.svelte";
import type { TableGame } from "../game/game.svelte";
import { loadParts, NO_PARTS } from "../mechanics/phases";
import type { Live } from "../wire/live.svelte";
import type { Snapshot } from "../wire/types";
import { t } from "../words";
import { type Hints, later, loadPauses, type RealDice, talkative, type Thrower } from "./later";

type Part<Load extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<Load>>;

/** Shows a part when it is there, until the effect that asked for it ends; then closes it. */
export function hold<Held>(opening: Promise<Held>, show: (part: Held | undefined) => void, close: (part: Held) => void): () => void {
  let over = false;
  opening.then(
    (part) => {
      if (!over) show(part);
    },
    () => undefined,
  );
  return () => {
    over = true;
    show(undefined);
    opening.then(close, () => undefined);
  };
}

/** What a table has loaded so far. Made while its page is set up, and ends with it. */
export class Features {
  /** Dice in the air. Until they can be seen, dice lie at once. */
  thrower = $state.raw<Thrower>();
  /** The log, and what comes between two turns and after the last one. */
  pauses = $state.raw<Part<typeof loadPauses>>();
  /** What the game puts on the table next to dice and sheet. */
  parts = $state.raw(NO_PARTS);
  /** Clocks and absence, where people sit apart. */
  time = $state.raw<Part<typeof later.time>>();
  /** Typing real dice in, where a player has some. */
  real = $state.raw<RealDice>();
  hints = $state.raw<Hints>();
  /** The chat with those at other devices, and with watchers. */
  chat = $state.raw<TableChat>();
  /** Earlier moments, sounds, and what calls people back who look elsewhere. */
  watch = $state.raw<Part<typeof later.watch>>();

  readonly #game: TableGame;
  #coaching: Promise<Hints> | null = null;
  /** The last key from before `watch` had come; it is not lost. */
  #early: KeyboardEvent | null = null;

  readonly apart: boolean = $derived.by(() => this.#game.snapshot?.seats.some((seat) => seat.kind === "human") ?? false);
  readonly #real: boolean = $derived.by(() => this.#game.snapshot?.seats.some((seat) => seat.real_dice) ?? false);
  readonly #phase: Snapshot["sheet"]["phase"] = $derived.by(() => this.#game.snapshot?.sheet.phase ?? "");
  readonly #talking: boolean = $derived.by(() => this.pauses !== undefined && talkative(this.#game.snapshot));
  /** After what comes with every turn. */
  readonly #hinted: boolean = $derived.by(
    () => this.pauses !== undefined && this.#game.snapshot?.hints === true && this.#game.snapshot.status === "running",
  );

  constructor(game: TableGame, live: Live) {
    this.#game = game;
    $effect(() => {
      later.thrower().then(
        (loaded) => (this.thrower = { Throw: loaded.default }),
        () => undefined,
      );
    });
    $effect(() => this.#needed(loadPauses(), (loaded) => (this.pauses = loaded)));
    $effect(() => {
      if (this.#phase !== "") this.#needed(loadParts({ phase: this.#phase }), (loaded) => (this.parts = loaded));
    });
    $effect(() => {
      if (this.apart) this.#needed(later.time(), (loaded) => (this.time = loaded));
    });
    $effect(() => {
      if (this.#real) {
        this.#needed(later.block(game), (loaded) => {
          this.real = loaded;
          game.block = loaded.block;
        });
      }
    });
    $effect(() => {
      const about = this.#hinted ? untrack(() => game.snapshot) : null;
      // Loads ahead of a question. A failed question reports its own error.
      if (about !== null) void this.#coach(about).catch(() => undefined);
    });
    $effect(() => {
      if (!this.#talking) return undefined;
      return hold(later.chat().then((part) => part.openTableChat(live)), (chat) => (this.chat = chat), (chat) => chat.close());
    });
    $effect(() => {
      if (this.pauses === undefined) return undefined;
      return hold(later.watch(live, game), (watch) => this.#watched(watch), ({ part }) => part.close());
    });
  }

  /** Asks for a hint, and says when there is none. */
  async hint(): Promise<void> {
    const { snapshot } = this.#game;
    if (snapshot === null) return;
    try {
      await (await this.#coach(snapshot)).coach.ask();
    } catch {
      this.#game.explain(t("table.why.no_answer"));
    }
  }

  /** Whether a key was meant for earlier moments or for sounds. */
  press(event: KeyboardEvent): boolean {
    if (this.watch === undefined) this.#early = event;
    return this.watch?.part.press(event, settings.singleKeys) === true;
  }

  /** Fetches a part that the game cannot do without; the table says when it did not come. */
  #needed<Loaded>(loading: Promise<Loaded>, show: (part: Loaded) => void): void {
    loading.then(show, () => this.#game.explain(t("table.why.no_answer")));
  }

  async #coach(about: Snapshot): Promise<Hints> {
    this.#coaching ??= later.coach(this.#game, about);
    try {
      this.hints = await this.#coaching;
      return this.hints;
    } catch (error) {
      this.#coaching = null;
      throw error;
    }
  }

  #watched(watch: Part<typeof later.watch> | undefined): void {
    this.watch = watch;
    if (this.#early !== null) watch?.part.press(this.#early, settings.singleKeys);
    if (watch !== undefined) this.#early = null;
  }
}
