import { afterEach, beforeEach, expect, test } from "vitest";
import { settings } from "../app/settings.svelte";
import { change, decimal, percent, whole } from "./numbers";

let before: typeof settings.language;
beforeEach(() => (before = settings.language));
afterEach(() => (settings.language = before));

test("points have one decimal and a real minus, in both languages", () => {
  settings.language = "en";
  expect([decimal(231.44), decimal(-0.06), decimal(1475)]).toEqual(["231.4", "−0.1", "1,475.0"]);
  expect([change(3.25), change(-31.16), change(0)]).toEqual(["+3.3", "−31.2", "0.0"]);
  expect(whole(1063)).toBe("1,063");
  settings.language = "de";
  expect([decimal(231.44), change(-31.16), whole(1063)]).toEqual(["231,4", "−31,2", "1.063"]);
});

test.each([0.04, -0.04, -0])("%d is zero, without a sign", (value) => {
  settings.language = "en";
  expect([change(value), decimal(value)]).toEqual(["0.0", "0.0"]);
});

test("shares are percentages in the format of the language", () => {
  settings.language = "en";
  expect([percent(0.625), percent(0.5, 0)]).toEqual(["62.5%", "50%"]);
  settings.language = "de";
  expect(percent(0.625)).toBe("62,5\u00a0%");
});
