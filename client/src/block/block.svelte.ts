// Real dice: typed faces and points, and corrections. Fetched for tables where a seat has real dice.

import { announce } from "../app/announce.svelte";
import type { Die } from "../board/dice/dice";
import { byFace, keepText } from "../board/dice/dice";
import type { TableGame } from "../game/game.svelte";
import type { Slot } from "../board/dice/tray";
import { t } from "../words";

/** An entry that can be corrected: whose, which cell, and what was typed in for it. */
const NOT_KEPT = { kept: false, locked: false, thrown: true } as const;

export class Block {
  /** The dice typed in so far, in the order of typing. */
  typed = $state.raw<readonly Die[]>([]);
  /** Some dice were rolled again: the others are typed in now. */
  again = $state(false);
  /** The entry whose correction is open. */

  readonly game: TableGame;

  /** The player to move at this device has real dice. */
  readonly real: boolean = $derived.by(() => this.game.acting && this.game.mover?.real_dice === true && this.game.mover.held === null);
  /** Dice are to be typed in now. */
  readonly typing: boolean = $derived.by(() => this.real && this.game.rolls && (this.game.snapshot?.turn?.dice === null || this.again));
  /** The dice that stayed on the table. */
  readonly stayed: readonly Slot[] = $derived.by(() => (this.again ? this.game.stage.slots.filter((slot) => slot.kept) : []));
  /** How many dice are still missing. */
  readonly missing: number = $derived.by(() => this.#count() - this.stayed.length - this.typed.length);
  /** Whether the next die has ten sides: such dice come last. */
  readonly ten: boolean = $derived.by(() => this.#sixes() - this.typed.filter((die) => !die.ten).length - this.stayed.filter((die) => !die.ten).length <= 0);
  /** The tray as it is typed in. */
  readonly shown = $derived.by(() => {
    const dice: Slot[] = [...this.stayed, ...this.typed.map((die) => ({ ...die, ...NOT_KEPT, from: 0 }))];
    return { phase: "still" as const, slots: dice.map((die, from) => ({ ...die, from })) };
  });
  /** Nothing is on the table yet: the points alone may be written. */
  readonly points: boolean = $derived.by(
    () => this.real && this.typed.length === 0 && (this.game.snapshot?.legal_actions.some((action) => action.type === "enter_points") ?? false),
  );
  /** Dice lie on the table that may have been typed in wrong. */
  readonly undoable: boolean = $derived.by(() => this.real && !this.again && typeof this.game.snapshot?.turn?.dice === "string");

  constructor(game: TableGame) {
    this.game = game;
  }

  /** The large button: with real dice it asks for those that were rolled again. False where there are none. */
  roll(): boolean {
    if (!this.real || this.game.deed !== "roll") return false;
    if (this.game.nothingToThrow) return false;
    this.typed = [];
    this.again = this.game.snapshot?.turn?.dice !== null;
    announce(t("block.type_rest", { count: this.missing }));
    return true;
  }

  /** A face was typed; false where none is asked for. The last one sends them all. */
  press(face: number): boolean {
    if (!this.typing) return false;
    const most = this.ten ? 9 : 6;
    if (face > most) {
      this.game.explain(t("block.no_face", { most }));
      return true;
    }
    if (this.missing <= 0 || this.game.waiting) return true;
    this.typed = [...this.typed, { face, ten: this.ten }];
    announce(this.typed.map((die) => die.face).join(", "));
    if (this.missing === 0) void this.#send();
    return true;
  }

  /** Takes a typed die away; the last one where no place is named. False where nothing is typed. */
  back(place: number | null = null): boolean {
    if (!this.typing) return false;
    if (this.typed.length === 0) {
      if (!this.again) return false;
      this.again = false;
      return true;
    }
    const at = place === null ? this.typed.length - 1 : place - this.stayed.length;
    this.typed = this.typed.filter((_, number) => number !== at);
    return true;
  }

  /** Takes the dice that lie on the table away again, to type them in right. */
  async undo(): Promise<void> {
    const { snapshot, mover } = this.game;
    if (snapshot === null || mover === null) return;
    await this.game.tell({ type: "correct", seat: mover.seat, round: snapshot.round });
  }

  /** Pressing an entry opens its correction, if a player at this device typed it in. */
  fixing(seat: number, cell: string): (() => void) | null {
    const { snapshot } = this.game;
    const one = snapshot?.seats.find((each) => each.seat === seat);
    if (snapshot === null || one?.mine !== true || !one.real_dice) return null;
    if (snapshot.status !== "running" && snapshot.status !== "finished") return null;
    const entry = one.typed.find((each) => each.cell === cell);
    if (entry === undefined) return null;
    return () => this.game.dialogs.open("correct", { fix: { game: snapshot.game, seat, entry } });
  }

  async #send(): Promise<void> {
    const dice = [...this.stayed, ...this.typed].sort(byFace);
    const keep = this.again ? { keep: keepText(this.stayed) } : {};
    const sent = await this.game.tell({ type: "enter_dice", dice: diceText(dice), ...keep });
    this.typed = [];
    if (sent) this.again = false;
  }

  #count(): number {
    return this.#sixes() + (this.game.snapshot?.sheet.ten_sided ?? 0);
  }

  #sixes(): number {
    return this.game.snapshot?.sheet.dice ?? 0;
  }
}

/** Dice as they travel: `13356`, a ten-sided die after a slash. */
export function diceText(dice: readonly Die[]): string {
  return keepText(dice).slice(1);
}
