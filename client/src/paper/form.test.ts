import { describe, expect, it } from "vitest";
import { addressOf, houseOf } from "../pages/house/address";
import { formFile, sheetsFile, usualPaper } from "./form";

const HOUSE = { variant: "yams", rules: { joker: "none" }, name: "Ours & theirs" };

describe("a print request", () => {
  it("has an address that holds all of it", () => {
    expect(houseOf(addressOf(HOUSE, "/form").replace("/form", ""))).toEqual(HOUSE);
    expect(addressOf({ variant: "balut", rules: {}, name: "" }, "/form")).toBe("/form?variant=balut");
  });

  it("asks the server for the form with its rules", () => {
    const address = new URL(formFile({ house: HOUSE, games: 3, players: null, paper: "letter" }, "de"), "http://pasch.test");
    expect(address.pathname).toBe("/api/v1/variants/yams/sheet.pdf");
    expect(Object.fromEntries(address.searchParams)).toEqual({ lang: "de", paper: "letter", games: "3", rules: '{"joker":"none"}' });
  });

  it("asks for the sheets of all players or of one", () => {
    expect(sheetsFile("a b", null, "a4", "en")).toBe("/api/v1/tables/a%20b/sheet.pdf?lang=en&paper=a4");
    expect(sheetsFile("x", 2, "a4", "en")).toBe("/api/v1/tables/x/sheet.pdf?lang=en&paper=a4&seat=2");
  });

  it("knows the usual paper", () => {
    expect(["de-DE", "en-GB", "en", "de", "en-US", "es-MX"].map(usualPaper)).toEqual(["a4", "a4", "a4", "a4", "letter", "letter"]);
  });
});
