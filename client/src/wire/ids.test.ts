import { expect, test } from "vitest";
import { newId } from "./ids";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("an id is a random UUID", () => {
  expect(newId()).toMatch(UUID);
  expect(newId()).not.toBe(newId());
});

test("plain http has no randomUUID; the id is made from random bytes", () => {
  const ones = { getRandomValues: (bytes: Uint8Array) => bytes.fill(0xff) } as Pick<Crypto, "getRandomValues">;
  expect(newId(ones)).toBe("ffffffff-ffff-4fff-bfff-ffffffffffff");
  expect(newId({ getRandomValues: (bytes) => crypto.getRandomValues(bytes) })).toMatch(UUID);
});
