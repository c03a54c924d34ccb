import { beforeEach, describe, expect, it } from "vitest";
import { LAYOUT, rollEvent, seat, snapshot } from "../testing/examples";
import { feastOf } from "./feasts";
import { isRecord } from "./records";

const category = { key: "kniffel", name: "Kniffel", section: "lower" as const, face: null, fixed: 50, hint: "" };
const sheet = { ...LAYOUT, categories: [...LAYOUT.categories, category] };
const table = snapshot({ sheet });

/** Whether a game at this table that brings so many points is a record. */
function ended(id: string, total: number): boolean {
  return isRecord(snapshot({ id }), seat(1, { total }));
}

describe("a celebration", () => {
  it("is for a Kniffel as it falls, where the game has one and all see it", () => {
    expect(feastOf(table, table, [rollEvent(2, "44444")])).toContain("Kniffel");
    expect(feastOf(table, table, [rollEvent(2, "44445")])).toBeNull();
    expect(feastOf(table, snapshot(), [rollEvent(2, "44444")])).toBeNull();
    expect(feastOf(table, snapshot({ sheet: { ...sheet, phase: "bluff" } }), [rollEvent(2, "44444")])).toBeNull();
  });

  it("is for the bonus as it is reached, in the same game", () => {
    const after = snapshot({ seats: [seat(1, { bonus: 35 }), seat(2)] });
    expect(feastOf(snapshot(), after, [])).not.toBeNull();
    expect(feastOf(after, after, [])).toBeNull();
    expect(feastOf(snapshot({ game: 2 }), after, [])).toBeNull();
  });
});

describe("a personal record", () => {
  beforeEach(() => localStorage.clear());

  it("beats an earlier sheet of the same name, and stays one when the page is opened again", () => {
    expect(["a", "b", "b", "c"].map((id, n) => ended(id, [200, 240, 240, 230][n] ?? 0))).toEqual([false, true, true, false]);
  });

  it("belongs to one name and one set of rules", () => {
    ended("a", 200);
    expect(isRecord(snapshot({ id: "b" }), seat(2, { total: 300 }))).toBe(false);
    expect(isRecord(snapshot({ id: "b", rules: { joker: "free" } }), seat(1, { total: 300 }))).toBe(false);
  });

  it("survives a damaged memory", () => {
    localStorage.setItem("pasch.records", '[3, {"key": 1}]');
    expect(ended("a", 200)).toBe(false);
  });
});
