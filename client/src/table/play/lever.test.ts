import { describe, expect, it } from "vitest";
import { settings } from "../../app/settings.svelte";
import { letGo, pullOf } from "./lever";

const REST = { x: 10, y: 10 };

describe("a lever", () => {
  it("is pulled to the right or down, to its end and no further", () => {
    expect(pullOf(REST, { x: 42, y: 10 })).toBe(0.5);
    expect(pullOf(REST, { x: 10, y: 42 })).toBe(0.5);
    expect(pullOf(REST, { x: 500, y: 10 })).toBe(1);
    expect(pullOf(REST, { x: -50, y: 0 })).toBe(0);
  });

  it("rolls when it is released near its end, and springs back before", () => {
    expect(letGo(REST, { x: 11, y: 12 })).toBe("click");
    expect(letGo(REST, { x: 30, y: 10 })).toBe("back");
    expect(letGo(REST, { x: -40, y: 10 })).toBe("back");
    expect(letGo(REST, { x: 70, y: 10 })).toBe("roll");
  });

  it("appears if the game or the player says so", () => {
    expect([settings.rollsByLever(true), settings.rollsByLever(false)]).toEqual([true, false]);
    settings.lever = "never";
    expect(settings.rollsByLever(true)).toBe(false);
    settings.lever = "always";
    expect(settings.rollsByLever(false)).toBe(true);
    settings.lever = "game";
  });
});
