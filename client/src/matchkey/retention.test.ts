import { describe, expect, it } from "vitest";
import { daysUntil } from "./retention";

describe("the days until a match is deleted", () => {
  it.each([
    ["2026-12-19T18:00:00Z", 28],
    ["2026-12-19T17:59:00Z", 28],
    ["2026-11-22T18:00:00Z", 1],
    ["2026-11-21T23:00:00Z", 0],
    ["2026-11-20T18:00:00Z", 0],
  ])("until %s are %i", (until, days) => {
    expect(daysUntil(until, "2026-11-21T18:00:00Z")).toBe(days);
  });
});
