import { describe, expect, it } from "vitest";
import { column, LAYOUT, SCORES, seat } from "../../testing/examples";
import { cellName, forgoing, halvesOf, offersOf, rowsOf, signed, standingOf, sumsOf, viewCell } from "./sheetmodel";

const THREE = { ...LAYOUT, columns: [1, 2, 3].map((number) => column(number, { factor: number })) };
const keys = (rows: readonly { key: string }[]) => rows.map((row) => row.key);

describe("rows", () => {
  it("have the order of the printed sheet", () => {
    expect(keys(rowsOf(LAYOUT))).toEqual(["ones", "sixes", "upper", "saldo", "bonus", "chance", "lower", "total"]);
  });

  it("omit what the variant does not have", () => {
    expect(keys(rowsOf({ ...LAYOUT, upper_bonus: [] }))).not.toContain("bonus");
    const extra = { points: 50, counts_in: "game" as const, name: "Extra" };
    expect(keys(rowsOf({ ...LAYOUT, extra }))).toContain("extra");
    const lowerOnly = { ...LAYOUT, upper_bonus: [], categories: LAYOUT.categories.slice(2) };
    expect(keys(rowsOf(lowerOnly))).toEqual(["chance", "total"]);
  });

  it("end with the points over all columns", () => {
    expect(keys(rowsOf(THREE)).slice(-2)).toEqual(["total", "grand"]);
  });

  it("split into two halves without losing one", () => {
    const [upper, lower] = halvesOf(LAYOUT);
    expect(keys(upper)).toEqual(["ones", "sixes", "upper", "saldo", "bonus"]);
    expect(keys(lower)).toEqual(["chance", "lower", "total"]);
  });
});

describe("cells", () => {
  const offers = offersOf(SCORES);

  it("are named with their column only if there are several", () => {
    expect(cellName(LAYOUT, "ones", 1)).toBe("ones");
    expect(cellName(THREE, "ones", 2)).toBe("ones@2");
  });

  it("distinguish cells that would score from those that could only be scratched", () => {
    expect(viewCell(seat(1), "chance", offers, undefined)).toMatchObject({ kind: "offer", score: { points: 18 } });
    expect(viewCell(seat(1), "chance", offers, undefined)).toMatchObject({ scratch: { points: 0 } });
    expect(viewCell(seat(1), "ones", offers, undefined)).toMatchObject({ kind: "scratch" });
    expect(viewCell(seat(1), "sixes", offers, undefined)).toEqual({ kind: "open" });
  });

  it("show the extra points of a scratch if an entry earns fewer", () => {
    const strike = { type: "score" as const, cell: "chance", points: 0, extra: 100 };
    const forgone = offersOf([...SCORES.filter((one) => !("cell" in one && one.cell === "chance" && "points" in one && one.points === 0)), strike]);
    expect(forgoing(forgone.get("chance"))).toBe(100);
    expect(forgoing(offers.get("chance"))).toBe(0);
    const both = offersOf([{ ...strike, points: 18, extra: 100 }, strike]);
    expect(forgoing(both.get("chance"))).toBe(0);
  });

  it("may offer an announcement in addition to the points of the roll", () => {
    const both = offersOf([...SCORES, { type: "announce", cell: "chance" }]);
    expect(both.get("chance")).toMatchObject({ score: { points: 18 }, announce: { cell: "chance" } });
    expect(both.get("ones")?.announce).toBeNull();
  });

  it("show entries, scratches and the last entry", () => {
    const filled = seat(1, { cells: { ones: 3, sixes: 0 } });
    expect(viewCell(filled, "ones", offers, "ones")).toEqual({ kind: "written", points: 3, last: true });
    expect(viewCell(filled, "sixes", offers, "ones")).toEqual({ kind: "struck", last: false });
  });
});

describe("sums", () => {
  const sums = { upper: 1, saldo: 2, bonus: 3, lower: 4, extra: 5, total: 6, score: 6 };

  it("belong to the seat, or to its column if there are several", () => {
    const one = seat(1, { ...sums, columns: [{ column: 2, ...sums, total: 99 }] });
    expect(sumsOf(LAYOUT, one, 1).total).toBe(6);
    expect(sumsOf(THREE, one, 2).total).toBe(99);
  });

  it("show the balance with its sign", () => {
    expect([signed(3), signed(-12), signed(0)]).toEqual(["+3", "−12", "±0"]);
    expect([standingOf(1), standingOf(-1), standingOf(0)]).toEqual(["ahead", "behind", "even"]);
  });
});
