import { beforeEach, describe, expect, test, vi } from "vitest";
import { announcements } from "../app/announce.svelte";
import { ApiError } from "../wire/problem";
import type { Advice, AdvisedAction, VariantDetail } from "../wire/types";
import { PositionQuery } from "./query.svelte";

const CATEGORIES = ["ones", "twos", "chance"].map((key) => ({ key, name: key }));
const DETAIL = { key: "tiny", name: "Tiny", switches: {}, differences: [], sheet: { dice: 3, rolls: 3, categories: CATEGORIES } } as unknown as VariantDetail;

function action(text: string, points: number | null = null, extra = 0): AdvisedAction {
  return { action: text, words: text, value: 20, regret: 0, chances: {}, points, extra };
}

/** A server with three dice and three cells that records the questions it receives. */
class Oracle {
  asked: string[] = [];
  actions: AdvisedAction[] = [action("k11"), action("ones", 2)];
  /** Refusals that replace the next answers, once each. */
  refusals: ApiError[] = [];
  detail = DETAIL;

  variant = (): Promise<VariantDetail> => Promise.resolve(this.detail);
  houseRules = (): Promise<VariantDetail> => Promise.resolve(this.detail);
  advice = (position: string): Promise<Advice> => {
    this.asked.push(position);
    const refusal = this.refusals.shift();
    if (refusal !== undefined) return Promise.reject(refusal);
    return Promise.resolve({ value: 20, text: `Best in ${position}`, actions: this.actions } as unknown as Advice);
  };
}

const impossible = () => new ApiError({ status: 422, code: "invalid_input", detail: "Das geht nicht." });

const later = (progress: number) => new ApiError({ status: 503, code: "not_ready", detail: "Moment.", progress });

let oracle: Oracle;
let history: string[];
let query: PositionQuery;

beforeEach(async () => {
  oracle = new Oracle();
  history = [];
  const keep = (text: string, fresh: boolean): void => {
    if (!fresh) history.pop();
    history.push(text);
  };
  query = new PositionQuery({ api: oracle, keep, chance: () => 0.99 });
  await query.load("tiny");
});

/** Resolves when every question was answered. */
const settled = (): Promise<unknown> => vi.waitFor(async () => query.edit("all", (position) => position));

describe("dice", () => {
  test("are asked about when all of them are set, sorted, as the first roll", async () => {
    for (const face of [4, 1]) query.addDie(face);
    expect(query.missing).toBe(1);
    expect(oracle.asked).toEqual(["tiny"]);
    query.addDie(1);
    await settled();
    expect(history.at(-1)).toBe("tiny; ; 114 2");
    expect(query.dice).toEqual([4, 1, 1]);
    expect(query.advice?.text).toBe("Best in tiny; ; 114 2");
    expect(announcements.sentences.at(-1)?.text).toBe("Best in tiny; ; 114 2");
  });

  test("turn one at a time, and each turn is one entry of the history", async () => {
    for (const face of [4, 1, 1]) query.addDie(face);
    query.setDie(0, 5);
    query.setDie(0, 6);
    await settled();
    expect(history.slice(0, 1)).toEqual(["tiny; ; 116 2"]);
  });

  test("start a new roll of the same number when a digit follows the last one", async () => {
    await query.load("tiny; ; 114 1");
    for (const face of [2, 2]) query.addDie(face);
    expect(query.dice).toEqual([2, 2, null]);
    query.dropDie();
    expect(query.dice).toEqual([2, null, null]);
    query.addDie(3);
    query.addDie(6);
    await settled();
    expect(history.at(-1)).toBe("tiny; ; 236 1");
  });

  test("accept any simulated roll, and clearing leads back to before the first roll", async () => {
    query.shake();
    await settled();
    expect(history.at(-1)).toBe("tiny; ; 666 2");
    query.clearDice();
    await settled();
    expect(history.at(-1)).toBe("tiny");
    expect(query.dice).toEqual([null, null, null]);
  });
});

describe("applying an action", () => {
  test("lets kept dice wait for the others, with one roll less", async () => {
    await query.load("tiny; ; 114 2");
    query.goOn(action("k11"));
    expect(query.dice).toEqual([1, 1, null]);
    expect(query.missing).toBe(1);
    query.addDie(1);
    await settled();
    expect(history.at(-1)).toBe("tiny; ; 111 1");
  });

  test("sets all dice again without a keep", async () => {
    await query.load("tiny; ; 114 2");
    query.goOn(action("k-"));
    expect(query.missing).toBe(3);
    for (const face of [5, 5, 5]) query.addDie(face);
    await settled();
    expect(history.at(-1)).toBe("tiny; ; 555 1");
  });

  test("writes an entry with all that it scores, and starts the next turn", async () => {
    await query.load("tiny; +50; 222 0");
    query.goOn(action("twos", 6, 100));
    await settled();
    expect(history.at(-1)).toBe("tiny; twos=6 +150");
    expect(query.dice).toEqual([null, null, null]);
    expect(query.missing).toBe(0);
  });

  test("ends the game after the last entry", async () => {
    await query.load("tiny; ones=1 twos=2; 222 0");
    const before = oracle.asked.length;
    query.goOn(action("chance", 6));
    await vi.waitFor(() => expect(query.over).toBe(20));
    expect(history.at(-1)).toBe("tiny; ones=1 twos=2 chance=6");
    expect(oracle.asked.length).toBe(before);
  });
});

describe("an impossible change", () => {
  test("changes nothing and is reported next to its input", async () => {
    const before = query.position;
    oracle.refusals = [impossible()];
    expect(await query.edit("cell ones", (position) => ({ ...position, cells: { ones: 7 } }))).toBe(false);
    expect(query.refusal).toEqual({ place: "cell ones", text: "Das geht nicht." });
    expect(query.position).toBe(before);
    expect(query.advice).not.toBeNull();
    expect(history).toEqual([]);
    expect(await query.edit("cell ones", (position) => ({ ...position, cells: { ones: 3 } }))).toBe(true);
    expect(query.refusal).toBeNull();
  });

  test("is not blamed on another edit made in a hurry", async () => {
    oracle.refusals = [impossible()];
    const [first, second] = await Promise.all([
      query.edit("cell ones", (position) => ({ ...position, cells: { ...position.cells, ones: 7 } })),
      query.edit("cell twos", (position) => ({ ...position, cells: { ...position.cells, twos: 6 } })),
    ]);
    expect([first, second]).toEqual([false, true]);
    expect(history.at(-1)).toBe("tiny; twos=6");
  });

  test("in an address is reported and stays for correction", async () => {
    oracle.refusals = [impossible()];
    await query.load("tiny; ones=7");
    expect(query.refusal?.place).toBe("all");
    expect(query.advice).toBeNull();
    expect(query.position.cells).toEqual({ ones: 7 });
  });
});

describe("locked dice", () => {
  beforeEach(() => {
    oracle.detail = { ...DETAIL, key: "locked", sheet: { ...DETAIL.sheet, locks_dice: true } };
  });

  test("are at the places that the position names", async () => {
    await query.load("locked; ; 144 1 lock k4");
    expect(query.dice).toEqual([1, 4, 4]);
    expect(query.pins).toEqual([false, true, false]);
  });

  test("are locked and unlocked by the user", async () => {
    await query.load("locked; ; 144 1");
    await query.pin(2);
    expect(history.at(-1)).toBe("locked; ; 144 1 lock k4");
    expect(query.pins).toEqual([false, false, true]);
    await query.pin(0);
    expect(history.at(-1)).toBe("locked; ; 144 1 lock k14");
    await query.pin(2);
    expect(history.at(-1)).toBe("locked; ; 144 1 lock k1");
  });

  test("stay as they were after a refusal", async () => {
    await query.load("locked; ; 144 1 lock k44");
    oracle.refusals = [impossible()];
    await query.pin(0);
    expect(query.pins).toEqual([false, true, true]);
    expect(query.refusal?.place).toBe("dice");
    expect(query.position.roll?.locked).toBe("44");
  });

  test("are the kept ones after the next roll", async () => {
    await query.load("locked; ; 144 2");
    query.goOn(action("k44"));
    query.addDie(6);
    await settled();
    expect(history.at(-1)).toBe("locked; ; 446 1 lock k44");
    expect(query.pins).toEqual([true, true, false]);
    query.shake();
    await settled();
    expect(query.dice.slice(0, 2)).toEqual([4, 4]);
    query.clearDice();
    await settled();
    expect(history.at(-1)).toBe("locked");
    expect(query.pins).not.toContain(true);
  });

  test("are the kept ones only if the rules lock dice", async () => {
    oracle.detail = DETAIL;
    await query.load("tiny; ; 144 2");
    query.goOn(action("k44"));
    query.addDie(6);
    await settled();
    expect(history.at(-1)).toBe("tiny; ; 446 1");
  });

  test("a frozen cell of this turn is free after an entry", async () => {
    await query.load("locked; frozen=twos dice=steal; 144 0 lock k44");
    query.goOn(action("ones", 1));
    await settled();
    expect(history.at(-1)).toBe("locked; ones=1 dice=steal");
  });
});

describe("waiting for the solver", () => {
  test("keeps the position, and the answer arrives without another request", async () => {
    vi.useFakeTimers();
    try {
      oracle.refusals = [later(0.1), later(0.5)];
      expect(await query.edit("cell ones", (position) => ({ ...position, cells: { ones: 3 } }))).toBe(true);
      expect(history.at(-1)).toBe("tiny; ones=3");
      await vi.advanceTimersByTimeAsync(10);
      expect(query.progress).toBe(0.5);
      await vi.advanceTimersByTimeAsync(1000);
      expect(query.progress).toBeNull();
      expect(query.advice?.text).toBe("Best in tiny; ones=3");
    } finally {
      vi.useRealTimers();
    }
  });

  test("ends with another question", async () => {
    vi.useFakeTimers();
    try {
      oracle.refusals = [later(0.1), later(0.2)];
      await query.edit("cell ones", (position) => ({ ...position, cells: { ones: 3 } }));
      await query.edit("cell ones", (position) => ({ ...position, cells: { ones: 4 } }));
      const asked = oracle.asked.length;
      await vi.advanceTimersByTimeAsync(5000);
      expect(oracle.asked.length).toBe(asked);
      expect(query.advice?.text).toBe("Best in tiny; ones=4");
    } finally {
      vi.useRealTimers();
    }
  });

  test("reports an unreachable server, and keeps the position", async () => {
    oracle.refusals = [new ApiError({ status: 0, code: "offline", detail: "" })];
    expect(await query.edit("cell ones", (position) => ({ ...position, cells: { ones: 3 } }))).toBe(true);
    expect(query.error).toBeInstanceOf(ApiError);
    await query.retry();
    expect(query.error).toBeNull();
    expect(query.advice).not.toBeNull();
  });
});
