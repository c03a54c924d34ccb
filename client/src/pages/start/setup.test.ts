import { describe, expect, it, test } from "vitest";
import { FIRST_SETUP, type Player, playedWith, playersWith, seatNames, seatRequests, setupFromStored, numberedNames, termsRequest, tidyName, WITH } from "./setup";

const fallback = (place: number): string => `Spieler ${String(place)}`;

function local(...names: string[]): Player[] {
  return names.map((name, at) => ({ id: at, kind: "local", name, bot: "" }));
}

test("empty names become friendly defaults by place", () => {
  expect(seatNames(local("", "  ", ""), fallback)).toEqual(["Spieler 1", "Spieler 2", "Spieler 3"]);
});

test("equal names get different numbers, regardless of case", () => {
  const players = local("Anna", "anna", "Anna 2", "ANNA");
  const names = seatNames(players, fallback);
  expect(names).toEqual(["Anna", "anna 3", "Anna 2", "ANNA 4"]);
  expect(numberedNames(players, names)).toEqual(["anna 3", "ANNA 4"]);
});

test("a default name gives way to a typed one", () => {
  expect(seatNames(local("Spieler 2", ""), fallback)).toEqual(["Spieler 2", "Spieler 3"]);
});

test("letters of any language stay, spaces are tidied", () => {
  expect(tidyName("  Zoë \t  Ντίνα 王 ")).toBe("Zoë Ντίνα 王");
  expect(seatNames(local("Øyvind", "Ömer"), fallback)).toEqual(["Øyvind", "Ömer"]);
});

test("only local players have names", () => {
  const players: Player[] = [
    { id: 1, kind: "local", name: "Anna", bot: "" },
    { id: 2, kind: "bot", name: "Anna", bot: "gone" },
    { id: 3, kind: "human", name: "Anna", bot: "" },
  ];
  const names = seatNames(players, fallback);
  expect(seatRequests(players, names, ["simple"])).toEqual([
    { kind: "local", name: "Anna" },
    { kind: "bot", bot: "simple" },
    { kind: "human" },
  ]);
});

test.each([null, "text", 7, {}, { players: [] }, { players: [{ kind: "ghost" }] }])(
  "a damaged stored value (%j) is ignored",
  (stored) => {
    expect(setupFromStored(stored)).toEqual(FIRST_SETUP);
  },
);

test("a stored value is read back", () => {
  const stored = { variant: "yatzy", games: 9, isPublic: true, hints: false, players: [{ id: 5, kind: "local", name: "Anna", bot: "" }] };
  expect(setupFromStored(stored)).toEqual({
    variant: "yatzy",
    rules: {},
    rulesName: "",
    games: 1,
    isPublic: true,
    hints: false,
    takeBack: null,
    terms: { time: null, absent: null, bots: true },
    real: false,
    players: [{ id: 1, kind: "local", name: "Anna", bot: "" }],
  });
});

test("real dice are stored, and requested for the people who roll them", () => {
  const people = [{ kind: "local", name: "Anna", bot: "" }, { kind: "human", name: "", bot: "", real: false }, { kind: "bot", name: "", bot: "" }];
  const { real, players } = setupFromStored({ real: true, players: people });
  expect(real).toBe(true);
  expect(seatRequests(players, ["Anna", "", ""], ["simple"], real)).toEqual([
    { kind: "local", name: "Anna", dice: "real" },
    { kind: "human" },
    { kind: "bot", bot: "simple" },
  ]);
});

test("agreements with other devices are stored, and absence follows the number of seats", () => {
  const players = [{ kind: "human", name: "", bot: "" }];
  const { terms } = setupFromStored({ players, terms: { time: { turn: 60, bank: 120 }, absent: "never", bots: false } });
  expect(terms).toEqual({ time: { turn: 60, bank: 120 }, absent: null, bots: false });
  const slow = { turn: 86_400, bank: 0, weekend_zone: "Europe/Berlin" };
  expect(setupFromStored({ players, terms: { time: slow } }).terms.time).toEqual(slow);
  expect(setupFromStored({ players, terms: { time: { turn: "60" } } }).terms.time).toBeNull();
  expect(termsRequest(terms, 2)).toEqual({ time: { turn: 60, bank: 120 }, absent: "entry", bots: false });
  expect(termsRequest(terms, 3).absent).toBe("bot");
  expect(termsRequest({ ...terms, absent: "bot" }, 2).absent).toBe("bot");
});

test("house rules are stored, and anything else is dropped", () => {
  const players = [{ kind: "local", name: "", bot: "" }];
  const stored = { variant: "yams", players, rules: { order: "down", rolls: 4, keep: ["free"], dice: 1.5 }, rulesName: "Bei uns" };
  expect(setupFromStored(stored)).toMatchObject({ rules: { order: "down", rolls: 4 }, rulesName: "Bei uns" });
  expect(setupFromStored({ players, rules: "order=down", rulesName: 7 })).toMatchObject({ rules: {}, rulesName: "" });
});

const kinds = (players: readonly Player[]) => players.map(({ kind }) => kind);

describe("a kind of opponents", () => {
  const anna = { id: 7, kind: "local", name: "Anna", bot: "" } as const;
  const bernd = { id: 8, kind: "local", name: "Bernd", bot: "" } as const;
  it("keeps the names of players at this device", () => {
    expect(playersWith("device", [anna, bernd], 1).map(({ name }) => name)).toEqual(["Anna", "Bernd"]);
    expect(playersWith("computer", [anna, bernd], 1)).toMatchObject([{ name: "Anna" }, { kind: "bot" }]);
  });

  it("adds as many seats as the game needs", () => {
    expect(kinds(playersWith("others", [anna], 3))).toEqual(["local", "human", "human"]);
    expect(kinds(playersWith("device", [], 1))).toEqual(["local", "local"]);
  });

  it("follows from the seats", () => {
    for (const way of WITH) expect(playedWith(playersWith(way, [anna, bernd], 2))).toBe(way);
  });
});
