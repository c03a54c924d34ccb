import { expect, test } from "vitest";
import { pathFromRoute, routeFromPath } from "./router";

test.each([
  ["/", { page: "start" }],
  ["", { page: "start" }],
  ["/t/AB12", { page: "table", id: "AB12" }],
  ["/t/AB12/", { page: "table", id: "AB12" }],
  ["/t/AB12/results", { page: "results", id: "AB12" }],
  ["/watch/AB12", { page: "watch", id: "AB12" }],
  ["/rules", { page: "rules", variant: null }],
  ["/rules/kniffel-plain", { page: "rules", variant: "kniffel-plain" }],
  ["/house-rules", { page: "house_rules" }],
  ["/form", { page: "form" }],
  ["/ledger", { page: "ledger", table: null }],
  ["/ledger/AB12", { page: "ledger", table: "AB12" }],
  ["/ask", { page: "ask" }],
  ["/scores", { page: "scores", variant: null }],
  ["/scores/yatzy", { page: "scores", variant: "yatzy" }],
  ["/statistics", { page: "statistics" }],
  ["/daily", { page: "daily", day: null }],
  ["/events", { page: "events" }],
  ["/e/2FHJM3QRVW", { page: "event", code: "2FHJM3QRVW" }],
  ["/daily/2026-11-24", { page: "daily", day: "2026-11-24" }],
  ["/people/a1b2", { page: "profile", handle: "a1b2" }],
  ["/history", { page: "history" }],
  ["/account", { page: "account" }],
  ["/link", { page: "link" }],
  ["/help", { page: "help" }],
  ["/glossary", { page: "glossary" }],
  ["/rules/yatzy/chances", { page: "chances", variant: "yatzy" }],
  ["/tips", { page: "tips" }],
  ["/about", { page: "about" }],
  ["/learn", { page: "learn" }],
  ["/me", { page: "me" }],
  ["/verify", { page: "verify" }],
])("%s is a page", (path, route) => {
  expect(routeFromPath(path)).toEqual(route);
});

test.each(["/t", "/t/a/b", "/watch", "/watch/a/b", "/t/a/results/x", "/rules/a/b", "/ledger/a/b", "/help/me", "/house-rules/x", "/ask/x", "/people", "/people/a/b", "/nothing", "/%"])("%s is not found", (path) => {
  expect(routeFromPath(path)).toEqual({ page: "not_found", path });
});

test.each(["/", "/t/%C3%A4%2F%20b", "/t/x/results", "/watch/x", "/rules", "/rules/yatzy", "/rules/yatzy/chances", "/scores", "/scores/yatzy", "/statistics", "/people/a1b2", "/daily", "/daily/2026-11-24", "/events", "/e/2FHJM3QRVW", "/puzzles", "/history", "/house-rules", "/ask", "/verify", "/account", "/link", "/help", "/glossary", "/tips", "/about", "/learn", "/me", "/else/where"])(
  "reading %s and writing it again gives the same path",
  (path) => {
    expect(pathFromRoute(routeFromPath(path))).toBe(path);
  },
);
