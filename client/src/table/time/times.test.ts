import { beforeAll, describe, expect, it } from "vitest";
import type { Seat } from "../../wire/types";
import { learn } from "../../words";
import { seat, snapshot } from "../../testing/examples";
import { aheadOf, multiDevice, clockText, leftOf, mayEnd, missing, waitedFor } from "./times";

beforeAll(() => learn("time"));

const NOW = "2026-11-21T18:00:00.000Z";
const at = (seconds: number) => Date.parse(NOW) + seconds * 1000;
const clock = {
  seat: 1,
  running: true,
  turn_ends_at: "2026-11-21T18:01:00.000Z",
  ends_at: "2026-11-21T18:03:00.000Z",
  banks: [120, 120],
};
const hurried = snapshot({ now: NOW, time: { turn: 60, bank: 120 }, clock });

describe("clock", () => {
  it("counts the turn down, then the bank", () => {
    expect(leftOf(hurried, at(0))).toEqual({ turn: 60, bank: 120, banking: false, part: 1, urgent: false, rests: null });
    expect(leftOf(hurried, at(59.2))).toMatchObject({ turn: 1, bank: 120, banking: false });
    expect(leftOf(hurried, at(90))).toMatchObject({ turn: 0, bank: 90, banking: true, part: 0.75 });
    expect(leftOf(hurried, at(159))).toMatchObject({ bank: 21, urgent: false });
    expect(leftOf(hurried, at(160))).toMatchObject({ bank: 20, urgent: true });
    expect(leftOf(hurried, at(999))).toMatchObject({ turn: 0, bank: 0, banking: false });
  });
  it("warns in a short turn when a third of it is left", () => {
    const brief = snapshot({ ...hurried, time: { turn: 30, bank: 0 }, clock: { ...clock, ends_at: clock.turn_ends_at, banks: [0, 0] } });
    expect(leftOf(brief, at(49))).toMatchObject({ turn: 11, urgent: false });
    expect(leftOf(brief, at(50))).toMatchObject({ turn: 10, urgent: true });
  });
  it("stops in a pause", () => {
    const resting = snapshot({ ...hurried, clock: { ...clock, running: false } });
    expect(leftOf(resting, at(45))).toMatchObject({ turn: 60, bank: 120 });
  });
  it("rests at weekends, if that is agreed", () => {
    const hour = 3600;
    const weekend = { begins: "2026-11-21T19:00:00.000Z", ends: "2026-11-23T19:00:00.000Z" };
    const ends = { turn_ends_at: "2026-11-24T17:00:00.000Z", ends_at: "2026-11-24T17:00:00.000Z", banks: [0, 0] };
    const slow = snapshot({ now: NOW, time: { turn: 24 * hour, bank: 0 }, clock: { ...clock, ...ends, weekends: [weekend] } });
    const seen = [0, 1, 30, 49, 50, 71].map((hours) => leftOf(slow, at(hours * hour)));
    expect(seen.map((left) => left?.turn)).toEqual([23, 22, 22, 22, 21, 0].map((hours) => hours * hour));
    expect(seen.map((left) => left?.rests)).toEqual([null, weekend.ends, weekend.ends, null, null, null]);
  });
  it("is absent without a time limit", () => {
    expect(leftOf(snapshot({ now: NOW }), at(0))).toBeNull();
  });
  it("uses the server's time", () => {
    expect(aheadOf(hurried, at(-5))).toBe(5000);
  });
  it("reads like a clock, and from a day on in days and hours", () => {
    const hour = 3600;
    const long = [24 * hour - 1, 24 * hour, 25 * hour - 5, 49 * hour, 14 * 24 * hour].map(clockText);
    expect(long).toEqual(["23:59:59", "1 day", "1 day, 1 hour", "2 days, 1 hour", "14 days"]);
    expect([0, 9, 65, 3600].map(clockText)).toEqual(["0:00", "0:09", "1:05", "1:00:00"]);
  });
});

const others = (one: Partial<Seat>) =>
  snapshot({ now: NOW, opener: 2, seats: [seat(1, { mine: true }), seat(2, { mine: false, kind: "human", ...one })] });

describe("missing players", () => {
  const away = { why: "lost" as const, until: "2026-11-21T18:02:00.000Z", absent: "entry" as const };
  it("are listed with the waiting time of the others, and with their substitutes", () => {
    const seats = [
      seat(1, { mine: true, away }),
      seat(2, { mine: false, kind: "human", present: false, away }),
      seat(3, { mine: false, kind: "human", held: "simple", away: { ...away, until: null } }),
    ];
    const found = missing(snapshot({ now: NOW, seats }), at(30));
    expect(found.map(({ seat: { seat: number }, what, left }) => [number, what, left])).toEqual([
      [2, "lost", 90],
      [3, "held", null],
    ]);
    expect(multiDevice(snapshot({ seats }))).toBe(true);
    expect(multiDevice(snapshot({}))).toBe(false);
  });
  it("leave a choice when the others have waited in vain, and no clock at 0:00", () => {
    const entry = others({ away });
    expect(missing(entry, at(119))).toMatchObject([{ what: "lost", left: 1, instead: null }]);
    expect(missing(entry, at(120))).toMatchObject([{ what: "entry", left: null, instead: "bot" }]);
    expect(missing(others({ away: { ...away, absent: "bot" } }), at(120))).toMatchObject([{ what: "lost", left: null, instead: null }]);
    expect(missing(others({ held: "simple", away: { ...away, until: null } }), at(0))).toMatchObject([{ what: "held", instead: "entry" }]);
    expect(missing(others({ held: "simple" }), at(0))).toMatchObject([{ what: "held", instead: null }]);
    expect([at(119), at(120)].map((now) => mayEnd(entry, missing(entry, now)))).toEqual([false, true]);
    expect(mayEnd({ ...entry, opener: 1 }, [])).toBe(true);
  });
  it("are no reason to ask a present player twice, even with several seats", () => {
    const seats = [
      seat(1, { mine: true }),
      seat(2, { mine: true }),
      seat(3, { mine: false, kind: "human" }),
      seat(4, { mine: false, kind: "human", present: false, away }),
      seat(5, { mine: false, kind: "bot" }),
    ];
    expect(waitedFor(snapshot({ seats, pause: { asked: 2, agreed: [] } }))).toEqual({ names: ["Chris"], mine: false });
    expect(waitedFor(snapshot({ seats, pause: { asked: 3, agreed: [] } }))).toEqual({
      names: ["Anna", "Bernd"],
      mine: true,
    });
  });
});
