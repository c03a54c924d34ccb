import { describe, expect, it } from "vitest";
import type { ClaimAction } from "../wire/types";
import { LAYOUT, seat, snapshot, turn } from "../testing/examples";
import { firstClaim, sortedClaims } from "./claiming";
import { isCovered, shareScreen } from "./claims";

const claim = (points: number, honest: boolean): ClaimAction => ({ type: "claim", cell: "chance", points, honest });

describe("claims of a cell", () => {
  it("begin with the highest true one", () => {
    expect(firstClaim([claim(30, false), claim(12, true), claim(11, true)])?.points).toBe(12);
  });

  it("begin with the highest lie without a true claim", () => {
    expect(firstClaim([claim(5, false), claim(30, false)])?.points).toBe(30);
    expect(firstClaim([])).toBeNull();
  });

  it("are listed from the highest down", () => {
    expect(sortedClaims([claim(5, true), claim(30, false)]).map((one) => one.points)).toEqual([30, 5]);
  });
});

describe("the cup", () => {
  const sheet = { ...LAYOUT, phase: "bluff" as const };
  const rolled = turn(1, { dice: "13356", rolls_left: 2 });
  const alone = [seat(1), seat(2, { mine: false, kind: "human" })];

  it("hides what the server does not send", () => {
    const hidden = snapshot({ sheet, seats: alone, turn: turn(2, { hidden: true, dice_count: 5 }) });
    expect(isCovered(hidden, true)).toBe(true);
  });

  it("is next to the dice of a lone player at the device", () => {
    expect(isCovered(snapshot({ sheet, seats: alone, turn: rolled }), false)).toBe(false);
  });

  it("covers them on a shared screen until the player looks, and again with the claim", () => {
    expect(shareScreen(snapshot({ sheet }))).toBe(true);
    expect(isCovered(snapshot({ sheet, turn: rolled }), false)).toBe(true);
    expect(isCovered(snapshot({ sheet, turn: rolled }), true)).toBe(false);
    expect(isCovered(snapshot({ sheet, turn: { ...rolled, stage: "claimed" } }), true)).toBe(true);
  });

  it("does not concern other games or an empty table", () => {
    expect(isCovered(snapshot({ turn: rolled }), false)).toBe(false);
    expect(isCovered(snapshot({ sheet }), false)).toBe(false);
    expect(isCovered(null, false)).toBe(false);
  });
});
