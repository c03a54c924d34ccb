import { flushSync, mount, unmount } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import type { TableEvent } from "../wire/types";
import { LAYOUT, MemoryMap, rolled, rollEvent, scoreEvent, seat, snapshot, steadyChance, StoppedClock } from "../testing/examples";
import { TableGame } from "../game/game.svelte";
import Celebrations from "./Celebrations.svelte";
import { celebrationOf } from "./celebrations";
import { recordOf } from "./records";

const category = { key: "kniffel", name: "Kniffel", section: "lower" as const, face: null, fixed: 50, hint: "" };
const sheet = { ...LAYOUT, categories: [...LAYOUT.categories, category] };
const table = snapshot({ sheet });

/** The word of the current celebration. */
function seen(): string {
  return document.querySelector(".feast strong")?.textContent ?? "";
}

/** Whether a game at this table with these points is a record. */
function ended(id: string, total: number): ReturnType<typeof recordOf> {
  return recordOf(snapshot({ id }), seat(1, { total }));
}

describe("a celebration", () => {
  it("starts when a Kniffel falls, if the game has one and all players see it", () => {
    expect(celebrationOf(table, table, [rollEvent(2, "44444")])).toContain("Kniffel");
    expect(celebrationOf(table, table, [rollEvent(2, "44445")])).toBeNull();
    expect(celebrationOf(table, snapshot(), [rollEvent(2, "44444")])).toBeNull();
    expect(celebrationOf(table, snapshot({ sheet: { ...sheet, phase: "bluff" } }), [rollEvent(2, "44444")])).toBeNull();
  });

  it("starts when the bonus is reached, in the same game", () => {
    const after = snapshot({ seats: [seat(1, { bonus: 35 }), seat(2)] });
    expect(celebrationOf(snapshot(), after, [])).not.toBeNull();
    expect(celebrationOf(after, after, [])).toBeNull();
    expect(celebrationOf(snapshot({ game: 2 }), after, [])).toBeNull();
  });
});

describe("the table", () => {
  it("celebrates every Kniffel, one after another, if turns come faster than dice fall", () => {
    const clock = new StoppedClock();
    const line = { events: [] as TableEvent[], send: () => Promise.resolve({ seq: 1 }) };
    const game = new TableGame(line, { clock, chance: steadyChance(), memory: new MemoryMap(), motion: () => true });
    game.arrived({ ...table, seq: 1 }, line.events);
    const celebrations = mount(Celebrations, { target: document.body, props: { game, clock } });
    flushSync();
    for (let seq = 2; seq <= 8; seq += 2) {
      line.events = [...line.events, rollEvent(seq, seq < 6 ? "44444" : "13356"), scoreEvent(seq + 1, 1, "chance", 20)];
      game.arrived({ ...rolled(seq, "44444"), sheet }, line.events.slice(0, -1));
      game.arrived({ ...table, seq: seq + 1 }, line.events);
      flushSync();
    }
    const celebrated: string[] = [];
    for (let second = 0; second < 5; second += 1) {
      clock.pass(900);
      flushSync();
      celebrated.push(seen());
      clock.pass(100);
      flushSync();
    }
    expect(celebrated.filter((word) => word.includes("Kniffel"))).toHaveLength(2);
    expect(seen()).toBe("");
    void unmount(celebrations);
  });
});

describe("a personal record", () => {
  beforeEach(() => localStorage.clear());

  it("beats an earlier sheet of the same name, and is new only once", () => {
    expect(["a", "b", "b", "c"].map((id, n) => ended(id, [200, 240, 240, 230][n] ?? 0))).toEqual([null, "new", "known", null]);
  });

  it("belongs to one name and one set of rules", () => {
    ended("a", 200);
    expect(recordOf(snapshot({ id: "b" }), seat(2, { total: 300 }))).toBeNull();
    expect(recordOf(snapshot({ id: "b", rules: { joker: "free" } }), seat(1, { total: 300 }))).toBeNull();
  });

  it("survives damaged storage", () => {
    localStorage.setItem("pasch.records", '[3, {"key": 1}]');
    expect(ended("a", 200)).toBeNull();
  });
});
