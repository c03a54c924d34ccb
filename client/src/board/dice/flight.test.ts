import { describe, expect, it } from "vitest";
import { steadyChance } from "../../testing/examples";
import { FALLEN, LONGEST } from "./rollplan";
import { flightOf, sidesOf, turnOf } from "./flight";

const chance = steadyChance();
const from = { x: 100, y: 80, z: 60 };
const home = { x: 20, y: 18, z: 0 };
const fallsAt = { x: 180, y: 22, z: -63 };
const flight = (face: number) => flightOf({ from, home, fallsAt, face, ten: false, size: 50 }, chance);

describe("a flight", () => {
  it("leaves the hand, rests before the dice line up, and ends in its place with its face up", () => {
    for (let face = 1; face <= 6; face += 1) {
      const { at, hits } = flight(face);
      expect(at(0).point).toEqual(from);
      expect(Math.max(...hits)).toBeLessThan(FALLEN);
      expect(at(FALLEN - 40)).toEqual(at(FALLEN));
      expect(at(FALLEN).point).toEqual(fallsAt);
      const end = at(LONGEST);
      expect(end.point.x).toBeCloseTo(home.x);
      expect(end.point.z).toBeCloseTo(home.z);
      expect(end.turn).toEqual(turnOf(face, false));
    }
  });

  it("touches the felt when it hits, and bounces in between", () => {
    const { at, hits } = flight(3);
    const [first = 0, second = 0] = hits;
    expect(at(first).point.z).toBeCloseTo(fallsAt.z);
    expect(at((first + second) / 2).point.z).toBeGreaterThan(fallsAt.z + 20);
  });
});

describe("the visible faces", () => {
  it("of a die at rest are the upper one alone, upright and in full light", () => {
    for (let face = 1; face <= 6; face += 1) {
      const [side, ...others] = sidesOf(turnOf(face, false));
      expect(others).toEqual([]);
      expect(side?.face).toBe(face);
      expect(side?.light).toBeCloseTo(1);
      expect([...(side?.right ?? []), ...(side?.down ?? [])].map((part) => Math.round(part) + 0)).toEqual([1, 0, 0, 1]);
    }
  });

  it("are at most three, and never opposite ones", () => {
    for (let n = 0; n < 200; n += 1) {
      const faces = sidesOf({ z: chance() * 360, x: chance() * 360, y: chance() * 360 }).map(({ face }) => face);
      expect(faces.length).toBeGreaterThan(0);
      expect(faces.length).toBeLessThanOrEqual(3);
      expect(faces.filter((face) => faces.includes(7 - face))).toEqual([]);
    }
  });
});
