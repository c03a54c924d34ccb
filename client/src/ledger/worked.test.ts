import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError } from "../wire/problem";
import { Worked } from "./worked.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const later = (progress: number) => new ApiError({ status: 503, code: "not_ready", detail: "", progress });

test("it shows the progress of the server, then the answer", async () => {
  const worked = new Worked<number>();
  const answers = [later(0.25)];
  const asked = worked.ask(() => (answers.length > 0 ? Promise.reject(answers.shift()) : Promise.resolve(7)));
  await vi.advanceTimersByTimeAsync(0);
  expect([worked.progress, worked.value]).toEqual([0.25, null]);
  await vi.advanceTimersByTimeAsync(1000);
  await asked;
  expect([worked.progress, worked.value, worked.error]).toEqual([null, 7, null]);
});

test("a refusal is kept, and so is the last answer; clearing removes both", async () => {
  const worked = new Worked<number>();
  await worked.ask(() => Promise.resolve(1));
  const refused = new ApiError({ status: 422, code: "invalid_input", detail: "Nein." });
  await worked.ask(() => Promise.reject(refused));
  expect([worked.value, worked.error]).toEqual([1, refused]);
  worked.clear();
  expect([worked.value, worked.error]).toEqual([null, null]);
});

test("a late answer is dropped", async () => {
  const worked = new Worked<number>();
  const waiting: ((value: number) => void)[] = [];
  const slow = worked.ask(() => new Promise((resolve) => waiting.push(resolve)));
  await worked.ask(() => Promise.resolve(2));
  waiting[0]?.(1);
  await slow;
  expect(worked.value).toBe(2);
});

test("nothing arrives after a stop", async () => {
  const worked = new Worked<number>();
  const asked = worked.ask(() => Promise.reject(later(0.5)));
  await vi.advanceTimersByTimeAsync(10);
  worked.stop();
  await vi.advanceTimersByTimeAsync(5000);
  await asked;
  expect([worked.progress, worked.error, worked.value]).toEqual([null, null, null]);
});
