import { afterEach, expect, test, vi } from "vitest";
import { settings } from "../app/settings.svelte";
import { listed, signed } from "./format";
import { speak, t } from ".";

afterEach(async () => {
  settings.language = "en";
  await speak("en");
});

test("a sentence in each language, with its values", async () => {
  await speak("de");
  expect(t("results.next_game", { game: 2, games: 6 })).toBe("Spiel 2 von 6 beginnen");
  await speak("en");
  expect(t("results.next_game", { game: 2, games: 6 })).toBe("Start game 2 of 6");
});

test("the number selects the form, shown or not", async () => {
  await speak("de");
  expect(t("wait.missing", { count: 1 })).toBe("Ein Platz ist noch frei.");
  expect(t("wait.missing", { count: 2 })).toBe("2 Plätze sind noch frei.");
  expect(t("results.wins", { names: "Anna", count: 1 })).toBe("Anna gewinnt.");
});

test("numbers have the format of the language", async () => {
  await speak("de");
  expect(t("results.alone", { name: "Anna", points: 1234 })).toBe("Anna: 1.234 Punkte.");
  await speak("en");
  expect(t("results.alone", { name: "Anna", points: 1234 })).toBe("Anna: 1,234 points.");
});

test("a name that looks like a placeholder stays a name", () => {
  expect(t("results.alone", { name: "{points}", points: 1 })).toBe("{points}: 1 points.");
});

test("names form a list of the language", () => {
  settings.language = "de";
  expect(listed(["Anna", "Bernd", "Clara"])).toBe("Anna, Bernd und Clara");
});

test.each([
  [3, "+3"],
  [0, "0"],
  [-3, "−3"],
])("%i with its sign is %s", (points, text) => {
  expect(signed(points)).toBe(text);
});

test("parts of few pages are loaded along with another language", async () => {
  await speak("de");
  expect(t("family.end_turn")).toBe("Zug beenden");
  await speak("en");
  expect(t("family.end_turn")).toBe("End the turn");
});

test("a request for a loading part waits for it", async () => {
  vi.resetModules();
  const words = await import("./words.svelte");
  await words.speak("de");
  void words.learn("dialogs");
  await words.learn("dialogs");
  expect(words.t("table.key.arrows")).toBe("Pfeile, Pos1, Ende");
});
