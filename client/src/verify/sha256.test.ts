import { expect, test } from "vitest";
import { hmac, sha256 } from "./sha256";

const bytes = (length: number): Uint8Array<ArrayBuffer> => Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 300])("the same result as the browser's for %i bytes", async (length) => {
  const data = bytes(length);
  expect(sha256(data)).toEqual(new Uint8Array(await crypto.subtle.digest("SHA-256", data)));
});

test.each([1, 32, 64, 65, 130])("the same HMAC with a key of %i bytes", async (length) => {
  const key = await crypto.subtle.importKey("raw", bytes(length), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  expect(hmac(bytes(length), bytes(90))).toEqual(new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(90))));
});
