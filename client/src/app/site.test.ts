import { afterEach, expect, test } from "vitest";
import { isHousehold, siteLinks } from "./site";

afterEach(() => {
  document.head.innerHTML = "";
});

test("a server without operator links adds nothing to the footer", () => {
  expect(siteLinks()).toEqual([]);
  expect(isHousehold()).toBe(false);
});

test("the first page holds the operator's links and the household setting", () => {
  document.head.innerHTML =
    '<meta name="pasch-contact" content="mailto:pasch@home.example" /><meta name="pasch-home_page" content="https://home.example" /><meta name="pasch-household" content="yes" />';
  expect(siteLinks()).toEqual([
    { name: "home_page", address: "https://home.example" },
    { name: "contact", address: "mailto:pasch@home.example" },
  ]);
  expect(isHousehold()).toBe(true);
});
