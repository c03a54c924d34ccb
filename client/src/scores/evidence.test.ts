import { beforeEach, expect, test } from "vitest";
import { settings } from "../app/settings.svelte";
import { capital } from "./evidence";

beforeEach(() => {
  settings.language = "en";
});

test.each([
  [0.00042, "0.00042"],
  [0.531, "0.53"],
  [1, "1.0"],
  [7.24, "7.2"],
  [310.4, "310"],
  [1e300, "> 1,000,000"],
])("a capital of %s", (value, text) => {
  expect(capital(value)).toBe(text);
});
