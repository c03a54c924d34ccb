import { beforeEach, expect, test, vi } from "vitest";
import { renew, renewed } from "./renewal";

const CHAT = '<label>Say <input class="input" maxlength="200" /></label><input type="password" aria-label="Password" />';

function field(label = "Say"): HTMLInputElement {
  const found = [...document.querySelectorAll("input")].find((each) => each.labels?.[0]?.textContent.trim() === label);
  if (found === undefined) throw new Error("there is no such field");
  return found;
}

beforeEach(() => {
  sessionStorage.clear();
  document.body.innerHTML = CHAT;
});

test("an old page is reloaded once, and each field gets its text back when it appears", async () => {
  const reload = vi.fn<() => void>();
  field().value = "my dice are";
  renew(sessionStorage, reload);
  renew(sessionStorage, reload);
  expect(reload).toHaveBeenCalledTimes(1);

  document.body.innerHTML = "";
  renewed();
  document.body.innerHTML = CHAT;
  await vi.waitFor(() => expect(field().value).toBe("my dice are"));
  renew(sessionStorage, reload);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("an input event announces the restored text, and no password is kept", () => {
  const listener = vi.fn<() => void>();
  document.body.innerHTML = CHAT.replace('"password"', '"password" value="secret"');
  field().value = "hello";
  renew(sessionStorage, () => undefined);
  expect(sessionStorage.getItem("pasch.renewal")).not.toContain("secret");
  document.body.innerHTML = CHAT;
  field().addEventListener("input", listener);
  renewed();
  expect([field().value, listener.mock.calls.length]).toEqual(["hello", 1]);
});
