// One table as the players at this screen use it: the visible state, their legal actions, and their next action.

import { announce } from "../app/announce.svelte";
import { failureText } from "../app/failure";
import { settings } from "../app/settings.svelte";
import { ApiError } from "../wire/problem";
import type { Command, LegalAction, ScoreAction, Seat, Snapshot, TableEvent } from "../wire/types";
import { t } from "../words";
import { cardOf, type EventCard } from "./cards";
import { canRoll, mainAction, sideActions, type MainAction, type SideAction } from "./turnactions";
import { Dialogs } from "./dialogs.svelte";
import { localMover, seatOf } from "./handover";
import { forgetKeep, recallKeep, rememberKeep, type Memory } from "./keepmemory";
import { Passing } from "./passing.svelte";
import { lastEntries } from "../board/sheet/lastentries";
import type { TableConnection, RealDiceKeys, Environment, TableSounds, Watching } from "./environment";
import { offersOf, type Offers } from "../board/sheet/sheetmodel";
import { Stage } from "../board/dice/stage.svelte";
import { discreet, isCovered } from "../mechanics/claims";
import { mechanicOf } from "../mechanics/mechanics";
import { allKept, keepOf } from "../board/dice/tray";

const FORGETFUL: Memory = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
const NOTHING: Offers = new Map();

export class TableGame {
  readonly stage: Stage;
  readonly passing: Passing;
  readonly dialogs = new Dialogs();
  /** The explanation that a player asked for; it stays until the next event. */
  note = $state("");
  /** The latest event, shown next to the dice. */
  card = $state.raw<EventCard | null>(null);
  /** Whether the introduction to the game is open. */
  tutorial = $state(false);
  /** Whether the player whose turn it is looks at the dice under the cup. */
  uncovered = $state(false);
  /** A refusal in the server's words, and the place where it is shown. */
  problem = $state.raw<{ place: "tray" | "sheet"; text: string } | null>(null);
  /** The input of real dice, if a seat uses them. */
  block = $state.raw<RealDiceKeys | null>(null);
  /** Replay and notifications, after they are loaded. */
  watch = $state.raw<Watching | null>(null);
  /** Sounds, after they are loaded. */
  sounds = $state.raw<TableSounds | null>(null);
  /** The pencilled entry: the cell, its points, and the number of rolls before it. */
  #pencilled = $state.raw<{ readonly cell: string; readonly points: number; readonly rolls: number } | null>(null);
  /** Whether a command waits for its answer. */
  waiting = $state(false);
  /** The cell at the cursor of the arrow keys, and the cell under the pointer. */
  cursor = $state<string | null>(null);
  focused = $state<string | null>(null);
  pointed = $state<string | null>(null);
  /** The number of the last event whose dice rest: the log ends with it. */
  loggedSeq = $state(0);

  readonly #live: TableConnection;
  readonly #environment: Environment;
  #known = 0;
  #onMoment: ((before: Snapshot, after: Snapshot, events: readonly TableEvent[]) => void) | null = null;
  #before: Snapshot | null = null;
  /** The number of commands sent. */
  #sent = 0;
  /** Whether another player was faster and their event is still on its way: the refusal stays when it arrives. */
  #overtaken = false;

  readonly snapshot: Snapshot | null = $derived.by(() => this.stage.snapshot);
  readonly mover: Seat | null = $derived.by(() =>
    this.snapshot?.turn ? (seatOf(this.snapshot, this.snapshot.turn.seat) ?? null) : null,
  );
  /** Whether it is the turn of a player at this device. */
  readonly mine: boolean = $derived.by(
    () => this.snapshot?.status === "running" && localMover(this.snapshot) !== null && this.passing.handover === null,
  );
  /** Whether that player can act: their dice rest. */
  readonly acting: boolean = $derived.by(() => this.mine && !this.stage.falls);
  /** While dice fall, the cells keep their offers but show no points. */
  readonly offers: Offers = $derived.by(() =>
    this.mine && this.snapshot !== null ? offersOf(this.snapshot.legal_actions) : NOTHING,
  );
  /** The pencilled entry. Only this page knows it, and it ends with the moment that it was made for. */
  readonly provisional: ScoreAction | null = $derived.by(() => {
    const held = this.#pencilled;
    if (held === null || !this.acting || this.snapshot?.turn?.rolls_used !== held.rolls) return null;
    const offer = this.offers.get(held.cell);
    return (held.points === 0 ? offer?.scratch : offer?.score) ?? null;
  });
  readonly log: readonly TableEvent[] = $derived.by(() =>
    this.#live.events.filter((event) => event.seq <= this.loggedSeq).map((event) => discreet(event, this.snapshot)),
  );
  /** Whether this screen must not show the dice. */
  readonly covered: boolean = $derived.by(() => isCovered(this.snapshot, this.uncovered));
  readonly last: ReadonlyMap<number, string> = $derived.by(() => lastEntries(this.log, this.snapshot?.seats.length ?? 0));
  readonly rolls: boolean = $derived.by(
    () => this.mine && this.snapshot !== null && canRoll(this.snapshot),
  );
  /** The current action of the large button. */
  readonly mainAction: MainAction = $derived.by(() => (this.mine && this.snapshot !== null ? mainAction(this.snapshot) : null));
  readonly sideActions: readonly SideAction[] = $derived.by(() => {
    if (this.snapshot === null || this.ended) return [];
    if (this.acting) return sideActions(this.snapshot, this.mainAction);
    // Anyone may look at the action dice of the players during other players' turns.
    return mechanicOf(this.snapshot.sheet).stock === true ? ["actions"] : [];
  });
  readonly nothingToThrow: boolean = $derived.by(() => allKept(this.stage.slots));
  /** Whether a click marks the dice to roll again, not those to keep. */
  readonly marksRolls: boolean = $derived.by(
    () => this.snapshot !== null && settings.marksRolls(this.snapshot.sheet.customs.marks_rolls),
  );
  readonly ended: boolean = $derived.by(
    () => this.snapshot !== null && this.snapshot.turn === null && this.snapshot.status !== "waiting",
  );

  constructor(live: TableConnection, environment: Environment) {
    this.#live = live;
    this.#environment = environment;
    this.passing = new Passing(environment.clock);
    this.stage = new Stage({
      ...environment,
      covers: (snapshot) => isCovered(snapshot, this.uncovered),
      shown: (snapshot, events) => this.#shown(snapshot, events),
      marksRolls: (snapshot) => settings.marksRolls(snapshot.sheet.customs.marks_rolls),
      remembered: (snapshot) => recallKeep(environment.memory, snapshot),
    });
  }

  /** Accepts the newest snapshot and all events known so far; called whenever either changes. */
  arrived(snapshot: Snapshot, events: readonly TableEvent[]): void {
    const first = this.stage.snapshot === null;
    const fresh = first ? [] : events.filter((event) => event.seq > this.#known && event.seq <= snapshot.seq);
    // The event of the command has arrived before its answer, so the player may act on what is visible.
    if (snapshot.seq > this.#known) this.waiting = false;
    this.#known = snapshot.seq;
    this.stage.take(snapshot, fresh);
  }

  /** The table at an earlier moment, where no action is possible. */
  asOf(snapshot: Snapshot): TableGame {
    const past = new TableGame(this.#live, { ...this.#environment, motion: () => false, memory: FORGETFUL });
    past.arrived({ ...snapshot, seats: snapshot.seats.map((seat) => ({ ...seat, mine: false })) }, []);
    return past;
  }

  /** Calls with every shown moment, the one before it, and the events between; the returned function ends that. */
  eachMoment(call: (before: Snapshot, after: Snapshot, events: readonly TableEvent[]) => void): () => void {
    this.#onMoment = call;
    return () => {
      this.#onMoment = null;
    };
  }

  roll(): void {
    if (this.stage.phase === "tumbling") {
      this.stage.skip();
      return;
    }
    this.#pencilled = null;
    if (this.acting && (this.#performMainAction() || this.block?.roll() === true)) return;
    const why = this.#whyNoRoll();
    if (why !== null) {
      this.#showProblem("tray", why);
      return;
    }
    const keep = this.snapshot?.turn?.dice === null ? {} : { keep: keepOf(this.stage.slots) };
    this.stage.shake();
    void this.#send({ type: "roll", ...keep }, "tray").then((done) => done || this.stage.rest());
  }

  /** Keeps or releases a die, or all dice of its face. `aloud` announces it, because the focus is elsewhere. */
  keep(place: number, face: boolean, aloud: boolean): void {
    if (aloud && this.block?.press(place + 1) === true) return;
    const before = this.stage.slots[place];
    if (this.covered && this.mine) this.#showProblem("tray", t("family.cup.first"));
    if (before === undefined || !this.acting || this.covered) return;
    if (this.mainAction !== "roll" && this.mainAction !== "chip_roll" && this.mainAction !== "announce") {
      this.#showProblem("tray", t("table.why.no_rolls"));
      return;
    }
    this.#pencilled = null;
    if (face) this.stage.toggleFace(place);
    else this.stage.toggle(place);
    this.sounds?.play("keep");
    this.problem = null;
    this.#remember();
    const after = this.stage.slots[place];
    if (!aloud || after === undefined) return;
    const words = { place: place + 1, face: after.face };
    announce(after.kept ? t("table.die_now_kept", words) : t("table.die_now_free", words));
  }

  /** Pencils the offer of a cell, or its scratch; sends nothing. */
  pencil(cell: string): void {
    const offer = this.offers.get(cell);
    const action = offer?.score ?? offer?.scratch;
    if (!action || !this.acting || this.waiting) return;
    this.#pencilled = { cell, points: action.points, rolls: this.snapshot?.turn?.rolls_used ?? 0 };
    this.problem = null;
    this.note = "";
    this.sounds?.play("pencil");
  }

  /** Erases the pencilled entry. */
  erase(): void {
    this.#pencilled = null;
    announce(t("table.pencil.erased"));
  }

  /** Enters the offer of a cell; asks first if it is a scratch. */
  async write(cell: string): Promise<boolean> {
    const offer = this.offers.get(cell);
    if (offer === undefined || !this.acting) return false;
    if (offer.score === null) {
      this.askScratch(cell);
      return false;
    }
    return this.#send({ type: "score", cell, points: offer.score.points }, "sheet");
  }

  /** Opens the question about a scratch; a null cell lets the dialog ask for it. */
  askScratch(cell: string | null): void {
    if (!this.acting || ![...this.offers.values()].some((offer) => offer.scratch !== null)) {
      this.#showProblem("sheet", t("table.why.no_scratch"));
      return;
    }
    const possible = cell !== null && this.offers.get(cell)?.scratch;
    this.dialogs.open("scratch", { cell: possible ? cell : null });
  }

  /**
   * Opens the choice between announcing and entering a cell, a claim, or the points of real dice. A null cell lets the
   * dialog ask for it.
   */
  ask(name: "announce" | "claim" | "points", cell: string | null): void {
    if (this.acting) this.dialogs.open(name, { cell });
  }

  /** Performs the action of a smaller button. */
  performSideAction(action: SideAction): void {
    switch (action) {
      case "announce":
      case "claim":
        return this.ask(action, null);
      case "actions":
        return this.dialogs.open("actions");
      case "cover":
        this.uncovered = false;
        return;
      case "double":
      case "take_nothing":
        void this.perform({ type: action });
    }
  }

  /** Ends a turn that its player must end. */
  endTurn(): void {
    if (this.mainAction === "end_turn") void this.perform({ type: "end_turn" });
    else this.#showProblem("tray", t("table.why.no_end"));
  }

  /** Performs a legal action of the server. Resolves with whether it took effect. */
  async perform(action: LegalAction, place: "tray" | "sheet" = "tray"): Promise<boolean> {
    return this.acting && (await this.#send(action, place));
  }

  /** Sends a command that is no single legal action. Resolves with whether it took effect. */
  sendCommand(command: Command, place: "tray" | "sheet" = "tray"): Promise<boolean> {
    return this.#send(command, place);
  }

  /** Shows and announces an explanation. */
  explain(text: string): void {
    this.note = text;
    this.problem = null;
    announce(text);
  }

  scratch(cell: string): Promise<boolean> {
    return this.#send({ type: "score", cell, points: 0 }, "sheet");
  }

  async takeBack(): Promise<boolean> {
    if (this.snapshot?.can_take_back !== true) {
      this.#showProblem("tray", t("table.why.no_take_back"));
      return false;
    }
    return this.#send({ type: "take_back" }, "tray");
  }

  nextGame(): Promise<boolean> {
    return this.#send({ type: "next_game" }, "tray");
  }

  /** Resumes an interrupted match; does nothing if it is running. */
  async resume(): Promise<boolean> {
    return this.snapshot?.status === "paused" && (await this.#send({ type: "resume", expect_seq: null }, "tray"));
  }
  abort(): Promise<boolean> {
    return this.#send({ type: "abort" }, "tray");
  }

  /** Performs the action of the large button if it is not a roll. */
  #performMainAction(): boolean {
    switch (this.mainAction) {
      case "announce":
      case "claim":
        this.performSideAction(this.mainAction);
        return true;
      case "take_nothing":
      case "end_turn":
        void this.perform({ type: this.mainAction });
        return true;
      default:
        return false;
    }
  }

  #whyNoRoll(): string | null {
    if (this.waiting) return "";
    if (!this.acting) return t("table.why.not_yours");
    if (!this.rolls) return t("table.why.no_rolls");
    if (!this.nothingToThrow) return null;
    return this.marksRolls ? t("table.why.none_marked") : t("table.why.all_kept");
  }

  async #send(command: Command, place: "tray" | "sheet"): Promise<boolean> {
    if (this.waiting) return false;
    this.waiting = true;
    this.problem = null;
    const number = (this.#sent += 1);
    const from = this.#known;
    try {
      await this.#live.send(command);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#overtaken = error.code === "stale" && this.loggedSeq === from;
      this.#showProblem(place, failureText(error));
      return false;
    } finally {
      if (number === this.#sent) this.waiting = false;
    }
  }

  #showProblem(place: "tray" | "sheet", text: string): void {
    if (text === "") return;
    this.problem = { place, text };
    announce(text);
  }

  #shown(snapshot: Snapshot, events: readonly TableEvent[]): void {
    const fresh = events.filter((event) => event.seq > this.loggedSeq);
    this.loggedSeq = snapshot.seq;
    if (this.#before !== null && fresh.length > 0) this.#onMoment?.(this.#before, snapshot, fresh);
    this.#before = snapshot;
    if (this.provisional === null) this.#pencilled = null;
    if (fresh.some((event) => event.type !== "dice_rolled")) this.pointed = null;
    if (fresh.length > 0) {
      this.note = "";
      this.card = cardOf(fresh);
      announce(fresh.map((event) => discreet(event, snapshot).text).join(" "));
      if (!this.#overtaken) this.problem = null;
      this.#overtaken = false;
    }
    if (fresh.some((event) => event.type !== "dice_rolled")) this.uncovered = false;
    this.#remember();
    this.passing.shown(snapshot, fresh);
  }

  #remember(): void {
    const snapshot = this.snapshot;
    if (snapshot === null) return;
    const { memory } = this.#environment;
    if (this.stage.slots.length === 0) forgetKeep(memory, snapshot.id);
    else rememberKeep(memory, snapshot, keepOf(this.stage.slots));
  }
}
