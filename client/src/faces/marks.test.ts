import { beforeEach, expect, it } from "vitest";
import { chooseMark, initials, markOf, nextMark } from "./marks";

beforeEach(() => localStorage.clear());

it("is initials until a die is chosen, separately for each name", () => {
  expect(markOf("Anna")).toBeNull();
  chooseMark("Anna", 3);
  expect([markOf("Anna"), markOf("Bernd")]).toEqual([3, null]);
  chooseMark("Anna", null);
  expect(markOf("Anna")).toBeNull();
});

it("takes the first letters of two words, whatever their script", () => {
  expect(["Anna", "  anna von Stein ", "Żaneta ö", "", "🎲 b"].map(initials)).toEqual(["A", "AV", "ŻÖ", "", "🎲B"]);
});

it("goes round all faces", () => {
  expect(nextMark(null)).toBe(1);
  expect(nextMark(5)).toBe(6);
  expect(nextMark(6)).toBeNull();
});

it("survives a damaged memory, and forgets the oldest names", () => {
  localStorage.setItem("pasch.marks", '[3, ["Anna", 9], ["Bernd", 2]]');
  expect([markOf("Anna"), markOf("Bernd")]).toEqual([null, 2]);
  for (let n = 0; n < 60; n += 1) chooseMark(`Player ${n}`, 1);
  expect([markOf("Bernd"), markOf("Player 59")]).toEqual([null, 1]);
});
