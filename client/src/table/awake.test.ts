import { afterEach, expect, test, vi } from "vitest";
import { stayAwake } from "./awake";

const release = vi.fn<() => Promise<void>>(() => Promise.resolve());
const request = vi.fn<() => Promise<{ release: () => Promise<void> }>>(() => Promise.resolve({ release }));

afterEach(() => {
  Reflect.deleteProperty(navigator, "wakeLock");
  vi.clearAllMocks();
});

test("the screen stays on during a game, also after the page was hidden", async () => {
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
  const rest = stayAwake();
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1));
  document.dispatchEvent(new Event("visibilitychange"));
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(2));
  rest();
  expect(release).toHaveBeenCalledTimes(1);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(request).toHaveBeenCalledTimes(2);
});

test("a device without support, or one that refuses, keeps its own behaviour", async () => {
  expect(stayAwake()).not.toThrow();
  request.mockRejectedValueOnce(new Error("battery"));
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
  const rest = stayAwake();
  await vi.waitFor(() => expect(request).toHaveBeenCalledTimes(1));
  expect(rest).not.toThrow();
});
