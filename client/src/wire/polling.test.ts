import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { poll } from "./polling";
import { ApiError, problemFromBody } from "./problem";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const notReady = (progress?: number) =>
  new ApiError(problemFromBody(503, { code: "not_ready", detail: "Moment noch.", ...(progress === undefined ? {} : { progress }) }));

test("it asks again until the answer is ready, and reports the progress", async () => {
  const answers = [notReady(), notReady(0.4)];
  const call = vi.fn<() => Promise<string>>(() => (answers.length > 0 ? Promise.reject(answers.shift()) : Promise.resolve("done")));
  const reported: number[] = [];
  const asked = poll(call, (progress) => reported.push(progress), new AbortController().signal);
  await vi.advanceTimersByTimeAsync(999);
  expect(call).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1001);
  expect(await asked).toBe("done");
  expect(reported).toEqual([0, 0.4]);
});

test("any other refusal ends it", async () => {
  const refused = new ApiError({ status: 422, code: "invalid_input", detail: "Nein." });
  await expect(poll(() => Promise.reject(refused), () => undefined, new AbortController().signal)).rejects.toBe(refused);
});

test("an abort ends the wait", async () => {
  const gone = new AbortController();
  const call = vi.fn<() => Promise<string>>(() => Promise.reject(notReady(0.1)));
  setTimeout(() => gone.abort(), 500);
  const [ended] = await Promise.allSettled([poll(call, () => undefined, gone.signal), vi.advanceTimersByTimeAsync(5000)]);
  expect(ended.status).toBe("rejected");
  expect(call).toHaveBeenCalledTimes(1);
});
