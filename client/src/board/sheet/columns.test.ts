import { describe, expect, it } from "vitest";
import { columnHead } from "./columns";
import { column, LAYOUT } from "../../testing/examples";

const layout = (...columns: ReturnType<typeof column>[]) => ({ ...LAYOUT, columns });

describe("the head of a column", () => {
  it("is its number if nothing distinguishes the columns", () => {
    const sheet = layout(column(1), column(2));
    expect(columnHead(sheet, column(2))).toMatchObject({ sign: "2", word: "" });
  });

  it("shows the factor", () => {
    const sheet = layout(column(1), column(2, { factor: 2 }));
    expect(columnHead(sheet, column(1)).sign).toBe("×1");
    expect(columnHead(sheet, column(2, { factor: 2 })).sign).toBe("×2");
    expect(columnHead(sheet, column(2, { factor: 2 })).sentence).toContain("2");
  });

  it("shows its restriction as a sign, a word and a sentence", () => {
    const down = column(2, { order: "down" });
    const call = column(3, { announce: "after_first_roll" });
    const first = column(4, { max_rolls: 1 });
    const sheet = layout(column(1), down, call, first);
    const heads = [down, call, first].map((one) => columnHead(sheet, one));
    expect(heads.map((head) => head.sign)).toEqual(["↓", "!", "4"]);
    expect(new Set(heads.map((head) => head.word)).size).toBe(3);
    expect(heads.every((head) => head.sentence.includes(" "))).toBe(true);
    expect(columnHead(sheet, column(1)).word).not.toBe("");
  });

  it("states an order of the whole sheet", () => {
    const sheet = { ...layout(column(1), column(2, { order: "down" })), sheet_order: "row_by_row" as const };
    expect(columnHead(sheet, column(1))).toMatchObject({ sign: "1", word: "row by row" });
    expect(columnHead(sheet, column(1)).sentence).toContain("Fill a row in every column before you start another.");
    expect(columnHead(sheet, column(2, { order: "down" })).sign).toBe("↓");
  });

  it("states factor and order together", () => {
    const both = column(1, { factor: 3, order: "up" });
    expect(columnHead(layout(both), both).sign).toBe("×3 ↑");
  });
});
