import { describe, expect, it } from "vitest";
import type { TableEvent } from "../../wire/types";
import { LAYOUT, seat, snapshot, turn } from "../../testing/examples";
import { lostCells, marksNow, NO_MARKS } from "./sheetmarks";

type Used = Extract<TableEvent, { type: "action_used" }>;

const base = { seq: 1, at: "", text: "" };
const used = (by: number, data: Partial<Used["data"]> & Pick<Used["data"], "action">): TableEvent => ({
  ...base,
  type: "action_used",
  seat: by,
  data: { target: null, cell: null, points: 0, ...data },
});
const lost: TableEvent = { ...base, type: "cell_lost", seat: 2, data: { cell: "ones" } };

describe("cells that other players took", () => {
  it("are marked by how they were lost", () => {
    const events = [
      used(1, { action: "steal", target: 2, cell: "chance" }),
      used(1, { action: "cross_out", target: 3, cell: "sixes" }),
      lost,
    ];
    const marks = lostCells(events, 3);
    expect(marks.get(2)?.get("chance")).toBe("stolen");
    expect(marks.get(2)?.get("ones")).toBe("lost");
    expect(marks.get(3)?.get("sixes")).toBe("crossed_out");
  });

  it("move with the sheet", () => {
    const stolen = used(1, { action: "steal", target: 3, cell: "chance" });
    expect(lostCells([stolen, used(2, { action: "shift" })], 3).get(1)?.get("chance")).toBe("stolen");
    expect(lostCells([stolen, used(2, { action: "swap", target: 3 })], 3).get(2)?.get("chance")).toBe("stolen");
    expect(lostCells([stolen, used(2, { action: "freeze", target: 3, cell: "ones" })], 3).get(3)?.size).toBe(1);
  });

  it("are cleared when the next game starts", () => {
    expect(lostCells([lost, { ...base, type: "game_started", seat: null, data: { game: 2 } }], 3).size).toBe(0);
  });
});

describe("current marks", () => {
  it("show announced and frozen cells and exposed lies", () => {
    const now = snapshot({
      sheet: { ...LAYOUT, phase: "action_dice" },
      turn: turn(1, { dice: "13356", announced: "ones" }),
      seats: [seat(1, { frozen: ["sixes"] }), seat(2, { lies: ["chance"] })],
    });
    const marks = marksNow(now, NO_MARKS);
    expect([...(marks.get(1) ?? [])]).toEqual([["sixes", "frozen"], ["ones", "announced"]]);
    expect([...(marks.get(2) ?? [])]).toEqual([["chance", "lie"]]);
  });

  it("show the winner of a cell in a contest", () => {
    const seats = [seat(1, { cells: { ones: 3, sixes: 6, chance: 9 } }), seat(2, { cells: { ones: 2, sixes: 6 } })];
    const marks = marksNow(snapshot({ sheet: { ...LAYOUT, phase: "contest" }, seats }), NO_MARKS);
    expect([...(marks.get(1) ?? [])]).toEqual([["ones", "won"]]);
    expect(marks.get(2)).toBeUndefined();
  });

  it("do not change the marks from the log", () => {
    const logged = lostCells([lost], 2);
    expect(marksNow(snapshot(), logged).get(2)?.get("ones")).toBe("lost");
  });
});
