import { expect, it } from "vitest";
import { faceOf, initials, nextMark } from "./marks";

it("reads only faces", () => {
  expect([3, 0, 7, 2.5, "3", null, undefined].map(faceOf)).toEqual([3, null, null, null, null, null, null]);
});

it("takes the first letters of two words, whatever their script", () => {
  expect(["Anna", "  anna von Stein ", "Żaneta ö", "", "🎲 b"].map(initials)).toEqual(["A", "AV", "ŻÖ", "", "🎲B"]);
});

it("cycles through all faces", () => {
  expect(nextMark(null)).toBe(1);
  expect(nextMark(5)).toBe(6);
  expect(nextMark(6)).toBeNull();
});
