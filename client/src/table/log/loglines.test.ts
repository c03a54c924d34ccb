import { describe, expect, it } from "vitest";
import type { TableEvent } from "../../wire/types";
import { LAYOUT, rollEvent, scoreEvent } from "../../testing/examples";
import { linesOf, type LogLine } from "./loglines";

const first = rollEvent(1, "13356");
const second = { ...rollEvent(2, "33345"), data: { ...first.data, dice: "33345", keep: "k33", roll: 2 } } as TableEvent;
const other: TableEvent = { seq: 3, type: "table_resumed", at: "", seat: null, data: {}, text: "Weiter." } as TableEvent;

function summary(line: LogLine): unknown {
  if (!("rolls" in line)) return line.event.text;
  return [line.seat, line.rolls.map((roll) => roll.map((die) => `${String(die.face)}${die.kept ? "!" : ""}`).join("")), line.entry?.cell ?? null];
}

describe("the log", () => {
  it("has a line for each turn, with the kept dice marked", () => {
    const lines = linesOf([first, second, scoreEvent(4, 1, "chance", 18)], LAYOUT);
    expect(lines.map(summary)).toEqual([[1, ["13!3!56", "33345"], "chance"]]);
  });

  it("has every event of a turn as text for screen readers", () => {
    const [line] = linesOf([{ ...first, text: "Anna würfelt." }, { ...scoreEvent(2, 1, "chance", 18), text: "Anna schreibt." }], LAYOUT);
    expect(line).toMatchObject({ text: "Anna würfelt. Anna schreibt." });
  });

  it("keeps a turn together around other events, and starts another after its entry", () => {
    const again = scoreEvent(5, 1, "ones", 1);
    const lines = linesOf([first, other, second, scoreEvent(4, 1, "chance", 18), again], LAYOUT);
    expect(lines.map(summary)).toEqual([[1, ["13!3!56", "33345"], "chance"], "Weiter.", [1, [], "ones"]]);
  });

  it("draws pictures if the dice show them", () => {
    const swiss = { ...LAYOUT, customs: { ...LAYOUT.customs, pictures: "swiss" } } as const;
    expect(linesOf([first], swiss).map(summary)).toEqual([[1, ["13356"], null]]);
  });

  it("draws no dice if some are covered or special", () => {
    expect(linesOf([first], { ...LAYOUT, phase: "bluff" }).map(summary)).toEqual([first.text]);
    expect(linesOf([first], { ...LAYOUT, ten_sided: 1 }).map(summary)).toEqual([first.text]);
  });
});
