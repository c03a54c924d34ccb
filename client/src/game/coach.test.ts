import { beforeEach, describe, expect, test, vi } from "vitest";
import { announcements } from "../app/announce.svelte";
import { ApiError } from "../wire/problem";
import type { Advice, AdvisedAction, Snapshot, VariantDetail } from "../wire/types";
import { Coach, keptPlaces, nextBest } from "./coach.svelte";
import { MemoryMap, rolled, steadyChance, StoppedClock } from "../testing/examples";
import { TableGame } from "./game.svelte";
import { settle } from "../board/dice/tray";

function action(text: string, regret = 0, points: number | null = null): AdvisedAction {
  return { action: text, words: `do ${text}`, value: 200 - regret, regret, chances: {}, points, extra: 0 };
}
function advice(...actions: AdvisedAction[]): Advice {
  return { value: 200, text: `Why ${actions[0]?.action}`, actions, situation: { position: "kniffel; ; 13356 2" } } as unknown as Advice;
}

let game: TableGame;
let answers: (Advice | ApiError)[];
let asked: number;
let exact: boolean;
let alone: boolean;

beforeEach(() => {
  game = new TableGame({ events: [], send: () => Promise.resolve({ seq: 1 }) }, {
    clock: new StoppedClock(),
    chance: steadyChance(),
    memory: new MemoryMap(),
    motion: () => false,
  });
  answers = [advice(action("k33"), action("chance", 3, 18), action("chance 0", 21, 0), action("k3", 4))];
  asked = 0;
  exact = true;
  alone = false;
});

async function coached(part: Partial<Snapshot> = {}): Promise<Coach> {
  const shown = { ...rolled(4), ...part };
  game.arrived(shown, []);
  const api = {
    adviceAt: (): Promise<Advice> => {
      asked += 1;
      const answer = answers.shift();
      return answer instanceof Error || answer === undefined ? Promise.reject(answer ?? new Error("asked too often")) : Promise.resolve(answer);
    },
    variant: () => Promise.resolve({ exact, alone } as VariantDetail),
    houseRules: () => Promise.resolve({ exact, alone } as VariantDetail),
  };
  const coach = new Coach(game, api);
  await coach.look(shown);
  return coach;
}

const lastAnnouncement = (): string => announcements.sentences.at(-1)?.text ?? "";

describe("a hint", () => {
  test("is shown and announced, and marks the dice to keep", async () => {
    const coach = await coached();
    expect(coach.usable).toBe(true);
    await coach.ask();
    expect(coach.line).toContain("do k33");
    expect(lastAnnouncement()).toBe("Why k33");
    expect(coach.places).toEqual([1, 2]);
    expect(coach.cell).toBeNull();
    expect(coach.open).toBe(true);
    await coach.ask();
    expect(coach.open).toBe(false);
    expect(asked).toBe(1);
  });

  test("marks the cell of an entry", async () => {
    answers = [advice(action("full_house 0", 0, 0))];
    const coach = await coached();
    await coach.ask();
    expect(coach.cell).toBe("full_house");
    expect(coach.places).toEqual([]);
  });

  test("disappears with the next event", async () => {
    const coach = await coached();
    await coach.ask();
    game.arrived(rolled(5, "33566"), []);
    expect(coach.advice).toBeNull();
    expect(coach.line).toBe("");
    expect(coach.places).toEqual([]);
  });

  test("stays while dice are kept", async () => {
    const coach = await coached();
    await coach.ask();
    game.keep(4, false, false);
    expect(coach.places).toEqual([1, 2]);
  });

  test("waits while the game is being solved", async () => {
    vi.useFakeTimers();
    try {
      answers.unshift(new ApiError({ status: 503, code: "not_ready", detail: "Moment.", progress: 0.4 }));
      const coach = await coached();
      const done = coach.ask();
      await vi.advanceTimersByTimeAsync(10);
      expect(coach.line).toContain("40");
      await vi.advanceTimersByTimeAsync(1000);
      await done;
      expect(coach.line).toContain("do k33");
      expect(coach.progress).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  test("is not shown after the table has changed", async () => {
    vi.useFakeTimers();
    try {
      answers.unshift(new ApiError({ status: 503, code: "not_ready", detail: "Moment.", progress: 0.4 }));
      const coach = await coached();
      const done = coach.ask();
      await vi.advanceTimersByTimeAsync(10);
      coach.rest();
      await vi.advanceTimersByTimeAsync(5000);
      await done;
      expect(coach.advice).toBeNull();
      expect(asked).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("no hint", () => {
  test("is given where hints are forbidden, and the refusal is shown", async () => {
    const coach = await coached({ hints: false });
    expect(coach.usable).toBe(false);
    await coach.ask();
    expect(game.note).not.toBe("");
    expect(lastAnnouncement()).toBe(game.note);
    expect(asked).toBe(0);
  });

  test.each([
    ["where the game is not worked out", () => (exact = false)],
    ["where a sheet by itself says too little", () => (alone = true)],
  ])("%s", async (_where, arranged) => {
    arranged();
    const coach = await coached();
    expect(coach.usable).toBe(false);
    await coach.ask();
    expect(game.note).toContain("Kniffel");
    expect(asked).toBe(0);
  });

  test("is given when the server refuses, and its sentence is shown", async () => {
    answers = [new ApiError({ status: 403, code: "hints_forbidden", detail: "Ohne Tipps." })];
    const coach = await coached();
    await coach.ask();
    expect(game.note).toBe("Ohne Tipps.");
    expect(coach.line).toBe("");
  });
});

test("the next best actions omit a scratch of a cell that scores", () => {
  const all = advice(action("ones", 0, 2), action("ones 0", 1, 0), action("kniffel 0", 2, 0), action("k11", 3));
  expect(nextBest(all).map((one) => one.action)).toEqual(["kniffel 0", "k11"]);
});

test("of equal dice, those already kept stay", () => {
  const slots = settle([], { dice: "33356", kept: null, locked: null }, steadyChance());
  const kept = slots.map((slot, n) => ({ ...slot, kept: n === 2 }));
  expect(keptPlaces(kept, "k33")).toEqual([2, 0]);
  expect(keptPlaces(kept, "k-")).toEqual([]);
});
