import { describe, expect, it } from "vitest";
import { column, LAYOUT, seat, snapshot } from "../testing/examples";
import { offersOf } from "../board/sheet/sheetmodel";
import { chipsOf, poolRows } from "./pool";

const table = snapshot({
  sheet: { ...LAYOUT, phase: "chip_pool", columns: [1, 2, 3, 4].map((number) => column(number)) },
  pool: { left: { ones: 2, chance: 0 }, removed: { ones: 1 } },
});

describe("chips on the table", () => {
  const offers = offersOf([{ type: "score", cell: "ones@2", points: 5 }]);
  const rows = poolRows(table, offers);

  it("are on the table, taken or out of the game", () => {
    expect(rows[0]?.chips).toEqual(["left", "left", "taken", "removed"]);
    expect(rows[2]?.chips).toEqual(["taken", "taken", "taken", "taken"]);
  });

  it("are taken with the entry that the server offers", () => {
    expect(rows[0]?.take?.cell).toBe("ones@2");
    expect(rows[2]?.take).toBeNull();
  });

  it("are counted by pattern for each player", () => {
    const anna = seat(1, { cells: { "ones@1": 5, "ones@2": 5, "chance@1": 10 } });
    expect(chipsOf(anna, "ones")).toBe(2);
    expect(chipsOf(anna, "sixes")).toBe(0);
  });
});
