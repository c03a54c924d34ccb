import { expect, test } from "vitest";
import { addressOf, houseOf } from "./address";
import { columnsFromText, columnsToText, freeKey, keyFromName, ownFromText, ownFromForm, ownToText, type OwnForm } from "./texts";

test.each(["free", "down", "free|down|up|announce", "x2|x3", "both_ends+announce+roll2+x10", "center_out+roll1", "upper_first|lower_first"])(
  "the columns %s are read and written",
  (text) => {
    expect(columnsToText(columnsFromText(text))).toBe(text);
  },
);

test("the words of a column are read in any order, and unknown ones are ignored", () => {
  expect(columnsFromText("x3+down+sideways")).toEqual([{ order: "down", announce: false, rolls: null, factor: 3 }]);
});

test.each(["", "two_of_a_kind:2:all", "two_twos:2+2:all|low:sum<=10:25"])("the categories %s are read and written", (text) => {
  expect(ownToText(ownFromText(text))).toBe(text);
});

test.each([
  ["Große Runde!", "grosse_runde"],
  ["  Café  au lait ", "cafe_au_lait"],
  ["2er-Pasch", "er_pasch"],
  ["Straße 1-2-3", "strasse_1_2_3"],
  ["???", ""],
  ["42", ""],
  ["x".repeat(60), "x".repeat(40)],
])("the key of %s is %s", (name, key) => {
  expect(keyFromName(name)).toBe(key);
});

test("a key that is taken gets a number", () => {
  expect(freeKey("low", ["ones"])).toBe("low");
  expect(freeKey("low", ["low", "low_2"])).toBe("low_3");
});

const FORM: OwnForm = { name: "Meins", kind: "equal", number: 3, groups: "2+2", faces: "1 1 3", pays: "all", points: 25 };

test.each([
  [{}, "meins:3:all"],
  [{ kind: "groups" as const }, "meins:2+2:all"],
  [{ kind: "row" as const, pays: "fixed" as const }, "meins:run3:25"],
  [{ kind: "least" as const, number: 20, pays: "matched" as const }, "meins:sum>=20:matched"],
  [{ kind: "most" as const, number: 9 }, "meins:sum<=9:all"],
  [{ kind: "faces" as const }, "meins:=113:all"],
  [{ kind: "any" as const }, "meins:any:all"],
])("a wish becomes %s", (part, text) => {
  expect(ownToText([ownFromForm({ ...FORM, ...part }, ["ones"])])).toBe(text);
});

test("an address holds the house rules, and can be read again", () => {
  const house = { variant: "yams", rules: { order: "down", own: "low:sum<=10:25", rolls: 4, max_rolls: null }, name: "Bei Oma & Opa" };
  const address = addressOf(house);
  expect(houseOf(address.slice(address.indexOf("?")))).toEqual(house);
});

test.each(["", "?rules=[1]", "?rules={", "?rules=null", "?rules={%22order%22:[1],%22a%22:1.5}"])("%s holds no rules", (search) => {
  expect(houseOf(search)).toEqual({ variant: "kniffel", rules: {}, name: "" });
});
