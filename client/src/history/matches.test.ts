import { expect, test } from "vitest";
import type { PastMatch, PastPage } from "../wire/types";
import { queryOf } from "./calls";
import { Matches } from "./matches.svelte";

const match = (id: string): PastMatch => ({ id }) as PastMatch;
const page = (ids: string, before: string | null): PastPage => ({
  matches: 9,
  variants: [],
  names: [],
  past: [...ids].map(match),
  before,
});

/** A server whose answers arrive when the test says so. */
function server() {
  const asked: { before: string | null; answer: (page: PastPage) => void; refuse: (error: Error) => void }[] = [];
  const ask = (_wish: unknown, before: string | null) =>
    new Promise<PastPage>((answer, refuse) => asked.push({ before, answer, refuse }));
  return { asked, matches: new Matches(ask) };
}
const shown = (matches: Matches): string => matches.list.map((one) => one.id).join("");

test("pages follow each other", async () => {
  const { asked, matches } = server();
  const first = matches.refresh();
  asked[0]?.answer(page("ab", "b"));
  await first;
  const more = matches.more();
  expect(await matches.more(), "one is on its way").toBe(null);
  asked[1]?.answer(page("c", null));
  expect(await more).toBe(2);
  expect([shown(matches), asked[1]?.before]).toEqual(["abc", "b"]);
  expect(await matches.more(), "nothing follows").toBe(null);
});

test("a new filter drops the answer to the old one", async () => {
  const { asked, matches } = server();
  const slow = matches.refresh();
  matches.variant = "yatzy";
  const quick = matches.refresh();
  asked[1]?.answer(page("y", null));
  asked[0]?.answer(page("all", null));
  await Promise.all([slow, quick]);
  expect(shown(matches)).toBe("y");
});

test("a failure leaves the list as it was", async () => {
  const { asked, matches } = server();
  const first = matches.refresh();
  asked[0]?.answer(page("ab", "b"));
  await first;
  const more = matches.more();
  asked[1]?.refuse(new Error("away"));
  expect(await more).toBe(null);
  expect([shown(matches), matches.busy, matches.error]).toEqual(["ab", false, new Error("away")]);
});

test("the filter is written into the address", () => {
  expect(queryOf({ variant: null, name: null })).toBe("");
  expect(queryOf({ variant: "yatzy", name: "Ä & B" }, { before: "x" })).toBe("?variant=yatzy&with=%C3%84+%26+B&before=x");
});
