import { expect, test } from "vitest";
import { ApiError } from "../wire/problem";
import { failureText, isOffline, isWorthRetrying } from "./failure";
import { Loaded } from "./loaded.svelte";

test("the value is available after it arrived", async () => {
  const loaded = new Loaded(() => Promise.resolve(7));
  expect(loaded.value).toBeNull();
  await loaded.refresh();
  expect(loaded.value).toBe(7);
});

test("a failure keeps the last value, and a success clears the failure", async () => {
  const answers = [() => Promise.resolve(1), () => Promise.reject(new Error("no")), () => Promise.resolve(3)];
  const loaded = new Loaded(() => answers.shift()?.() ?? Promise.resolve(0));
  await loaded.refresh();
  await loaded.refresh();
  expect([loaded.value, loaded.error]).toEqual([1, new Error("no")]);
  await loaded.refresh();
  expect([loaded.value, loaded.error]).toEqual([3, null]);
});

test("an answer that a later call overtook is dropped", async () => {
  const waiting: ((value: number) => void)[] = [];
  const loaded = new Loaded(() => new Promise<number>((resolve) => waiting.push(resolve)));
  const first = loaded.refresh();
  const second = loaded.refresh();
  waiting[1]?.(2);
  waiting[0]?.(1);
  await Promise.all([first, second]);
  expect(loaded.value).toBe(2);
});

test("a refusal shows the server's sentence, and an unreachable server shows the client's", () => {
  const refused = new ApiError({ status: 409, code: "stale", detail: "Der Tisch ist schon weiter." });
  const away = new ApiError({ status: 0, code: "offline", detail: "" });
  expect(failureText(refused)).toBe("Der Tisch ist schon weiter.");
  expect(failureText(away)).toMatch(/server/i);
  expect(failureText(new Error("x"))).toBe("Something went wrong.");
  expect([isOffline(refused), isOffline(away)]).toEqual([false, true]);
  expect([isWorthRetrying(refused), isWorthRetrying(away), isWorthRetrying(new Error("x"))]).toEqual([false, true, true]);
});
