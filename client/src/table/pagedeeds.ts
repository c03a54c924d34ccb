// Deeds of the table page that move the focus: it never gets lost, and never jumps to the top.

import { tick } from "svelte";
import type { LegalAction } from "../wire/types";
import type { TableGame } from "./game.svelte";

export interface Page {
  readonly game: TableGame;
  /** The page's element, whose cells are reached. */
  readonly page: () => HTMLElement | undefined;
  /** The large button, where a turn goes on. */
  readonly rollButton: () => HTMLElement | undefined;
}

export interface PageDeeds {
  /** Writes in a cell, or asks what is to become of it where there is a choice. */
  write(cell: string): void;
  /** Writes what the roll brings in a cell. */
  enter(cell: string): void;
  scratch(cell: string): void;
  /** What concerns no cell of one's own leaves the focus on the large button. */
  perform(action: LegalAction): void;
  goOn(): void;
  nextGame(): Promise<void>;
  takeBack(): Promise<void>;
  resume(): Promise<void>;
}

export function pageDeeds({ game, page, rollButton }: Page): PageDeeds {
  /** The focus leaves the cell before it turns to ink, and comes back when the entry is refused. */
  async function act(cell: string, deed: (cell: string) => Promise<boolean>): Promise<void> {
    await tick(); // a dialog that closes gives the focus back to the cell first
    rollButton()?.focus();
    const done = await deed(cell);
    await tick();
    const back = done ? rollButton() : page()?.querySelector<HTMLElement>(`[data-cell="${CSS.escape(cell)}"]`);
    if (game.dialog === null && (!done || document.activeElement === document.body)) back?.focus();
  }
  async function andOn(deed: () => unknown): Promise<void> {
    await deed();
    await tick();
    rollButton()?.focus();
  }
  const enter = (cell: string) => void act(cell, (one) => game.write(one));
  return {
    enter,
    write(cell) {
      const offer = game.offers.get(cell);
      if (offer?.announce) game.askAnnounce(cell);
      else if (offer !== undefined && offer.claims.length > 0) game.askClaim(cell);
      else if (offer !== undefined && offer.points.length > 0) game.askPoints(cell);
      else if (offer?.score) enter(cell);
      else game.askScratch(cell);
    },
    scratch: (cell) => void act(cell, (one) => game.scratch(one)),
    perform: (action) => void andOn(() => game.perform(action)),
    goOn: () => void andOn(() => game.handedOver()),
    nextGame: () => andOn(() => game.nextGame()),
    takeBack: () => andOn(() => game.takeBack()),
    resume: () => andOn(() => game.resume()),
  };
}
