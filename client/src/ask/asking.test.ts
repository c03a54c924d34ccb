import { beforeEach, describe, expect, test, vi } from "vitest";
import { announcements } from "../app/announce.svelte";
import { ApiError } from "../wire/problem";
import type { Advice, AdvisedAction, VariantDetail } from "../wire/types";
import { Asking } from "./asking.svelte";

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
let asking: Asking;

beforeEach(async () => {
  oracle = new Oracle();
  history = [];
  const keep = (text: string, fresh: boolean): void => {
    if (!fresh) history.pop();
    history.push(text);
  };
  asking = new Asking({ api: oracle, keep, chance: () => 0.99 });
  await asking.load("tiny");
});

/** Resolves when every question was answered. */
const settled = (): Promise<unknown> => vi.waitFor(async () => asking.edit("all", (position) => position));

describe("dice", () => {
  test("are asked about when all of them are set, sorted, as the first roll", async () => {
    for (const face of [4, 1]) asking.addDie(face);
    expect(asking.missing).toBe(1);
    expect(oracle.asked).toEqual(["tiny"]);
    asking.addDie(1);
    await settled();
    expect(history.at(-1)).toBe("tiny; ; 114 2");
    expect(asking.dice).toEqual([4, 1, 1]);
    expect(asking.advice?.text).toBe("Best in tiny; ; 114 2");
    expect(announcements.sentences.at(-1)?.text).toBe("Best in tiny; ; 114 2");
  });

  test("turn one at a time, and each turn is one entry of the history", async () => {
    for (const face of [4, 1, 1]) asking.addDie(face);
    asking.setDie(0, 5);
    asking.setDie(0, 6);
    await settled();
    expect(history.slice(0, 1)).toEqual(["tiny; ; 116 2"]);
  });

  test("start a new roll of the same number when a digit follows the last one", async () => {
    await asking.load("tiny; ; 114 1");
    for (const face of [2, 2]) asking.addDie(face);
    expect(asking.dice).toEqual([2, 2, null]);
    asking.dropDie();
    expect(asking.dice).toEqual([2, null, null]);
    asking.addDie(3);
    asking.addDie(6);
    await settled();
    expect(history.at(-1)).toBe("tiny; ; 236 1");
  });

  test("accept any simulated roll, and clearing leads back to before the first roll", async () => {
    asking.shake();
    await settled();
    expect(history.at(-1)).toBe("tiny; ; 666 2");
    asking.clearDice();
    await settled();
    expect(history.at(-1)).toBe("tiny");
    expect(asking.dice).toEqual([null, null, null]);
  });
});

describe("applying an action", () => {
  test("lets kept dice wait for the others, with one roll less", async () => {
    await asking.load("tiny; ; 114 2");
    asking.goOn(action("k11"));
    expect(asking.dice).toEqual([1, 1, null]);
    expect(asking.missing).toBe(1);
    asking.addDie(1);
    await settled();
    expect(history.at(-1)).toBe("tiny; ; 111 1");
  });

  test("sets all dice again without a keep", async () => {
    await asking.load("tiny; ; 114 2");
    asking.goOn(action("k-"));
    expect(asking.missing).toBe(3);
    for (const face of [5, 5, 5]) asking.addDie(face);
    await settled();
    expect(history.at(-1)).toBe("tiny; ; 555 1");
  });

  test("writes an entry with all that it scores, and starts the next turn", async () => {
    await asking.load("tiny; +50; 222 0");
    asking.goOn(action("twos", 6, 100));
    await settled();
    expect(history.at(-1)).toBe("tiny; twos=6 +150");
    expect(asking.dice).toEqual([null, null, null]);
    expect(asking.missing).toBe(0);
  });

  test("ends the game after the last entry", async () => {
    await asking.load("tiny; ones=1 twos=2; 222 0");
    const before = oracle.asked.length;
    asking.goOn(action("chance", 6));
    await vi.waitFor(() => expect(asking.over).toBe(20));
    expect(history.at(-1)).toBe("tiny; ones=1 twos=2 chance=6");
    expect(oracle.asked.length).toBe(before);
  });
});

describe("an impossible change", () => {
  test("changes nothing and is reported next to its input", async () => {
    const before = asking.position;
    oracle.refusals = [impossible()];
    expect(await asking.edit("cell ones", (position) => ({ ...position, cells: { ones: 7 } }))).toBe(false);
    expect(asking.refusal).toEqual({ place: "cell ones", text: "Das geht nicht." });
    expect(asking.position).toBe(before);
    expect(asking.advice).not.toBeNull();
    expect(history).toEqual([]);
    expect(await asking.edit("cell ones", (position) => ({ ...position, cells: { ones: 3 } }))).toBe(true);
    expect(asking.refusal).toBeNull();
  });

  test("is not blamed on another edit made in a hurry", async () => {
    oracle.refusals = [impossible()];
    const [first, second] = await Promise.all([
      asking.edit("cell ones", (position) => ({ ...position, cells: { ...position.cells, ones: 7 } })),
      asking.edit("cell twos", (position) => ({ ...position, cells: { ...position.cells, twos: 6 } })),
    ]);
    expect([first, second]).toEqual([false, true]);
    expect(history.at(-1)).toBe("tiny; twos=6");
  });

  test("in an address is reported and stays for correction", async () => {
    oracle.refusals = [impossible()];
    await asking.load("tiny; ones=7");
    expect(asking.refusal?.place).toBe("all");
    expect(asking.advice).toBeNull();
    expect(asking.position.cells).toEqual({ ones: 7 });
  });
});

describe("locked dice", () => {
  beforeEach(() => {
    oracle.detail = { ...DETAIL, key: "locked", sheet: { ...DETAIL.sheet, locks_dice: true } };
  });

  test("are at the places that the position names", async () => {
    await asking.load("locked; ; 144 1 lock k4");
    expect(asking.dice).toEqual([1, 4, 4]);
    expect(asking.pins).toEqual([false, true, false]);
  });

  test("are locked and unlocked by the user", async () => {
    await asking.load("locked; ; 144 1");
    await asking.pin(2);
    expect(history.at(-1)).toBe("locked; ; 144 1 lock k4");
    expect(asking.pins).toEqual([false, false, true]);
    await asking.pin(0);
    expect(history.at(-1)).toBe("locked; ; 144 1 lock k14");
    await asking.pin(2);
    expect(history.at(-1)).toBe("locked; ; 144 1 lock k1");
  });

  test("stay as they were after a refusal", async () => {
    await asking.load("locked; ; 144 1 lock k44");
    oracle.refusals = [impossible()];
    await asking.pin(0);
    expect(asking.pins).toEqual([false, true, true]);
    expect(asking.refusal?.place).toBe("dice");
    expect(asking.position.roll?.locked).toBe("44");
  });

  test("are the kept ones after the next roll", async () => {
    await asking.load("locked; ; 144 2");
    asking.goOn(action("k44"));
    asking.addDie(6);
    await settled();
    expect(history.at(-1)).toBe("locked; ; 446 1 lock k44");
    expect(asking.pins).toEqual([true, true, false]);
    asking.shake();
    await settled();
    expect(asking.dice.slice(0, 2)).toEqual([4, 4]);
    asking.clearDice();
    await settled();
    expect(history.at(-1)).toBe("locked");
    expect(asking.pins).not.toContain(true);
  });

  test("are the kept ones only if the rules lock dice", async () => {
    oracle.detail = DETAIL;
    await asking.load("tiny; ; 144 2");
    asking.goOn(action("k44"));
    asking.addDie(6);
    await settled();
    expect(history.at(-1)).toBe("tiny; ; 446 1");
  });

  test("a frozen cell of this turn is free after an entry", async () => {
    await asking.load("locked; frozen=twos dice=steal; 144 0 lock k44");
    asking.goOn(action("ones", 1));
    await settled();
    expect(history.at(-1)).toBe("locked; ones=1 dice=steal");
  });
});

describe("waiting for the solver", () => {
  test("keeps the position, and the answer arrives without another request", async () => {
    vi.useFakeTimers();
    try {
      oracle.refusals = [later(0.1), later(0.5)];
      expect(await asking.edit("cell ones", (position) => ({ ...position, cells: { ones: 3 } }))).toBe(true);
      expect(history.at(-1)).toBe("tiny; ones=3");
      await vi.advanceTimersByTimeAsync(10);
      expect(asking.progress).toBe(0.5);
      await vi.advanceTimersByTimeAsync(1000);
      expect(asking.progress).toBeNull();
      expect(asking.advice?.text).toBe("Best in tiny; ones=3");
    } finally {
      vi.useRealTimers();
    }
  });

  test("ends with another question", async () => {
    vi.useFakeTimers();
    try {
      oracle.refusals = [later(0.1), later(0.2)];
      await asking.edit("cell ones", (position) => ({ ...position, cells: { ones: 3 } }));
      await asking.edit("cell ones", (position) => ({ ...position, cells: { ones: 4 } }));
      const asked = oracle.asked.length;
      await vi.advanceTimersByTimeAsync(5000);
      expect(oracle.asked.length).toBe(asked);
      expect(asking.advice?.text).toBe("Best in tiny; ones=4");
    } finally {
      vi.useRealTimers();
    }
  });

  test("reports an unreachable server, and keeps the position", async () => {
    oracle.refusals = [new ApiError({ status: 0, code: "offline", detail: "" })];
    expect(await asking.edit("cell ones", (position) => ({ ...position, cells: { ones: 3 } }))).toBe(true);
    expect(asking.error).toBeInstanceOf(ApiError);
    await asking.again();
    expect(asking.error).toBeNull();
    expect(asking.advice).not.toBeNull();
  });
});
