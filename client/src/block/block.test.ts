import { expect, it } from "vitest";
import { announcements } from "../app/announce.svelte";
import { MemoryMap, seat, snapshot, steadyChance, StoppedClock, turn } from "../testing/examples";
import { TableGame } from "../game/game.svelte";
import { Block } from "./block.svelte";

it("explains why a face cannot be typed", () => {
  const environment = { clock: new StoppedClock(), chance: steadyChance(), memory: new MemoryMap(), motion: () => false };
  const game = new TableGame({ events: [], send: () => Promise.resolve({ seq: 1 }) }, environment);
  const dice = { type: "enter_dice", dice: "11111", keep: null } as const;
  game.arrived(snapshot({ turn: turn(1), seats: [seat(1, { real_dice: true })], legal_actions: [dice] }), []);
  const block = new Block(game);
  expect(block.press(7)).toBe(true);
  expect(block.typed).toEqual([]);
  expect(game.note).toContain("6");
  expect(announcements.sentences.at(-1)?.text).toBe(game.note);
  block.press(6);
  expect(block.typed).toEqual([{ face: 6, ten: false }]);
});
