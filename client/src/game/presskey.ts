// The keyboard handler of the table page: it maps keys to actions.

import type { TableGame } from "./game.svelte";
import { keyCommandOf, type Movement } from "./keys";

export interface KeyField {
  readonly game: TableGame;
  /** The page's element, which contains the cells and dice. */
  readonly page: HTMLElement;
  /** Whether shortcuts of one plain character are on. */
  readonly single: boolean;
  readonly takeBack: () => Promise<void>;
  /** Erases the pencilled entry. */
  readonly erase: () => void;
  readonly log: () => void;
  readonly chat: () => void;
  readonly hint: () => void;
}

export function pressKey(event: KeyboardEvent, field: KeyField): void {
  const { game, page } = field;
  const target = event.target instanceof HTMLElement ? event.target : null;
  // The focus moves on after an entry: a held key must not press the next control.
  if (event.repeat && event.key === "Enter") event.preventDefault();
  if (event.defaultPrevented || target === null || target.closest("dialog, input, select, textarea") !== null) return;
  const onButton = target.closest("button, a") !== null;
  const command = keyCommandOf(event, field.single, onButton);
  if (command === null || (event.repeat && command.kind !== "move")) return;
  switch (command.kind) {
    case "move":
      if (!moveFocus(page, game.cursor, target, command.by)) return;
      break;
    case "roll":
      game.roll();
      break;
    case "keep":
      game.keep(command.place, command.face, true);
      break;
    case "erase":
      if (game.provisional === null) return;
      field.erase();
      break;
    case "scratch":
      game.askScratch(game.focused ?? game.pointed);
      break;
    case "back":
      if (game.block?.back() !== true) void field.takeBack();
      break;
    case "end":
      game.endTurn();
      break;
    case "more":
      if (game.sideActions[0] !== undefined) game.performSideAction(game.sideActions[0]);
      break;
    case "hint":
      field.hint();
      break;
    case "log":
      field.log();
      break;
    case "chat":
      field.chat();
      break;
    case "keys":
      game.dialogs.open("keys");
      break;
  }
  event.preventDefault();
}

/**
 * Moves the focus among the dice and the open cells of `page`; returns false if the browser handles the key. `cursor`
 * is the last cell that the arrows reached.
 */
export function moveFocus(page: HTMLElement, cursor: string | null, target: HTMLElement, by: Movement): boolean {
  if (target.closest(".log, .menu, .chat") !== null) return false;
  const die = target.closest<HTMLElement>("[data-place]");
  if (die !== null && (by === "left" || by === "right")) {
    const step = by === "left" ? -1 : 1;
    page.querySelector<HTMLElement>(`[data-place="${Number(die.dataset["place"]) + step}"]`)?.focus();
    return true;
  }
  const onCell = target.closest("[data-cell]") !== null;
  if (!onCell && (by === "left" || by === "right")) return false;
  const spots = spotsOf(page);
  // From outside, the arrows return to their last cell.
  const known = spots.some((spot) => spot.cell === cursor) ? cursor : null;
  const wanted = !onCell && known !== null && (by === "up" || by === "down") ? known : moveTo(spots, onCell ? known : null, by);
  if (wanted === null) return false;
  const cell = page.querySelector<HTMLElement>(`[data-cell="${CSS.escape(wanted)}"]`);
  cell?.focus();
  cell?.scrollIntoView({ block: "nearest" });
  return true;
}

/** The open cells with their rows and columns, derived from their edges on the screen. */
function spotsOf(page: HTMLElement): Spot[] {
  return Array.from(page.querySelectorAll<HTMLElement>("[data-cell]"), (element) => {
    const { top, left } = element.getBoundingClientRect();
    return { cell: element.dataset["cell"] ?? "", row: Math.round(top), column: Math.round(left) };
  });
}

/** The position of an open cell: rows count downwards, columns to the right. */
export interface Spot {
  readonly cell: string;
  readonly row: number;
  readonly column: number;
}

/** The target cell, or null. `from` is the cell that last had the focus, null at first. */
export function moveTo(spots: readonly Spot[], from: string | null, by: Movement): string | null {
  const here = spots.find((spot) => spot.cell === from);
  if (here === undefined) return end(spots, by === "up" || by === "last" ? "last" : "first");
  switch (by) {
    case "first":
    case "last":
      return end(spots, by);
    case "up":
    case "down":
      return along(spots, here, by === "up" ? -1 : 1);
    case "left":
    case "right":
      return across(spots, here, by === "left" ? -1 : 1);
  }
}

function reading(a: Spot, b: Spot): number {
  return a.column - b.column || a.row - b.row;
}

function end(spots: readonly Spot[], which: "first" | "last"): string | null {
  return [...spots].sort(reading).at(which === "first" ? 0 : -1)?.cell ?? null;
}

/** The next open cell of the column; after its end, the first of the next column. */
function along(spots: readonly Spot[], here: Spot, step: 1 | -1): string {
  const sorted = [...spots].sort(reading);
  const at = sorted.indexOf(here);
  return (sorted[at + step] ?? here).cell;
}

/** The open cell of the next column that has one, as near as possible to this row. */
function across(spots: readonly Spot[], here: Spot, step: 1 | -1): string {
  const beyond = spots.filter((spot) => (spot.column - here.column) * step > 0);
  if (beyond.length === 0) return here.cell;
  const nearest = Math.min(...beyond.map((spot) => Math.abs(spot.column - here.column)));
  const column = beyond.filter((spot) => Math.abs(spot.column - here.column) === nearest);
  column.sort((a, b) => Math.abs(a.row - here.row) - Math.abs(b.row - here.row) || a.row - b.row);
  return (column[0] ?? here).cell;
}
