import { expect, it } from "vitest";
import { MemoryMap, rollEvent, scoreEvent, snapshot, steadyChance, StoppedClock } from "../testing/examples";
import { TableGame } from "../game/game.svelte";
import type { Snapshot, TableEvent } from "../wire/types";
import { Past, stopsOf, turnFrom } from "./past.svelte";

const log: TableEvent[] = [rollEvent(1, "12345"), scoreEvent(2, 1, "ones", 1), rollEvent(3, "11111"), scoreEvent(4, 2, "ones", 1), rollEvent(5, "66666")];

/** A server that answers when the test says so. */
function table(events: readonly TableEvent[] = log) {
  const line = { events, send: () => Promise.resolve({ seq: 1 }) };
  const game = new TableGame(line, { clock: new StoppedClock(), chance: steadyChance(), memory: new MemoryMap(), motion: () => false });
  const asked: number[] = [];
  const answers = new Map<number, (then: Snapshot | Error) => void>();
  let failures = 0;
  const past = new Past({
    live: line,
    game,
    at: (seq) => {
      asked.push(seq);
      return new Promise((resolve, reject) => answers.set(seq, (then) => (then instanceof Error ? reject(then) : resolve(then))));
    },
    failed: () => (failures += 1),
  });
  return { past, asked, answer: (seq: number) => answers.get(seq)?.(snapshot({ seq })), fail: (seq: number) => answers.get(seq)?.(new Error()), failures: () => failures };
}

it("goes to moments of the game, turn by turn or event by event", () => {
  const aside = { ...rollEvent(6, "11111"), type: "seat_away" } as unknown as TableEvent;
  expect(stopsOf([...log, aside]).map((event) => event.seq)).toEqual([1, 2, 3, 4, 5]);
  expect(turnFrom(log, 4, -1)).toBe(3);
  expect(turnFrom(log, 3, -1)).toBe(1);
  expect(turnFrom(log, 1, -1)).toBe(0);
  expect(turnFrom(log, 1, 1)).toBe(3);
  expect(turnFrom(log, 3, 1)).toBe(4);
});

it("shows a moment after it has loaded, and requests it once", async () => {
  const { past, asked, answer } = table();
  const going = past.step(-1);
  expect([past.place, past.game]).toEqual([3, null]);
  answer(4);
  await going;
  expect(past.game?.snapshot?.seq).toBe(4);
  expect(past.game?.mine).toBe(false);
  expect(past.game?.log.map((event) => event.seq)).toEqual([1, 2, 3, 4]);
  await past.step(1);
  expect([past.place, past.game]).toEqual([null, null]);
  await past.step(-1);
  expect(asked).toEqual([4]);
});

it("shows the moment that was requested last", async () => {
  const { past, answer } = table();
  const first = past.go(0);
  const second = past.go(2);
  answer(3);
  await second;
  answer(1);
  await first;
  expect([past.place, past.game?.snapshot?.seq]).toEqual([2, 3]);
});

it("returns to the present when a moment cannot be loaded", async () => {
  const { past, fail, failures } = table();
  const going = past.go(1);
  fail(2);
  await going;
  expect([past.place, past.game, failures()]).toEqual([null, null, 1]);
});

it("counts the turns since then", () => {
  const { past } = table();
  expect([0, 1, 2, 3].map((place) => [void past.go(place), past.behind][1])).toEqual([2, 1, 1, 0]);
  past.toLive();
  expect(past.behind).toBe(0);
});
