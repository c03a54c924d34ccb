import { expect, test, vi } from "vitest";
import { install } from "./install.svelte";

test("an installation offer is kept until the visitor accepts it, once", async () => {
  install.listen();
  const prompt = vi.fn<() => Promise<{ outcome: string }>>(() => Promise.resolve({ outcome: "accepted" }));
  const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  expect(install.offered).toBe(false);
  window.dispatchEvent(offer);
  expect([install.offered, offer.defaultPrevented]).toEqual([true, true]);
  await install.take();
  await install.take();
  expect([install.offered, prompt.mock.calls.length]).toEqual([false, 1]);
});
