import { beforeEach, describe, expect, it } from "vitest";
import { announcements } from "../app/announce.svelte";
import { settings } from "../app/settings.svelte";
import { ApiError } from "../wire/problem";
import type { Command, Snapshot, TableEvent } from "../wire/types";
import { column, LAYOUT, MemoryMap, rolled, rollEvent, scoreEvent, seat, snapshot, steadyChance, StoppedClock, turn } from "../testing/examples";
import { TableGame } from "./game.svelte";
import { FALLEN, LONGEST } from "../board/dice/rollplan";
import { keepOf } from "../board/dice/tray";

/** A connection that records commands and gives the answers that a test sets. */
class NotedLine {
  events: readonly TableEvent[] = [];
  sent: Command[] = [];
  refusal: ApiError | null = null;
  #held: Promise<{ seq: number }> | null = null;

  /** Delays answers until the returned function is called. */
  hold(): () => void {
    const waiting: ((answer: { seq: number }) => void)[] = [];
    this.#held = new Promise((resolve) => waiting.push(resolve));
    return () => waiting.forEach((resolve) => resolve({ seq: 1 }));
  }

  send(command: Command): Promise<{ seq: number }> {
    this.sent.push(command);
    if (this.#held !== null) return this.#held;
    return this.refusal === null ? Promise.resolve({ seq: 1 }) : Promise.reject(this.refusal);
  }
}

let line: NotedLine;
let clock: StoppedClock;
let memory: MemoryMap;
let motion: boolean;

beforeEach(() => {
  line = new NotedLine();
  clock = new StoppedClock();
  memory = new MemoryMap();
  motion = true;
  settings.handover = "always";
});

/** The number of the latest announced sentence. */
function announcementCount(): number {
  return announcements.sentences.at(-1)?.id ?? 0;
}

const bernd = () => snapshot({ seq: 3, turn: turn(2), can_take_back: true });

function table(): TableGame {
  return new TableGame(line, { clock, chance: steadyChance(), memory, motion: () => motion });
}

function arrive(game: TableGame, next: Snapshot, ...events: TableEvent[]): void {
  line.events = [...line.events, ...events];
  game.arrived(next, line.events);
}

/** A table whose first roll rests. */
function rolledTable(): TableGame {
  const game = table();
  arrive(game, snapshot());
  arrive(game, rolled(2), rollEvent(2, "13356"));
  clock.pass(LONGEST);
  return game;
}

describe("a provisional entry", () => {
  it("is known only to this page until it is entered", async () => {
    const game = rolledTable();
    game.pencil("chance");
    expect(game.provisional).toMatchObject({ cell: "chance", points: 18 });
    expect(line.sent).toEqual([]);
    await game.write("chance");
    expect(line.sent).toMatchObject([{ type: "score", cell: "chance", points: 18 }]);
    arrive(game, snapshot({ seq: 3, turn: turn(2) }), scoreEvent(3, 1, "chance", 18));
    expect(game.provisional).toBe(null);
  });

  it.each(["erased", "another roll", "another keep"])("ends with the moment that it was made for: %s", (why) => {
    const game = rolledTable();
    game.pencil("chance");
    if (why === "erased") game.erase();
    else if (why === "another roll") game.roll();
    else game.keep(0, false, false);
    expect(game.provisional).toBe(null);
  });

  it("is impossible in a cell without an offer", () => {
    const game = table();
    arrive(game, snapshot());
    game.pencil("chance");
    expect(game.provisional).toBe(null);
  });
});

describe("a roll", () => {
  it("tumbles, then offers its points, then is announced once", async () => {
    const game = table();
    arrive(game, snapshot());
    const before = announcementCount();
    arrive(game, rolled(2), rollEvent(2, "13356"));
    expect(game.stage.phase).toBe("tumbling");
    expect(await game.write("chance")).toBe(false);
    expect(announcementCount()).toBe(before);
    clock.pass(LONGEST);
    expect(game.stage.phase).toBe("still");
    expect(await game.write("chance")).toBe(true);
    expect(announcements.sentences.at(-1)?.text).toBe("Roll 13356.");
    expect(announcementCount()).toBe(before + 1);
  });

  it("changes only the dice until they rest", () => {
    const game = table();
    arrive(game, snapshot());
    arrive(game, rolled(2), rollEvent(2, "13356"));
    clock.pass(FALLEN);
    expect([game.stage.phase, game.snapshot?.seq, game.acting]).toEqual(["sliding", 1, false]);
    game.stage.skip();
    expect([game.stage.phase, game.snapshot?.seq, game.acting]).toEqual(["still", 2, true]);
  });

  it("leaves kept dice where they are, and lines them up with the others", () => {
    const game = rolledTable();
    game.keep(3, false, false);
    arrive(game, rolled(3, "12345", { kept: "k5", rolls_left: 1, rolls_used: 2 }), rollEvent(3, "12345", "k5"));
    expect(game.stage.slots.map((slot) => slot.face)).toEqual([1, 3, 3, 5, 6]);
    expect([0, 1, 2, 3, 4].map((place) => game.stage.isAway(place))).toEqual([true, true, true, false, true]);
    expect(game.stage.shift(3)).toBe(0);
    clock.pass(FALLEN);
    expect([3, 4].map((place) => game.stage.shift(place))).toEqual([1, 0]);
    clock.pass(LONGEST - FALLEN);
    expect(game.stage.slots.map((slot) => slot.face)).toEqual([1, 2, 3, 4, 5]);
    expect(keepOf(game.stage.slots)).toBe("k5");
  });

  it("is announced again when the same faces come again", () => {
    const game = rolledTable();
    const before = announcementCount();
    arrive(game, rolled(3, "13356", { rolls_left: 1, rolls_used: 2 }), rollEvent(3, "13356"));
    clock.pass(LONGEST);
    expect(announcementCount()).toBe(before + 1);
  });

  it("starts in the hand, and returns to its place when it is refused", async () => {
    const game = rolledTable();
    game.keep(0, false, false);
    line.refusal = new ApiError({ status: 409, code: "stale", detail: "Too late" });
    game.roll();
    expect(game.stage.phase).toBe("shaking");
    expect([0, 1].map((place) => game.stage.isAway(place))).toEqual([false, true]);
    game.keep(1, false, false);
    expect(game.stage.slots[1]?.kept).toBe(false);
    await new Promise((resolve) => setTimeout(resolve));
    expect(game.stage.phase).toBe("still");
  });

  it("rests at once if motion is off", () => {
    motion = false;
    const game = table();
    arrive(game, snapshot());
    arrive(game, rolled(2), rollEvent(2, "13356"));
    expect(game.stage.phase).toBe("still");
    expect(game.loggedSeq).toBe(2);
  });

  it("is shortened by another roll, without a second command", () => {
    const game = table();
    arrive(game, snapshot());
    arrive(game, rolled(2), rollEvent(2, "13356"));
    game.roll();
    expect(game.stage.phase).toBe("still");
    expect(line.sent).toEqual([]);
  });

  it("shows several rolls one after another", () => {
    const game = table();
    arrive(game, snapshot());
    arrive(game, rolled(2), rollEvent(2, "13356"));
    arrive(game, rolled(3, "33456", { kept: "k33", rolls_left: 1, rolls_used: 2 }), rollEvent(3, "33456", "k33"));
    clock.pass(LONGEST);
    expect(game.snapshot?.seq).toBe(2);
    clock.pass(LONGEST);
    expect(game.snapshot?.seq).toBe(3);
    expect(keepOf(game.stage.slots)).toBe("k33");
  });

  it("does not tumble when the page is loaded in the middle of a turn", () => {
    const game = table();
    line.events = [rollEvent(2, "13356")];
    arrive(game, rolled(2));
    expect(game.stage.phase).toBe("still");
  });
});

describe("keeping dice", () => {
  it("is part of the next roll", () => {
    const game = rolledTable();
    game.keep(1, true, false);
    game.roll();
    expect(line.sent).toEqual([{ type: "roll", keep: "k33" }]);
  });

  it("is not part of the first roll", () => {
    const game = table();
    arrive(game, snapshot());
    game.roll();
    expect(line.sent).toEqual([{ type: "roll" }]);
  });

  it("survives a reload", () => {
    rolledTable().keep(4, false, false);
    const again = table();
    arrive(again, rolled(2));
    expect(keepOf(again.stage.slots)).toBe("k6");
  });

  it("marks the dice to roll again if the game or the player says so", () => {
    const sheet = { ...LAYOUT, customs: { ...LAYOUT.customs, marks_rolls: true } };
    const game = table();
    arrive(game, snapshot({ sheet }));
    arrive(game, { ...rolled(2), sheet }, rollEvent(2, "13356"));
    clock.pass(LONGEST);
    expect([game.marksRolls, game.nothingToThrow]).toEqual([true, true]);
    game.keep(1, true, false);
    game.roll();
    expect(line.sent).toEqual([{ type: "roll", keep: "k156" }]);
    settings.marks = "keep";
    expect(game.marksRolls).toBe(false);
    settings.marks = "game";
  });

  it("refuses to roll when every die is kept, and says why", () => {
    const game = rolledTable();
    for (const place of [0, 1, 2, 3, 4]) game.keep(place, false, false);
    game.roll();
    expect(line.sent).toEqual([]);
    expect(game.problem?.place).toBe("tray");
  });

  it("is announced when the focus is elsewhere", () => {
    const game = rolledTable();
    const before = announcementCount();
    game.keep(0, false, false);
    expect(announcementCount()).toBe(before);
    game.keep(1, false, true);
    expect(announcementCount()).toBe(before + 1);
  });
});

describe("entering", () => {
  it("sends the offer of the cell", async () => {
    const game = rolledTable();
    expect(await game.write("chance")).toBe(true);
    expect(line.sent).toEqual([{ type: "score", cell: "chance", points: 18 }]);
  });

  it("asks before a scratch", async () => {
    const game = rolledTable();
    expect(await game.write("ones")).toBe(false);
    expect(game.dialogs.asked).toEqual({ name: "scratch", about: { cell: "ones" } });
    expect(line.sent).toEqual([]);
    await game.scratch("ones");
    expect(line.sent).toEqual([{ type: "score", cell: "ones", points: 0 }]);
  });

  it("asks for the cell to cross out", () => {
    const game = rolledTable();
    game.askScratch(null);
    expect(game.dialogs.asked).toEqual({ name: "scratch", about: { cell: null } });
  });

  it("shows a refusal in the server's words and keeps everything", async () => {
    const game = rolledTable();
    game.keep(4, false, false);
    line.refusal = new ApiError({ status: 409, code: "stale", detail: "Der Tisch ist schon weiter." });
    expect(await game.write("chance")).toBe(false);
    expect(game.problem).toEqual({ place: "sheet", text: "Der Tisch ist schon weiter." });
    expect(keepOf(game.stage.slots)).toBe("k6");
    expect(game.waiting).toBe(false);
  });

  it("lets a player act on the visible state before the answer arrives", async () => {
    const game = rolledTable();
    const answered = line.hold();
    const written = game.write("chance");
    expect(await game.scratch("ones")).toBe(false);
    arrive(game, snapshot({ seq: 3 }), scoreEvent(3, 1, "chance", 18));
    game.roll();
    answered();
    expect(await written).toBe(true);
    expect(line.sent.map((command) => command.type)).toEqual(["score", "roll"]);
  });

  it("can be taken back only if the server allows it", async () => {
    const game = rolledTable();
    expect(await game.takeBack()).toBe(false);
    expect(line.sent).toEqual([]);
    arrive(game, snapshot({ seq: 3, can_take_back: true }));
    expect(await game.takeBack()).toBe(true);
    expect(line.sent).toEqual([{ type: "take_back" }]);
  });
});

describe("a faster player", () => {
  const stale = new ApiError({ status: 409, code: "stale", detail: "Jemand war schneller." });

  async function refused(game: TableGame): Promise<void> {
    line.refusal = stale;
    await game.write("chance");
    line.refusal = null;
  }

  it("is reported, and the report stays when their event arrives after the refusal", async () => {
    const game = rolledTable();
    await refused(game);
    expect(game.problem).toEqual({ place: "sheet", text: "Jemand war schneller." });
    arrive(game, bernd(), scoreEvent(3, 1, "chance", 18));
    expect(game.problem?.text).toBe("Jemand war schneller.");
    arrive(game, rolled(4), rollEvent(4, "22345"));
    clock.pass(LONGEST);
    expect(game.problem).toBeNull();
  });

  it("is reported until the next event when their event arrived before", async () => {
    const game = rolledTable();
    const answer = refused(game);
    arrive(game, bernd(), scoreEvent(3, 1, "chance", 18));
    await answer;
    expect(game.problem?.text).toBe("Jemand war schneller.");
    arrive(game, rolled(4), rollEvent(4, "22345"));
    clock.pass(LONGEST);
    expect(game.problem).toBeNull();
  });
});

describe("the visible sheet", () => {
  it("is first the one that was written on, then that of the next player", () => {
    const game = rolledTable();
    expect(game.passing.following).toBe(1);
    arrive(game, bernd(), scoreEvent(3, 1, "chance", 18));
    expect(game.passing.following).toBe(1);
    clock.pass(1000);
    expect(game.passing.following).toBe(2);
  });

  it("belongs to the player whose turn it is after their first roll", () => {
    const game = rolledTable();
    arrive(game, bernd(), scoreEvent(3, 1, "chance", 18));
    const next = turn(2, { dice: "11111", rolls_left: 2, rolls_used: 1 });
    arrive(game, snapshot({ seq: 4, turn: next }), { ...rollEvent(4, "11111"), seat: 2 });
    clock.pass(LONGEST);
    expect(game.passing.following).toBe(2);
  });
});

describe("handing the device over", () => {
  it("follows an entry, after the ink was visible", () => {
    const game = rolledTable();
    arrive(game, bernd(), scoreEvent(3, 1, "chance", 18));
    expect(game.passing.handover).toBeNull();
    clock.pass(1000);
    expect(game.passing.handover?.name).toBe("Bernd");
    expect(game.mine).toBe(false);
    game.passing.done();
    expect(game.passing.handover).toBeNull();
    expect(game.mine).toBe(true);
  });

  it("ends when the entry is taken back", () => {
    const game = rolledTable();
    arrive(game, bernd(), scoreEvent(3, 1, "chance", 18));
    clock.pass(1000);
    arrive(game, { ...rolled(4), seq: 4 });
    expect(game.passing.handover).toBeNull();
    expect(game.mover?.name).toBe("Anna");
  });

  it("lets the next name slide over the tray in a game without that custom", () => {
    settings.handover = "game";
    const game = rolledTable();
    arrive(game, bernd(), scoreEvent(3, 1, "chance", 18));
    expect(game.passing.next?.name).toBe("Bernd");
    expect(game.mine).toBe(true);
    clock.pass(2000);
    expect([game.passing.next, game.passing.handover]).toEqual([null, null]);
  });

  it("separates the turns of a lone player, if that is the custom", () => {
    settings.handover = "game";
    const sheet = { ...LAYOUT, customs: { ...LAYOUT.customs, shows_key: true } };
    const alone = { seats: [seat(1)], sheet };
    const game = table();
    arrive(game, snapshot({ ...alone, seq: 1, turn: turn(1) }));
    clock.pass(1000);
    expect(game.passing.handover).toBeNull();
    arrive(game, snapshot({ ...alone, seq: 3, turn: turn(1) }), scoreEvent(3, 1, "chance", 18));
    clock.pass(1000);
    expect(game.passing.handover?.name).toBe("Anna");
    game.passing.done();
    expect([game.passing.handover, game.mine]).toEqual([null, true]);
  });

  it("can be switched off", () => {
    settings.handover = "never";
    const game = rolledTable();
    arrive(game, bernd(), scoreEvent(3, 1, "chance", 18));
    clock.pass(1000);
    expect(game.passing.handover).toBeNull();
    expect(game.mine).toBe(true);
  });

  it("does not separate a person and the computer", () => {
    const seats = [seat(1), seat(2, { kind: "bot", mine: false })];
    const game = rolledTable();
    arrive(game, snapshot({ seq: 3, turn: turn(2), seats }), scoreEvent(3, 1, "chance", 18));
    arrive(game, snapshot({ seq: 4, turn: turn(1), seats }), scoreEvent(4, 2, "chance", 18));
    clock.pass(1000);
    expect(game.passing.handover).toBeNull();
    expect(game.mine).toBe(true);
  });
});

describe("an announcement", () => {
  const sheet = { ...LAYOUT, columns: [column(1), column(2, { announce: "after_first_roll" })] };
  const waiting = () =>
    snapshot({
      seq: 2,
      sheet,
      turn: turn(1, { dice: "13356", rolls_left: 2, rolls_used: 1 }),
      legal_actions: [
        { type: "announce", cell: "ones@2" },
        { type: "score", cell: "ones@2", points: 1 },
      ],
    });

  it("is requested by the roll button when no other roll is left", () => {
    const game = table();
    arrive(game, waiting());
    game.roll();
    expect(game.dialogs.asked?.name).toBe("announce");
    expect(line.sent).toEqual([]);
  });

  it("is sent as the server offered it", async () => {
    const game = table();
    arrive(game, waiting());
    expect(await game.perform({ type: "announce", cell: "ones@2" })).toBe(true);
    expect(line.sent).toEqual([{ type: "announce", cell: "ones@2" }]);
  });

  it("allows marks on dice before it is made", () => {
    const game = table();
    arrive(game, waiting());
    game.keep(0, false, false);
    expect(game.stage.slots[0]?.kept).toBe(true);
  });
});

describe("an explanation", () => {
  it("stays until the next event", () => {
    const game = table();
    arrive(game, rolled(2));
    game.explain("Column 2.");
    expect(game.note).toBe("Column 2.");
    expect(announcements.sentences.at(-1)?.text).toBe("Column 2.");
    arrive(game, rolled(3, "11111"), rollEvent(3, "11111"));
    clock.pass(LONGEST);
    expect(game.note).toBe("");
  });
});

describe("a claim on a shared screen", () => {
  const sheet = { ...LAYOUT, phase: "bluff" as const };
  const claim = { seat: 2, cell: "chance", points: 20, doubts: [] };
  const seats = [seat(1), seat(2, { kind: "bot" }), seat(3)];
  const asked = (seq: number, number: number) =>
    snapshot({ seq, sheet, seats, turn: turn(number, { stage: "claimed", hidden: true, claim }), legal_actions: [{ type: "doubt" }] });

  it("is answered without handing the device over", () => {
    const game = table();
    arrive(game, snapshot({ seq: 1, sheet, seats, turn: turn(1) }));
    arrive(game, asked(2, 3));
    clock.pass(2000);
    expect(game.passing.handover).toBeNull();
  });

  it("leaves the device with its last player", () => {
    const game = table();
    arrive(game, snapshot({ seq: 1, sheet, seats, turn: turn(1) }));
    arrive(game, asked(2, 3));
    arrive(game, snapshot({ seq: 3, sheet, seats, turn: turn(3) }));
    clock.pass(2000);
    expect(game.passing.handover?.seat).toBe(3);
  });

  it("hides dice in the log from other readers", () => {
    const game = table();
    const covered = (seq: number) => snapshot({ seq, sheet, seats, turn: turn(1, { dice: "13356", rolls_left: 2, rolls_used: 1 }) });
    arrive(game, snapshot({ seq: 1, sheet, seats, turn: turn(1) }));
    arrive(game, covered(2), rollEvent(2, "13356"));
    expect(game.log.at(-1)?.text).not.toContain("13356");
    expect(announcements.sentences.at(-1)?.text).not.toContain("13356");
    expect(game.covered).toBe(true);
    game.uncovered = true;
    expect(game.covered).toBe(false);
    arrive(game, asked(3, 3), scoreEvent(3, 1, "chance", 5));
    expect(game.uncovered).toBe(false);
  });
});
