// Real dice: the input of faces and its corrections. Loaded for tables with real dice.

import { announce } from "../app/announce.svelte";
import type { Die } from "../board/dice/dice";
import { byFace, keepText } from "../board/dice/dice";
import type { TableGame } from "../game/game.svelte";
import type { Slot } from "../board/dice/tray";
import { t } from "../words";

/** A correctable entry: its seat, its cell and the typed dice. */
const NOT_KEPT = { kept: false, locked: false, thrown: true } as const;

export class Block {
  /** The dice typed so far, in order of input. */
  typed = $state.raw<readonly Die[]>([]);
  /** Whether the player rolls again: only the dice that are not kept are typed now. */
  rerolling = $state(false);

  readonly game: TableGame;

  /** Whether the player whose turn it is at this device uses real dice. */
  readonly real: boolean = $derived.by(() => this.game.acting && this.game.mover?.real_dice === true && this.game.mover.held === null);
  /** Whether dice can be typed now. */
  readonly typing: boolean = $derived.by(() => this.real && this.game.rolls && (this.game.snapshot?.turn?.dice === null || this.rerolling));
  /** The kept dice. */
  readonly stayed: readonly Slot[] = $derived.by(() => (this.rerolling ? this.game.stage.slots.filter((slot) => slot.kept) : []));
  /** The number of missing dice. */
  readonly missing: number = $derived.by(() => this.#count() - this.stayed.length - this.typed.length);
  /** Whether the next die has ten sides: such dice come last. */
  readonly ten: boolean = $derived.by(() => this.#sixes() - this.typed.filter((die) => !die.ten).length - this.stayed.filter((die) => !die.ten).length <= 0);
  /** The tray with the dice typed so far. */
  readonly shown = $derived.by(() => {
    const dice: Slot[] = [...this.stayed, ...this.typed.map((die) => ({ ...die, ...NOT_KEPT, from: 0 }))];
    return { phase: "still" as const, slots: dice.map((die, from) => ({ ...die, from })) };
  });
  /** Whether only points may be entered, because the turn has no dice yet. */
  readonly points: boolean = $derived.by(
    () => this.real && this.typed.length === 0 && (this.game.snapshot?.legal_actions.some((action) => action.type === "enter_points") ?? false),
  );
  /** Whether the dice of this roll can be typed again, in case of a mistake. */
  readonly undoable: boolean = $derived.by(() => this.real && typeof this.game.snapshot?.turn?.dice === "string");

  constructor(game: TableGame) {
    this.game = game;
  }

  /** The large button: with real dice it asks for the dice rolled again. Returns false for other dice. */
  roll(): boolean {
    if (!this.real || this.game.mainAction !== "roll") return false;
    if (this.game.nothingToThrow) return false;
    this.typed = [];
    this.rerolling = this.game.snapshot?.turn?.dice !== null;
    this.game.explain(t("block.type_rest", { count: this.missing }));
    return true;
  }

  /** Types a face and sends the dice after the last one. Returns false if no face is expected. */
  press(face: number): boolean {
    if (!this.typing) return false;
    const most = this.ten ? 9 : 6;
    if (face > most) {
      this.game.explain(t("block.no_face", { most }));
      return true;
    }
    if (this.missing <= 0 || this.game.waiting) return true;
    this.typed = [...this.typed, { face, ten: this.ten }];
    this.game.note = this.rerolling ? t("block.type_rest", { count: this.missing }) : "";
    announce(this.typed.map((die) => die.face).join(", "));
    if (this.missing === 0) void this.#send();
    return true;
  }

  /** Removes the typed die at a place, or the last one. Returns false if no die is typed. */
  back(place: number | null = null): boolean {
    if (!this.typing) return false;
    if (this.typed.length === 0) {
      if (!this.rerolling) return false;
      this.#stay();
      return true;
    }
    const at = place === null ? this.typed.length - 1 : place - this.stayed.length;
    this.typed = this.typed.filter((_, number) => number !== at);
    return true;
  }

  /** Goes back to the roll on the tray, or takes it back, to type its dice again. */
  async undo(): Promise<void> {
    const { snapshot, mover } = this.game;
    if (this.rerolling) {
      this.#stay();
      return;
    }
    if (snapshot === null || mover === null) return;
    await this.game.sendCommand({ type: "correct", seat: mover.seat, round: snapshot.round });
  }

  /** The action of a press on an entry: opens its correction if a player at this device typed it. */
  fixing(seat: number, cell: string): (() => void) | null {
    const { snapshot } = this.game;
    const one = snapshot?.seats.find((each) => each.seat === seat);
    if (snapshot === null || one?.mine !== true || !one.real_dice) return null;
    if (snapshot.status !== "running" && snapshot.status !== "finished") return null;
    const entry = one.typed.find((each) => each.cell === cell);
    if (entry === undefined) return null;
    return () => this.game.dialogs.open("correct", { fix: { game: snapshot.game, seat, entry } });
  }

  /** Keeps the roll on the tray. */
  #stay(): void {
    this.typed = [];
    this.rerolling = false;
    this.game.note = "";
  }

  async #send(): Promise<void> {
    const dice = [...this.stayed, ...this.typed].sort(byFace);
    const keep = this.rerolling ? { keep: keepText(this.stayed) } : {};
    const sent = await this.game.sendCommand({ type: "enter_dice", dice: diceText(dice), ...keep });
    this.typed = [];
    if (sent) this.rerolling = false;
  }

  #count(): number {
    return this.#sixes() + (this.game.snapshot?.sheet.ten_sided ?? 0);
  }

  #sixes(): number {
    return this.game.snapshot?.sheet.dice ?? 0;
  }
}

/** Dice as text on the wire: `13356`, a ten-sided die after a slash. */
export function diceText(dice: readonly Die[]): string {
  return keepText(dice).slice(1);
}
