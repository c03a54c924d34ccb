import { describe, expect, it } from "vitest";
import type { SheetLayout } from "../../wire/types";
import { LAYOUT } from "../../testing/examples";
import { tintOf } from "./tints";

function withCategories(...keys: string[]): SheetLayout {
  return { ...LAYOUT, categories: keys.map((key) => ({ key, name: key, section: "lower", face: null, fixed: null, hint: "" })) };
}

const tints = (layout: SheetLayout) => [1, 2, 3, 4, 5, 6].map((face) => tintOf(layout, face));

describe("coloured dice", () => {
  it("have one colour on opposite faces", () => {
    const kismet = withCategories("flush", "full_house_color");
    expect(tints(kismet)).toEqual(["black", "red", "green", "green", "red", "black"]);
  });

  it("distinguish even from odd", () => {
    expect(tints(withCategories("flush"))).toEqual(["black", "red", "black", "red", "black", "red"]);
  });

  it("are an exception", () => {
    expect(tintOf(LAYOUT, 1)).toBeNull();
  });
});
