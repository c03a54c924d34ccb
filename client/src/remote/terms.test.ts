import { beforeAll, describe, expect, it } from "vitest";
import { learn } from "../words";
import { agreed, mayRest, resting, timeWords } from "./terms";

beforeAll(() => learn("afar"));

describe("an agreed time limit", () => {
  it("is given in the largest unit that fits, and without a bank if there is none", () => {
    expect(timeWords({ turn: 90, bank: 120 })).toBe("90 seconds per turn, plus 2 minutes in reserve for the match");
    expect(timeWords({ turn: 86_400, bank: 7200 })).toBe("1 day per turn, plus 2 hours in reserve for the match");
    expect(timeWords({ turn: 14 * 86_400, bank: 0 })).toBe("14 days per turn");
  });
  it("may exclude weekends, if turns have days", () => {
    const [short, long] = [resting({ turn: 86_399, bank: 0 }, null), resting({ turn: 86_400, bank: 0 }, "Europe/Berlin")];
    expect([null, short, long].map(mayRest)).toEqual([false, false, true]);
    const sentence = "The clock stops at weekends (Saturday and Sunday, Europe/Berlin).";
    expect([short, long, resting(long, null)].map((time) => agreed({ time, bots: true }).includes(sentence))).toEqual([false, true, false]);
  });
});
