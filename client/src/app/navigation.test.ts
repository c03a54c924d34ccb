import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { navigation } from "./navigation.svelte";

let stop: () => void;

beforeEach(() => {
  vi.spyOn(window, "scrollTo").mockImplementation(() => undefined);
  navigation.replace({ page: "start" });
  stop = navigation.listen();
  document.body.innerHTML = "";
});
afterEach(() => stop());

function click(link: string, init: MouseEventInit = {}): MouseEvent {
  document.body.innerHTML = link;
  const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
  document.querySelector("a span, a")?.dispatchEvent(event);
  return event;
}

test("a link inside the client changes the page without loading it", () => {
  const before = navigation.visit;
  const event = click('<a href="/t/AB/results"><span>Ergebnisse</span></a>');
  expect(event.defaultPrevented).toBe(true);
  expect(navigation.route).toEqual({ page: "results", id: "AB" });
  expect(location.pathname).toBe("/t/AB/results");
  expect(navigation.visit).toBe(before + 1);
});

test.each([
  ["another site", '<a href="https://example.org/help">x</a>', {}],
  ["the interface", '<a href="/api/v1/tables/x/record">x</a>', {}],
  ["a download", '<a href="/help" download>x</a>', {}],
  ["a new tab by the link", '<a href="/help" target="_blank">x</a>', {}],
  ["a new tab by Ctrl", '<a href="/help">x</a>', { ctrlKey: true }],
  ["the middle button", '<a href="/help">x</a>', { button: 1 }],
  ["a jump within the page", '<a href="/#main">x</a>', {}],
])("the browser handles %s", (_what, link, init) => {
  // Receives the click after the client, and stops it then: no browser follows it here.
  const taken: boolean[] = [];
  const after = (event: Event): void => {
    taken.push(event.defaultPrevented);
    event.preventDefault();
  };
  window.addEventListener("click", after, { once: true });
  click(link, init);
  expect(taken).toEqual([false]);
  expect(navigation.route).toEqual({ page: "start" });
});

test("the back button is followed", () => {
  navigation.go("/help");
  history.replaceState(null, "", "/about");
  window.dispatchEvent(new PopStateEvent("popstate"));
  expect(navigation.route).toEqual({ page: "about" });
});
