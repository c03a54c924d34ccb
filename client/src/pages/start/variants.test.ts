import { expect, test } from "vitest";
import type { VariantItem } from "../../wire/types";
import { grouped } from "./variants";

function game(name: string, group: string, about = "", aliases: string[] = []): VariantItem {
  return {
    customs: { games: 1, final: false, marks_rolls: false, shows_key: false, lever: false, pictures: "" },
    key: name.toLowerCase().replaceAll(" ", "-"),
    name,
    aliases,
    dice: 5,
    turns: 13,
    seats: [1, 8],
    columns: 1,
    categories: [],
    maximum: null,
    reconstruction: false,
    exact: true,
    alone: false,
    group,
    group_name: group.toUpperCase(),
    about,
  };
}

const GAMES = [
  game("Lügenkniffel", "action_and_bluff", "Verdeckt würfeln"),
  game("Kniffel", "kniffel_family", "", ["Schmidt"]),
  game("Maxi Yatzy", "six_dice", "Sechs Würfel"),
  game("Kniffel Extreme", "six_dice"),
  game("Neues", "later"),
];

const found = (sought?: string): string[][] => grouped(GAMES, sought).map((group) => group.variants.map((one) => one.name));

test("games are in their groups, unknown ones last", () => {
  expect(grouped(GAMES).map((group) => group.name)).toEqual(["KNIFFEL_FAMILY", "SIX_DICE", "ACTION_AND_BLUFF", "LATER"]);
  expect(found()[1]).toEqual(["Maxi Yatzy", "Kniffel Extreme"]);
});

test("they are found by name, other names and description, with or without diacritics", () => {
  expect(found("schmidt")).toEqual([["Kniffel"]]);
  expect(found("wurfel")).toEqual([["Maxi Yatzy"], ["Lügenkniffel"]]);
  expect(found("MAXI sechs")).toEqual([["Maxi Yatzy"]]);
  expect(found("canasta")).toEqual([]);
});

test("names that begin with the search come first", () => {
  expect(found("kniffel e")[0]?.[0]).toBe("Kniffel Extreme");
  expect(found("kniffel")).toEqual([["Kniffel"], ["Kniffel Extreme"], ["Lügenkniffel"]]);
});
