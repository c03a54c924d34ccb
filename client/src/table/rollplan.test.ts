import { describe, expect, it } from "vitest";
import { steadyChance, StoppedClock } from "./examples";
import { LONGEST, planRoll, play } from "./rollplan";
import { settle, toggle } from "./tray";

const chance = steadyChance();
const slots = () => settle([], { dice: "13356", kept: null, locked: "k-" }, chance);

function told(watch: (clock: StoppedClock, end: () => void) => void): string[] {
  const clock = new StoppedClock();
  const log: string[] = [];
  const end = play(planRoll(slots(), chance), clock, {
    face: (slot, face) => log.push(`${String(slot)} ${String(face)}`),
    settled: () => log.push("settled"),
    ended: () => log.push("ended"),
  });
  watch(clock, end);
  return log;
}

describe("a plan of a roll", () => {
  it("never lasts longer than 0.6 seconds", () => {
    for (let n = 0; n < 200; n += 1) expect(planRoll(slots(), chance).endsAt).toBeLessThanOrEqual(LONGEST);
  });

  it("moves the dice differently and ends them upright", () => {
    const { tumbles } = planRoll(slots(), chance);
    expect(new Set(tumbles.map((one) => one?.duration)).size).toBeGreaterThan(1);
    expect(tumbles.every((one) => one !== null && one.turn % 90 === 0)).toBe(true);
  });

  it("leaves kept dice alone", () => {
    const after = settle(toggle(slots(), 1), { dice: "12356", kept: "k3", locked: "k-" }, chance);
    expect(planRoll(after, chance).tumbles.filter((one) => one === null)).toHaveLength(1);
    expect(planRoll(after, chance).tumbles[1]).toBeNull();
  });

  it("does not show the same face twice in a row", () => {
    for (const one of planRoll(slots(), chance).tumbles) {
      const faces = one?.faces ?? [];
      expect(faces.every((face, n) => n === 0 || face !== faces[n - 1])).toBe(true);
      expect(faces.every((face) => face >= 1 && face <= 6)).toBe(true);
    }
  });
});

describe("playing a plan", () => {
  it("shows passing faces, then each die's own, then settles and ends", () => {
    const log = told((clock) => clock.pass(LONGEST));
    expect(log.at(-1)).toBe("ended");
    expect(log.at(-2)).toBe("settled");
    expect(log.filter((line) => line.endsWith("null"))).toHaveLength(5);
  });

  it("tells nothing ahead of its time", () => {
    const log = told((clock) => clock.pass(290));
    expect(log).not.toContain("settled");
  });

  it("can be ended at once, and then stays silent", () => {
    const log = told((clock, end) => {
      clock.pass(100);
      end();
      clock.pass(LONGEST);
    });
    expect(log.filter((line) => line === "ended")).toHaveLength(1);
    expect(log.at(-1)).toBe("ended");
  });
});
