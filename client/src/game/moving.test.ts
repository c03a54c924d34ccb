import { describe, expect, it } from "vitest";
import { moveTo, type Spot } from "./presskey";
import { deedOf, type KeyPress } from "./keys";

const press = (key: string, code = "", part: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...part,
});

describe("keys", () => {
  it("match digits by position, so that any layout works", () => {
    expect(deedOf(press("&", "Digit1"), true, false)).toEqual({ kind: "keep", place: 0, face: false });
    expect(deedOf(press("%", "Digit5", { shiftKey: true }), true, false)).toEqual({ kind: "keep", place: 4, face: true });
    expect(deedOf(press("6", "Numpad6"), true, true)).toEqual({ kind: "keep", place: 5, face: false });
  });

  it("match letters by their label", () => {
    expect(deedOf(press("z", "KeyY"), true, false)).toEqual({ kind: "scratch" });
    expect(deedOf(press("R", "KeyR"), true, false)).toEqual({ kind: "roll" });
    expect(deedOf(press("?", "Minus", { shiftKey: true }), true, false)).toEqual({ kind: "keys" });
    expect(deedOf(press("Backspace"), true, false)).toEqual({ kind: "back" });
  });

  it("leave Space to a focused button", () => {
    expect(deedOf(press(" "), true, false)).toEqual({ kind: "roll" });
    expect(deedOf(press(" "), true, true)).toBeNull();
  });

  it("leave the browser its own shortcuts", () => {
    expect(deedOf(press("r", "KeyR", { ctrlKey: true }), true, false)).toBeNull();
    expect(deedOf(press("l", "KeyL", { metaKey: true }), true, false)).toBeNull();
  });

  it("can be switched off, except the arrows", () => {
    expect(deedOf(press("r", "KeyR"), false, false)).toBeNull();
    expect(deedOf(press("ArrowDown"), false, false)).toEqual({ kind: "move", by: "down" });
  });
});

describe("moving through open cells", () => {
  const spots: Spot[] = [
    { cell: "ones", row: 10, column: 0 },
    { cell: "sixes", row: 60, column: 0 },
    { cell: "chance", row: 50, column: 200 },
    { cell: "kniffel", row: 90, column: 200 },
  ];

  it("starts at the first one, upwards at the last", () => {
    expect(moveTo(spots, null, "down")).toBe("ones");
    expect(moveTo(spots, null, "up")).toBe("kniffel");
    expect(moveTo(spots, "gone", "down")).toBe("ones");
    expect(moveTo([], null, "down")).toBeNull();
  });

  it("goes down and up, from one column into the next", () => {
    expect(moveTo(spots, "ones", "down")).toBe("sixes");
    expect(moveTo(spots, "sixes", "down")).toBe("chance");
    expect(moveTo(spots, "chance", "up")).toBe("sixes");
    expect(moveTo(spots, "kniffel", "down")).toBe("kniffel");
  });

  it("goes across to the nearest row and stays at the edge", () => {
    expect(moveTo(spots, "sixes", "right")).toBe("chance");
    expect(moveTo(spots, "kniffel", "left")).toBe("sixes");
    expect(moveTo(spots, "ones", "left")).toBe("ones");
  });

  it("jumps to the ends", () => {
    expect(moveTo(spots, "sixes", "first")).toBe("ones");
    expect(moveTo(spots, "sixes", "last")).toBe("kniffel");
  });
});
