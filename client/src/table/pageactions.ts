// Actions of the table page that move the focus: it never gets lost, and never jumps to the top.

import { tick } from "svelte";
import { announce } from "../app/announce.svelte";
import { settings } from "../app/settings.svelte";
import type { LegalAction } from "../wire/types";
import type { TableGame } from "../game/game.svelte";
import { consequences } from "../board/sheet/sheetplay";
import { entryWords } from "../game/tablewords";
import { t } from "../words";

export interface Page {
  readonly game: TableGame;
  /** The page's element, which contains the cells. */
  readonly page: () => HTMLElement | undefined;
  /** The large button, which continues a turn. */
  readonly rollButton: () => HTMLElement | undefined;
}

export interface PageActions {
  /**
   * Pencils an entry, or opens a choice if the cell has several actions. `clicks` is the number of pointer clicks.
   * Another click on a pencilled cell erases it; the keyboard enters it.
   */
  write(cell: string, clicks?: number): void;
  /** Enters the pencilled entry. */
  commit(): void;
  /** Erases the pencilled entry. */
  erase(): void;
  /** Enters the points of the roll in a cell. */
  enter(cell: string): void;
  scratch(cell: string): void;
  /** An action without an own cell leaves the focus on the large button. */
  perform(action: LegalAction): void;
  goOn(): void;
  nextGame(): Promise<void>;
  takeBack(): Promise<void>;
  resume(): Promise<void>;
}

export function pageActions({ game, page, rollButton }: Page): PageActions {
  /** Moves the focus away before the cell turns to ink, and back if the entry is refused. */
  async function act(cell: string, action: (cell: string) => Promise<boolean>): Promise<void> {
    await tick(); // a closing dialog returns the focus to the cell first
    rollButton()?.focus();
    const done = await action(cell);
    await tick();
    const back = done ? rollButton() : page()?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cell)}"]`);
    if (game.dialogs.asked === null && (!done || document.activeElement === document.body)) back?.focus();
  }
  async function thenFocus(action: () => unknown): Promise<void> {
    await action();
    await tick();
    rollButton()?.focus();
  }
  const enter = (cell: string) => void act(cell, (one) => game.write(one));
  const scratch = (cell: string) => void act(cell, (one) => game.scratch(one));
  function commit(): void {
    const { provisional, waiting } = game;
    if (provisional === null || waiting) return;
    if (provisional.points === 0) scratch(provisional.cell);
    else enter(provisional.cell);
  }
  async function erase(): Promise<void> {
    game.erase();
    await tick();
    if (document.activeElement === document.body) rollButton()?.focus();
  }
  function pencil(cell: string, clicks: number): void {
    if (game.provisional?.cell === cell) {
      if (clicks === 0) commit();
      else if (clicks === 1) void erase();
      return;
    }
    game.pencil(cell);
    const { provisional, snapshot } = game;
    if (provisional === null || snapshot === null) return;
    announce(t("table.pencil.said", { entry: entryWords(snapshot.sheet, provisional), after: consequences(provisional) }));
  }
  return {
    enter,
    commit,
    erase: () => void erase(),
    write(cell, clicks = 0) {
      const offer = game.offers.get(cell);
      if (offer?.announce) game.ask("announce", cell);
      else if (offer !== undefined && offer.claims.length > 0) game.ask("claim", cell);
      else if (offer !== undefined && offer.points.length > 0) game.ask("points", cell);
      else if (!settings.oneTap && (offer?.score || offer?.scratch)) pencil(cell, clicks);
      else if (offer?.score) enter(cell);
      else game.askScratch(cell);
    },
    scratch,
    perform: (action) => void thenFocus(() => game.perform(action)),
    goOn: () => void thenFocus(() => game.passing.done()),
    nextGame: () => thenFocus(() => game.nextGame()),
    takeBack: () => thenFocus(() => game.takeBack()),
    resume: () => thenFocus(() => game.resume()),
  };
}
