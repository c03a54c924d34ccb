import { beforeAll, expect, test } from "vitest";
import { ApiError } from "../../wire/problem";
import type { Rules, VariantDetail } from "../../wire/types";
import { speak } from "../../words";
import { House } from "./house.svelte";

beforeAll(() => speak("en"));

function detail(changed: Rules = {}): VariantDetail {
  return {
    key: "kniffel",
    changed,
    switches: { order: { value: "free" }, columns: { value: "free" } },
  } as unknown as VariantDetail;
}

/** A server that refuses eleven rolls and every unexpected request. */
class FakeServer {
  asked: Rules[] = [];
  offline = false;

  variant = (): Promise<VariantDetail> => this.#answer(detail());

  houseRules = (_: string, rules: Rules): Promise<VariantDetail> => {
    this.asked.push(rules);
    if (rules["rolls"] !== 11) return this.#answer(detail(rules));
    return Promise.reject(new ApiError({ status: 422, code: "invalid_input", detail: "rolls: “11” is not possible" }));
  };

  #answer(body: VariantDetail): Promise<VariantDetail> {
    return this.offline ? Promise.reject(new ApiError({ status: 0, code: "offline", detail: "" })) : Promise.resolve(body);
  }
}

async function loaded(rules: Rules = {}): Promise<[House, FakeServer]> {
  const server = new FakeServer();
  const house = new House(server);
  await house.load("kniffel", rules);
  return [house, server];
}

test("changes add up, in the order in which they were made", async () => {
  const [house, server] = await loaded();
  const both = await Promise.all([house.set("order", "down"), house.set("rolls", 4)]);
  expect(both).toEqual([true, true]);
  expect(house.rules).toEqual({ order: "down", rolls: 4 });
  expect(server.asked).toEqual([{ order: "down" }, { order: "down", rolls: 4 }]);
});

test("a refused change keeps the last rules and gives the reason, without the name of the rule", async () => {
  const [house] = await loaded({ order: "down" });
  expect(await house.set("rolls", 11)).toBe(false);
  expect(house.rules).toEqual({ order: "down" });
  expect(house.refusals).toEqual({ rolls: "“11” is not possible." });
  expect(await house.set("rolls", 5)).toBe(true);
  expect(house.refusals).toEqual({});
});

test("unplayable rules of an address are dropped and reported", async () => {
  const [house] = await loaded({ rolls: 11 });
  expect(house.rules).toEqual({});
  expect(house.refusals[""]).toBe("“11” is not possible.");
});

test("columns replace the values that applied to all of them", async () => {
  const [house] = await loaded({ order: "down", rolls: 4 });
  await house.set("columns", "free|up");
  expect(house.rules).toEqual({ rolls: 4, columns: "free|up" });
});

test("without a bonus its threshold does not matter", async () => {
  const [house] = await loaded({ bonus_from: 70 });
  await house.set("upper_bonus", 40);
  expect(house.rules).toEqual({ bonus_from: 70, upper_bonus: 40 });
  await house.set("upper_bonus", 0);
  expect(house.rules).toEqual({ upper_bonus: 0 });
});

test("a reset rule has the value of the game", async () => {
  const [house, server] = await loaded({ order: "down" });
  await house.reset("order");
  expect(server.asked.at(-1)).toEqual({ order: "free" });
});

test("without a server nothing is thrown", async () => {
  const server = new FakeServer();
  server.offline = true;
  const house = new House(server);
  await house.load("kniffel", {});
  expect(house.error).toBeInstanceOf(ApiError);
  expect(await house.set("rolls", 4)).toBe(false);
});
