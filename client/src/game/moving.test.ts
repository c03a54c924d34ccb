import { describe, expect, it } from "vitest";
import { moveTo, type Spot } from "./presskey";
import { keyCommandOf, type KeyPress } from "./keys";

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
    expect(keyCommandOf(press("&", "Digit1"), true, false)).toEqual({ kind: "keep", place: 0, face: false });
    expect(keyCommandOf(press("%", "Digit5", { shiftKey: true }), true, false)).toEqual({ kind: "keep", place: 4, face: true });
    expect(keyCommandOf(press("6", "Numpad6"), true, true)).toEqual({ kind: "keep", place: 5, face: false });
  });

  it("match letters by their label", () => {
    expect(keyCommandOf(press("z", "KeyY"), true, false)).toEqual({ kind: "scratch" });
    expect(keyCommandOf(press("R", "KeyR"), true, false)).toEqual({ kind: "roll" });
    expect(keyCommandOf(press("?", "Minus", { shiftKey: true }), true, false)).toEqual({ kind: "keys" });
    expect(keyCommandOf(press("Backspace"), true, false)).toEqual({ kind: "back" });
  });

  it("leave Space to a focused button", () => {
    expect(keyCommandOf(press(" "), true, false)).toEqual({ kind: "roll" });
    expect(keyCommandOf(press(" "), true, true)).toBeNull();
  });

  it("leave the browser its own shortcuts", () => {
    expect(keyCommandOf(press("r", "KeyR", { ctrlKey: true }), true, false)).toBeNull();
    expect(keyCommandOf(press("l", "KeyL", { metaKey: true }), true, false)).toBeNull();
  });

  it("can be switched off, except the arrows", () => {
    expect(keyCommandOf(press("r", "KeyR"), false, false)).toBeNull();
    expect(keyCommandOf(press("ArrowDown"), false, false)).toEqual({ kind: "move", by: "down" });
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
