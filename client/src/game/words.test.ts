import { describe, expect, it } from "vitest";
import type { Snapshot, Turn } from "../wire/types";
import { endWords } from "./endwords";
import { LAYOUT, seat, snapshot, turn } from "../testing/examples";
import { offersOf } from "../board/sheet/sheetmodel";
import { consequences, previewOf, type SheetPlay } from "../board/sheet/sheetplay";
import { sumName } from "../board/sheet/sumwords";
import { cellWords, otherWords, rollsWords, stateWords, titleWords, whoWords } from "./tablewords";

describe("sentences about the table", () => {
  it("name the player whose turn it is, and the variant", () => {
    const two = snapshot({ turn: turn(2) });
    expect(whoWords(two)).toContain("Bernd");
    expect(titleWords(two)).toContain("Kniffel");
  });

  it("need no name for a lone player", () => {
    expect(whoWords(snapshot({ seats: [seat(1)] }))).not.toContain("Anna");
  });

  it("describe another player's action, and mention rolling only while they roll", () => {
    const bernd = seat(2, { mine: false });
    const wordsFor = (stage: Turn["stage"], mover = bernd, status: Snapshot["status"] = "running") =>
      otherWords(snapshot({ status, turn: turn(2, { stage }) }), mover);
    const rolling = wordsFor("ready");
    expect(wordsFor("rolled")).toBe(rolling);
    const away = { why: "lost", until: null, absent: "bot" } as const;
    const other = [
      wordsFor("claimed"),
      wordsFor("shifting"),
      wordsFor("entered"),
      wordsFor("entry_due"),
      wordsFor("ready", { ...bernd, away }),
      wordsFor("ready", { ...bernd, held: "simple" }),
      wordsFor("ready", bernd, "paused"),
    ];
    expect(other).not.toContain(rolling);
    expect(other.every((text) => text.includes("Bernd"))).toBe(true);
  });

  it("mark players who are away, substituted or gone", () => {
    const away = { why: "lost", until: null, absent: "bot" } as const;
    const words = [seat(2, { away }), seat(2, { away, held: "simple" }), seat(2, { held: "simple", sheet_frozen: true })].map(stateWords);
    expect(new Set(words).size).toBe(3);
    expect(words).not.toContain("");
    expect(stateWords(seat(2))).toBe("");
  });

  it("omit the number of rolls in a turn without rolls", () => {
    expect(rollsWords(snapshot({ turn: turn(1) })).text).toContain("3");
    expect(rollsWords(snapshot({ turn: turn(1, { stage: "entered" }) })).text).toBe("");
    expect(rollsWords(snapshot({ turn: turn(1, { stage: "shifting" }) })).text).toBe("");
  });

  it("name a cell with its column", () => {
    expect(cellWords(LAYOUT, "chance")).toBe("Chance");
    expect(cellWords(LAYOUT, "chance@2")).toMatch(/Chance.*2/);
    expect(cellWords(LAYOUT, "unknown")).toBe("unknown");
    expect(cellWords({ ...LAYOUT, phase: "chip_pool" }, "chance@2")).toBe("Chance");
  });

  it("name the bonus with its threshold", () => {
    expect(sumName("bonus", LAYOUT)).toContain("21");
    expect(sumName("extra", { ...LAYOUT, extra: { points: 50, counts_in: "game", name: "Extra" } })).toBe("Extra");
  });

  it("list the effects of an entry", () => {
    const after = { upper: 12, saldo: -3, bonus: 0, total: 80 };
    const text = consequences({ type: "score", cell: "ones", points: 3, after, extra: 50, strong: false });
    expect(text).toContain("50");
    expect(text).toContain("−3");
    expect(text).toContain("80");
  });
});

describe("the effect of an entry", () => {
  const sums = { upper: 12, saldo: -3, bonus: 0, total: 80 };
  const action = { type: "score", cell: "ones@2", points: 3, after: { ...sums, total: 200 }, after_column: sums } as const;
  const play = { offers: offersOf([action]), preview: "ones@2", resting: false } as unknown as SheetPlay;

  it("is described for its column and for the whole sheet", () => {
    expect(previewOf(play, LAYOUT)).toEqual({ all: action.after, column: { number: 2, after: sums }, lower: 0, extra: 0 });
    expect(previewOf({ ...play, offers: offersOf([{ ...action, extra: 100 }]) }, LAYOUT)?.extra).toBe(100);
    expect(consequences(action)).toContain("−3");
    expect(consequences(action)).toContain("200");
  });

  it("includes the sum of the lower section", () => {
    const lower = { ...action, cell: "chance@2", points: 18 };
    expect(previewOf({ ...play, offers: offersOf([lower]), preview: "chance@2" }, LAYOUT)?.lower).toBe(18);
  });

  it("is described while the dice rest, for the hovered or focused cell", () => {
    expect(previewOf({ ...play, resting: true }, LAYOUT)).toBeNull();
    expect(previewOf({ ...play, preview: null }, LAYOUT)).toBeNull();
    expect(previewOf({ ...play, preview: "sixes@1" }, LAYOUT)).toBeNull();
    expect(previewOf(null, LAYOUT)).toBeNull();
  });
});

describe("the end of a game", () => {
  const over = { turn: null, status: "finished" as const };
  const seats = [seat(1, { total: 100, rank: 1 }), seat(2, { total: 100, rank: 1 })];

  it("names the winner", () => {
    const won = snapshot({ ...over, seats: [seat(1), seat(2, { rank: 2 })], ranks: [1, 2] });
    expect(endWords(won).sentence).toContain("Anna");
    expect(endWords(won).sentence).not.toContain("Bernd");
  });

  it("names the margin, of the game or of the match", () => {
    const [first, second] = [seat(1, { total: 240 }), seat(2, { total: 197, rank: 2 })];
    expect(endWords(snapshot({ ...over, seats: [first, second], ranks: [1, 2], grand_totals: [240, 197] })).sentence).toContain("43");
    const match = snapshot({ ...over, games: 2, game: 2, seats: [first, second], ranks: [2, 1], grand_totals: [400, 411] });
    expect(endWords(match).sentence).toMatch(/Bernd.*11/);
  });

  it("names all who share the first place", () => {
    const shared = endWords(snapshot({ ...over, seats, ranks: [1, 1] })).sentence;
    expect(shared).toContain("Anna");
    expect(shared).toContain("Bernd");
  });

  it("addresses a lone player", () => {
    expect(endWords(snapshot({ ...over, seats: [seat(1, { total: 211 })] })).sentence).toContain("211");
  });

  it("distinguishes a game from the match", () => {
    const game = endWords(snapshot({ turn: null, game: 1, games: 2, seats, ranks: [1, 1] }));
    const match = endWords(snapshot({ ...over, game: 2, games: 2, seats, ranks: [1, 1] }));
    expect(game.title).not.toBe(match.title);
    expect(game.title).toContain("1");
  });

  it("says that a player ended it", () => {
    const aborted = endWords(snapshot({ turn: null, status: "aborted", seats }));
    expect(aborted.sentence).not.toContain("Anna");
  });
});
