import { beforeEach, expect, test, vi } from "vitest";
import { browserLanguage } from "./settings.svelte";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

async function fresh() {
  return (await import("./settings.svelte")).settings;
}

test.each([
  [["de-AT", "en"], "de"],
  [["eo", "DE"], "de"],
  [["fr-CA"], "fr"],
  [["eo"], "en"],
  [[], "en"],
])("%j selects %s", (wanted, language) => {
  expect(browserLanguage(wanted)).toBe(language);
});

test("a choice is kept for the next visit", async () => {
  const before = await fresh();
  before.theme = "dark";
  before.singleKeys = false;
  vi.resetModules();
  const after = await fresh();
  expect([after.theme, after.singleKeys, after.handover]).toEqual(["dark", false, "game"]);
});

test.each(["{broken", "7", '{"theme": "pink", "handover": true}'])("a damaged stored value (%s) falls back to the defaults", async (text) => {
  localStorage.setItem("pasch.settings", text);
  const settings = await fresh();
  expect([settings.theme, settings.handover, settings.animation]).toEqual(["auto", "game", true]);
});

test("a handover page that an earlier version switched off stays off", async () => {
  localStorage.setItem("pasch.settings", '{"handover": false}');
  expect((await fresh()).handover).toBe("never");
});
