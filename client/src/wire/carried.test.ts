import { afterEach, beforeEach, expect, test, vi } from "vitest";

const load = async (language: string, answers: Record<string, unknown>) => {
  document.body.innerHTML = `<script type="application/json" id="carried" data-language="${language}"></script>`;
  const block = document.getElementById("carried");
  if (block) block.textContent = JSON.stringify(answers);
  vi.resetModules();
  return (await import("./carried")).carried;
};

beforeEach(() => vi.spyOn(performance, "now").mockReturnValue(500));
afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = "";
});

test("an answer in the page is used once", async () => {
  const carried = await load("de", { "/bots": { bots: [] }, "/session?optional=true": null });
  expect(carried("/bots", "de")).toEqual({ bots: [] });
  expect(carried("/bots", "de")).toBeUndefined();
  expect(carried("/session?optional=true", "de")).toBeNull();
  expect(carried("/variants", "de")).toBeUndefined();
});

test("another language asks the server, and so does a page that has been open for a while", async () => {
  const carried = await load("de", { "/bots": { bots: [] } });
  expect(carried("/bots", "en")).toBeUndefined();
  vi.spyOn(performance, "now").mockReturnValue(11_000);
  expect(carried("/bots", "de")).toBeUndefined();
});

test("a page without answers requests everything", async () => {
  document.body.innerHTML = "";
  vi.resetModules();
  const { carried } = await import("./carried");
  expect(carried("/bots", "de")).toBeUndefined();
});
