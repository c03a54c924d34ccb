import { describe, expect, it } from "vitest";
import { searched, type Found } from "./search";

const entry = (title: string, text: string): Found => ({ title, text, to: "/" });
const ENTRIES = [entry("Bonus", "35 Punkte ab 63"), entry("Saldo", "Der Vorsprung auf den Bonus"), entry("Große Straße", "Fünf Augen in Folge")];

describe("the search", () => {
  it("finds all words in any order, titles first", () => {
    expect(searched(ENTRIES.toReversed(), "bonus").map((one) => one.title)).toEqual(["Bonus", "Saldo"]);
    expect(searched(ENTRIES, "bonus vorsprung").map((one) => one.title)).toEqual(["Saldo"]);
  });

  it("ignores case and diacritics", () => {
    expect(searched(ENTRIES, "GROSSE")).toEqual([]);
    expect(searched(ENTRIES, "grosse strasse".replaceAll("ss", "ß")).map((one) => one.title)).toEqual(["Große Straße"]);
    expect(searched(ENTRIES, "funf").map((one) => one.title)).toEqual(["Große Straße"]);
  });

  it("finds nothing before any input", () => {
    expect(searched(ENTRIES, "  ")).toEqual([]);
  });
});
