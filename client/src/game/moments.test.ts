import { describe, expect, it } from "vitest";
import { MemoryMap, rolled as rolledAt, rollEvent, scoreEvent, seat, snapshot, turn } from "../testing/examples";
import { handOverTo, localMover } from "./handover";
import { hintOf, isObvious } from "./hints";
import { forgetKeep, recallKeep, rememberKeep } from "./keepmemory";
import { lastEntries } from "../board/sheet/lastentries";
import { matchPlacesOf, placesOf } from "./places";
import type { TableEvent } from "../wire/types";

type ActionUsed = Extract<TableEvent, { type: "action_used" }>;

const at = (number: number) => snapshot({ turn: turn(number) });

describe("handing over", () => {
  it("happens when the turn goes to another player at this device", () => {
    expect(handOverTo(at(2), 1)?.name).toBe("Bernd");
    expect(handOverTo(at(1), 1)).toBeNull();
  });

  it("does not happen before a player has held the device", () => {
    expect(handOverTo(at(1), null)).toBeNull();
  });

  it("ignores computers and players elsewhere", () => {
    const bot = snapshot({ turn: turn(2), seats: [seat(1), seat(2, { kind: "bot", mine: false })] });
    expect(handOverTo(bot, 1)).toBeNull();
    const remote = snapshot({ turn: turn(2), seats: [seat(1), seat(2, { kind: "human", mine: false })] });
    expect(handOverTo(remote, 1)).toBeNull();
    expect(localMover(remote)).toBeNull();
  });

  it("does not interrupt a started turn", () => {
    expect(handOverTo(snapshot({ turn: turn(2, { dice: "12345" }) }), 1)).toBeNull();
  });
});

describe("the hint", () => {
  const moment = { acting: true, plain: true, rolled: true, rolls: true, announced: false, marksRolls: false, kept: 0, dice: 5, onlyScratches: false };

  it.each([
    [{ acting: false }, "server"],
    [{ rolled: false }, "server"],
    [{}, "choose"],
    [{ kept: 2 }, "kept_some"],
    [{ kept: 5 }, "kept_all"],
    [{ marksRolls: true, kept: 5 }, "mark"],
    [{ marksRolls: true, kept: 2 }, "marked"],
    [{ rolls: false }, "must_write"],
    [{ rolls: false, onlyScratches: true }, "must_scratch"],
    [{ plain: false }, "server"],
    [{ announced: true }, "announced"],
    [{ announced: true, kept: 2 }, "kept_some"],
    [{ rolls: false, announced: true }, "announced"],
  ])("fits the moment %o: %s", (part, hint) => {
    expect(hintOf({ ...moment, ...part })).toBe(hint);
  });

  it("is left out for a lone player who can only roll", () => {
    const alone = snapshot({ turn: turn(1), seats: [seat(1), seat(2, { mine: false })] });
    expect(isObvious(alone)).toBe(true);
    expect(isObvious(snapshot({ turn: turn(1) }))).toBe(false);
    expect(isObvious({ ...alone, legal_actions: [{ type: "roll" }, { type: "double" }] })).toBe(false);
    expect(isObvious({ ...alone, legal_actions: [] })).toBe(false);
  });
});

describe("the stored marks", () => {
  const rolled = rolledAt(7);
  it("belong to one table and one state of it", () => {
    const memory = new MemoryMap();
    rememberKeep(memory, rolled, "k33");
    expect(recallKeep(memory, rolled)).toBe("k33");
    expect(recallKeep(memory, { ...rolled, round: 2 })).toBeNull();
    expect(recallKeep(memory, { ...rolled, id: "t2" })).toBeNull();
    // The same dice are on the table after an interruption.
    expect(recallKeep(memory, { ...rolled, seq: 9 })).toBe("k33");
    forgetKeep(memory, "t1");
    expect(recallKeep(memory, rolled)).toBeNull();
  });

  it("survive damaged storage", () => {
    const memory = new MemoryMap();
    memory.setItem("pasch.keep.t1", "{");
    expect(recallKeep(memory, rolled)).toBeNull();
    memory.setItem("pasch.keep.t1", "3");
    expect(recallKeep(memory, rolled)).toBeNull();
  });
});

const used = (data: Pick<ActionUsed["data"], "action" | "target" | "cell">): TableEvent => ({
  seq: 5,
  type: "action_used",
  at: "",
  seat: 2,
  data: { points: 0, ...data },
  text: "",
});

describe("the latest entries", () => {
  const back: TableEvent = {
    seq: 5,
    type: "entry_taken_back",
    at: "",
    seat: 1,
    data: { cell: "chance", points: 18 },
    text: "",
  };
  const log = [scoreEvent(1, 1, "ones", 3), scoreEvent(2, 2, "sixes", 0), rollEvent(3, "13356"), scoreEvent(4, 1, "chance", 18)];

  it("are known for every seat", () => {
    expect(Object.fromEntries(lastEntries(log, 3))).toEqual({ 1: "chance", 2: "sixes" });
  });

  it("go back with an entry that is taken back", () => {
    expect(lastEntries([...log, back], 3).get(1)).toBe("ones");
  });

  it("belong to the sheets, also after a theft or an exchange", () => {
    const stolen = [...log, used({ action: "steal", target: 1, cell: "chance" })];
    expect(lastEntries(stolen, 3).get(2)).toBe("chance");
    const shifted = [...stolen, used({ action: "shift", target: null, cell: null })];
    expect(lastEntries(shifted, 3).get(3)).toBe("chance");
    const swapped = [...stolen, used({ action: "swap", target: 3, cell: null })];
    expect(lastEntries(swapped, 3).get(3)).toBe("chance");
    expect(lastEntries(swapped, 3).has(2)).toBe(false);
  });

  it("are cleared when a game starts", () => {
    const start: TableEvent = { seq: 6, type: "game_started", at: "", seat: null, data: { game: 2 }, text: "" };
    expect(lastEntries([...log, start], 3).size).toBe(0);
  });
});

describe("places", () => {
  const seats = [seat(1, { total: 100, rank: 2 }), seat(2, { total: 200, rank: 1 }), seat(3, { total: 100, rank: 2 })];

  it("are in order, shared ones by seat", () => {
    expect(placesOf(snapshot({ seats })).map(({ seat, place }) => [seat.seat, place])).toEqual([[2, 1], [1, 2], [3, 2]]);
  });

  it("of the match count every game", () => {
    const match = snapshot({ seats, grand_totals: [500, 400, 300], ranks: [1, 2, 3] });
    expect(matchPlacesOf(match).map(({ seat, grand }) => [seat.seat, grand])).toEqual([[1, 500], [2, 400], [3, 300]]);
  });
});
