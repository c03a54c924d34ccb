import { expect, test } from "vitest";
import type { Switch } from "../wire/types";
import { addressOf, emptyPosition, positionFromText, positionOf, positionToText, rulesOf, variantOf, withCell, withRoll } from "./position";

test.each([
  "kniffel",
  "kniffel; ones=3 full_house=25",
  "yahtzee; ; 12345 2",
  "kniffel {joker=none rolls=4}; ones=3 kniffel=50 +100; 12344 0",
  "maxi-yatzy; bank=2 ones=3; 112344 1",
  "kniffeliger; ones=3 dice=steal,swap; 12344 2 lock k44",
  "yams; ones@2=3 +200@2; 12344 2 !pi",
])("reading %s and writing it again gives the same text", (text) => {
  const again = positionToText(positionFromText(text));
  expect(positionFromText(again)).toEqual(positionFromText(text));
  expect(again.split(/[\s;]+/).sort()).toEqual(text.split(/[\s;]+/).sort());
});

test("the first of several sheets is read", () => {
  expect(positionToText(positionFromText("kniffel; ones=3 / twos=6 / ; 12344 2"))).toBe("kniffel; ones=3; 12344 2");
  expect(positionToText(positionFromText("kniffel; / twos=6"))).toBe("kniffel");
});

test("cells are filled and emptied, and dice are sorted", () => {
  const filled = withCell(emptyPosition("kniffel"), "ones", 3);
  expect(positionToText(withRoll(filled, [4, 1, 2, 4, 3], 2))).toBe("kniffel; ones=3; 12344 2");
  expect(positionToText(withCell(filled, "ones", null))).toBe("kniffel");
  expect(positionToText(withRoll(withRoll(filled, [1, 1, 1, 1, 1], 2), null, 0))).toBe("kniffel; ones=3");
});

test("an address gives back the position it was made from, and is readable", () => {
  const text = "kniffel {joker=none}; ones=3 +100; 12344 2";
  const address = addressOf(text);
  expect(address).toBe("/ask?position=kniffel+%7Bjoker=none%7D;+ones=3+%2B100;+12344+2");
  expect(positionOf(new URL(address, "http://x").search)).toBe(text);
  expect(positionOf("?else=1")).toBeNull();
});

const rule = (part: Partial<Switch>): Switch => ({ kind: "number", values: [], ...part }) as Switch;

test("house rules are read as the variant knows them", () => {
  const known = { joker: rule({ kind: "choice", values: ["none", "free"] }), five: rule({ values: [true, false] }), low: rule({}), own: rule({ kind: "categories" }) };
  const head = "kniffel {joker=none five=true rolls=4, low=none own=none}";
  expect(rulesOf(head, known)).toEqual({ joker: "none", five: true, rolls: 4, low: null, own: "" });
  expect(variantOf(head)).toBe("kniffel");
  expect(rulesOf("kniffel", known)).toEqual({});
});
