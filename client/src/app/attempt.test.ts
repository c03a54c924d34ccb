import { expect, test } from "vitest";
import { ApiError } from "../wire/problem";
import { Attempt } from "./attempt.svelte";

test("returns whether it succeeded, and clears the last refusal", async () => {
  const attempt = new Attempt();
  expect(await attempt.run(() => Promise.reject(new ApiError({ status: 409, code: "full", detail: "No seat is free." })))).toBe(false);
  expect(attempt.refusal).toBe("No seat is free.");
  expect(attempt.busy).toBe(false);
  expect(await attempt.run(() => Promise.resolve())).toBe(true);
  expect(attempt.refusal).toBe("");
});

test("runs one request at a time", async () => {
  const attempt = new Attempt();
  const ends: (() => void)[] = [];
  const first = attempt.run(() => new Promise<void>((resolve) => ends.push(resolve)));
  expect(attempt.busy).toBe(true);
  let second = false;
  expect(await attempt.run(async () => (second = true))).toBe(false);
  expect(second).toBe(false);
  ends[0]?.();
  expect(await first).toBe(true);
  expect(attempt.busy).toBe(false);
});
