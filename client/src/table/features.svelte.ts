// The parts of a table that load after its page is visible: each registers what it loads, and when.

import { untrack } from "svelte";
import { settings } from "../app/settings.svelte";
import type { TableChat } from "../chat/tablechat.svelte";
import type { TableGame } from "../game/game.svelte";
import { loadParts, NO_PARTS } from "../mechanics/phases";
import type { Live } from "../wire/live.svelte";
import type { Snapshot } from "../wire/types";
import { t } from "../words";
import type { Figures } from "./figures";
import { type Hints, lazy, loadPauses, type RealDice, hasChatReaders, type Animator } from "./lazy";

type Part<Load extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<Load>>;

/** Shows a part after it has loaded, and closes it when the surrounding effect ends. */
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

/** The loaded parts of a table. Created with its page, and closed with it. */
export class Features {
  /** Dice in the air. Without this part, dice rest at once. */
  animator = $state.raw<Animator>();
  /** The log, and the pages between two turns and after the last one. */
  pauses = $state.raw<Part<typeof loadPauses>>();
  /** The parts that the game adds to the table. */
  parts = $state.raw(NO_PARTS);
  /** Clocks and absence, if the players have several devices. */
  time = $state.raw<Part<typeof lazy.time>>();
  /** The input of real dice, if a player uses them. */
  real = $state.raw<RealDice>();
  hints = $state.raw<Hints>();
  /** The chat with players at other devices and with watchers. */
  chat = $state.raw<TableChat>();
  /** The skill of players with public profiles. */
  figures = $state.raw<Figures>();
  /** Earlier moments, sounds, and messages for players who look elsewhere. */
  watch = $state.raw<Part<typeof lazy.watch>>();

  readonly #game: TableGame;
  #coaching: Promise<Hints> | null = null;
  /** The last key pressed before `watch` was loaded, to be handled then. */
  #early: KeyboardEvent | null = null;

  readonly multiDevice: boolean = $derived.by(() => this.#game.snapshot?.seats.some((seat) => seat.kind === "human") ?? false);
  readonly #real: boolean = $derived.by(() => this.#game.snapshot?.seats.some((seat) => seat.real_dice) ?? false);
  readonly #phase: Snapshot["sheet"]["phase"] = $derived.by(() => this.#game.snapshot?.sheet.phase ?? "");
  readonly #chatting: boolean = $derived.by(() => this.pauses !== undefined && hasChatReaders(this.#game.snapshot));
  readonly #people: string = $derived.by(() => this.#game.snapshot?.seats.map((seat) => seat.person ?? "").join() ?? "");
  /** Whether hints may load: after the parts that every turn needs. */
  readonly #hinted: boolean = $derived.by(
    () => this.pauses !== undefined && this.#game.snapshot?.hints === true && this.#game.snapshot.status === "running",
  );

  constructor(game: TableGame, live: Live) {
    this.#game = game;
    $effect(() => {
      lazy.animator().then(
        (loaded) => (this.animator = { RollAnimation: loaded.default }),
        () => undefined,
      );
    });
    $effect(() => this.#needed(loadPauses(), (loaded) => (this.pauses = loaded)));
    $effect(() => {
      if (this.#phase !== "") this.#needed(loadParts({ phase: this.#phase }), (loaded) => (this.parts = loaded));
    });
    $effect(() => {
      if (this.multiDevice) this.#needed(lazy.time(), (loaded) => (this.time = loaded));
    });
    $effect(() => {
      if (this.#real) {
        this.#needed(lazy.block(game), (loaded) => {
          this.real = loaded;
          game.block = loaded.block;
        });
      }
    });
    $effect(() => {
      const about = this.#hinted ? untrack(() => game.snapshot) : null;
      // Load ahead of a request. A failed request reports its own error.
      if (about !== null) void this.#coach(about).catch(() => undefined);
    });
    $effect(() => {
      if (!this.#chatting) return undefined;
      return hold(lazy.chat().then((part) => part.openTableChat(live)), (chat) => (this.chat = chat), (chat) => chat.close());
    });
    $effect(() => {
      const table = this.pauses !== undefined && /\w/.test(this.#people) ? untrack(() => game.snapshot) : null;
      if (table === null) return undefined;
      return hold(lazy.figures(table.id, table.seats), (figures) => (this.figures = figures), () => undefined);
    });
    $effect(() => {
      if (this.pauses === undefined) return undefined;
      return hold(lazy.watch(live, game), (watch) => this.#watched(watch), ({ part }) => part.close());
    });
  }

  /** Requests a hint, and reports a game without hints. */
  async hint(): Promise<void> {
    const { snapshot } = this.#game;
    if (snapshot === null) return;
    try {
      await (await this.#coach(snapshot)).coach.ask();
    } catch {
      this.#game.explain(t("table.why.no_answer"));
    }
  }

  /** Handles a key for earlier moments or sounds; returns whether it was one. */
  press(event: KeyboardEvent): boolean {
    if (this.watch === undefined) this.#early = event;
    return this.watch?.part.press(event, settings.singleKeys) === true;
  }

  /** Loads a part that the game cannot do without; a failure is reported on the table. */
  #needed<Loaded>(loading: Promise<Loaded>, show: (part: Loaded) => void): void {
    loading.then(show, () => this.#game.explain(t("table.why.no_answer")));
  }

  async #coach(about: Snapshot): Promise<Hints> {
    this.#coaching ??= lazy.coach(this.#game, about);
    try {
      this.hints = await this.#coaching;
      return this.hints;
    } catch (error) {
      this.#coaching = null;
      throw error;
    }
  }

  #watched(watch: Part<typeof lazy.watch> | undefined): void {
    this.watch = watch;
    if (this.#early !== null) watch?.part.press(this.#early, settings.singleKeys);
    if (watch !== undefined) this.#early = null;
  }
}
