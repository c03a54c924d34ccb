import { describe, expect, it } from "vitest";
import { steadyChance } from "../../testing/examples";
import { FALLEN, LONGEST } from "./rollplan";
import { flightOf, lightOn, turnOf } from "./flight";

const chance = steadyChance();
const from = { x: 100, y: 80, z: 60 };
const home = { x: 20, y: 18, z: -23 };
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
      expect(end.deep).toBeCloseTo(0.02);
    }
  });

  it("touches the felt when it hits, and bounces in between", () => {
    const { at, hits } = flight(3);
    const [first = 0, second = 0] = hits;
    expect(at(first).point.z).toBeCloseTo(fallsAt.z);
    expect(at((first + second) / 2).point.z).toBeGreaterThan(fallsAt.z + 20);
  });
});

it("lights the upper face most evenly: a die at rest looks like one in its place", () => {
  for (let face = 1; face <= 6; face += 1) {
    const lights = lightOn(turnOf(face, false));
    expect(lights[face - 1]).toBeCloseTo(1);
    expect(Math.min(...lights)).toBeGreaterThanOrEqual(0.5);
  }
});
