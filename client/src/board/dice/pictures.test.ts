import { expect, it } from "vitest";
import { LAYOUT } from "../../testing/examples";
import { faceName, pictureOf } from "./pictures";

it("dice of Swiss Yatzy show six pictures and have their names", () => {
  const layout = { ...LAYOUT, customs: { ...LAYOUT.customs, pictures: "swiss" as const }, faces: ["chocolate", "edelweiss", "cow", "knife", "Matterhorn", "flag"] };
  const shown = [1, 2, 3, 4, 5, 6].map((face) => JSON.stringify(pictureOf(layout, face)));
  expect(new Set(shown).size).toBe(6);
  expect([faceName(layout, 2), faceName(LAYOUT, 2)]).toEqual(["edelweiss", "2"]);
  expect(pictureOf(LAYOUT, 2)).toBeNull();
});
