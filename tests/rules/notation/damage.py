"""Ways to damage a record, each with the line that the reader must name."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

Lines = list[str]
Damaged = tuple[Lines, int]
"""The lines, and the number (from 1) of the first line that breaks the rules."""

ENTRY = r"> (?:claim )?[a-z]\S*"
"""An entry or a claim, up to its cell."""


def turns(lines: Sequence[str]) -> list[int]:
    """The indices (from 0) of turns with an entry, except replayed turns and shared numbers.

    Lines with equal numbers are several turns in a row, or sheets that change hands.
    """
    numbered = [i for i, line in enumerate(lines) if re.match(rf"\d.*{ENTRY} \d", line) and "lost" not in line]
    return [i for i in numbered if number(lines[i]) not in {number(line) for line in (lines[i - 1], lines[i + 1])}]


def number(line: str) -> str:
    return line.partition(" ")[0].removeprefix("^")


def thrown(lines: Sequence[str]) -> list[int]:
    """The turns among these that begin with dice."""
    return [i for i in turns(lines) if re.match(r"\S+ ~?\d", lines[i])]


def wrong_points(lines: Lines, rng: Random) -> Damaged:
    i = rng.choice(turns(lines))
    lines[i] = re.sub(rf"({ENTRY}) \d+", r"\1 999", lines[i])
    return lines, i + 1


def wrong_extra(lines: Lines, rng: Random) -> Damaged:
    i = rng.choice(turns(lines))
    lines[i] = re.sub(rf"({ENTRY} \d+).*", r"\1 +77", lines[i])
    return lines, i + 1


def unknown_cell(lines: Lines, rng: Random) -> Damaged:
    i = rng.choice(turns(lines))
    lines[i] = re.sub(ENTRY, "> nonsense", lines[i])
    return lines, i + 1


def no_entry(lines: Lines, rng: Random) -> Damaged:
    """An unfinished turn is valid; the line after it is the wrong one."""
    i = rng.choice(turns(lines)[:-1])
    lines[i] = lines[i].partition(" >")[0]
    return lines, i + 2


def filled_cell(lines: Lines, rng: Random) -> Damaged:
    numbers = [i for i in turns(lines) if i < sheets_change(lines)]
    seat = re.compile(r"\d+\.(\d+)")
    later = [i for i in numbers if any(seat.match(lines[j])[1] == seat.match(lines[i])[1] for j in numbers if j < i)]
    i = rng.choice(later)
    earlier = next(j for j in numbers if seat.match(lines[j])[1] == seat.match(lines[i])[1])
    cell = re.search(ENTRY, lines[earlier])[0].split()[-1]
    lines[i] = re.sub(r"> .*", f"> {cell} 0", lines[i])
    return lines, i + 1


def sheets_change(lines: Lines) -> int:
    """The first line where players hold other sheets, because of a new game or an action die."""
    return next((i for i, line in enumerate(lines) if re.search(r"^game:|\*swap|\*shift", line)), len(lines))


def missing_turn(lines: Lines, rng: Random) -> Damaged:
    i = rng.choice(turns(lines))
    del lines[i]
    return lines, i + 1


def turn_twice(lines: Lines, rng: Random) -> Damaged:
    i = rng.choice(turns(lines))
    lines.insert(i + 1, lines[i])
    return lines, i + 2


def wrong_number(lines: Lines, rng: Random) -> Damaged:
    i = rng.choice(turns(lines))
    lines[i] = re.sub(r"^\d+\.\d+", rng.choice(["99.1", "1.99", "0.0"]), lines[i])
    return lines, i + 1


def in_first_roll(new: str) -> Callable[[Lines, Random], Damaged]:
    def damage(lines: Lines, rng: Random) -> Damaged:
        i = rng.choice(thrown(lines))
        lines[i] = re.sub(r"^(\S+) \S+", rf"\1 {new}", lines[i])
        return lines, i + 1

    return damage


def dice_not_there(lines: Lines, rng: Random) -> Damaged:
    i = rng.choice(thrown(lines))
    first = lines[i].split()[1]
    gone = next(face for face in "123456" if face not in first)
    lines[i] = f"{number(lines[i])} {first} k{gone} 11111 > chance 5"
    return lines, i + 1


def four_rolls(lines: Lines, rng: Random) -> Damaged:
    i = rng.choice(thrown(lines))
    rest = lines[i].partition(" ")[2]
    lines[i] = f"{number(lines[i])} 12345 k- 12345 k- 12345 k- {rest}"
    return lines, i + 1


def garbage(lines: Lines, rng: Random) -> Damaged:
    i = rng.choice(turns(lines))
    lines.insert(
        i, rng.choice(["garbage", "a: b", "player 1: late", "pasch-record 1", "> chance 22", "\0", "🎲", "1.1.1"])
    )
    return lines, i + 1


def cut_off(lines: Lines, rng: Random) -> Damaged:
    i = rng.choice(turns(lines))
    return lines[: i + 1], i + 1


def wrong_result(lines: Lines, _rng: Random) -> Damaged:
    lines[-1] = f"result: 9{lines[-1].removeprefix('result: ')}"
    return lines, len(lines)


def no_result(lines: Lines, rng: Random) -> Damaged:
    lines[-1] = rng.choice(["result:", "result: many", "result: -1", "result: 1,2"])
    return lines, len(lines)


def after_the_result(lines: Lines, rng: Random) -> Damaged:
    lines.append(rng.choice(["1.1 12345 > chance 15", "result: *", "date: 2026-01-01", "x"]))
    return lines, len(lines)


def header(old: str, *new: str) -> Callable[[Lines, Random], Damaged]:
    def damage(lines: Lines, rng: Random) -> Damaged:
        i = next(i for i, line in enumerate(lines) if line.startswith(old))
        lines[i] = rng.choice(new)
        return lines, i + 1

    return damage


DAMAGES: dict[str, Callable[[Lines, Random], Damaged]] = {
    "wrong points": wrong_points,
    "wrong extra points": wrong_extra,
    "unknown cell": unknown_cell,
    "a turn without its entry": no_entry,
    "a filled cell": filled_cell,
    "a missing turn": missing_turn,
    "a turn twice": turn_twice,
    "a wrong number": wrong_number,
    "a seven": in_first_roll("12347"),
    "four dice": in_first_roll("1234"),
    "nine dice": in_first_roll("112345566"),
    "no dice": in_first_roll("k-"),
    "dice that are not there": dice_not_there,
    "four rolls": four_rolls,
    "garbage": garbage,
    "cut off": cut_off,
    "a wrong result": wrong_result,
    "no result": no_result,
    "lines after the result": after_the_result,
    "another first line": header("pasch-record 1", "pasch-record 2", "pasch", "PASCH-RECORD 1", "variant: kniffel"),
    "another variant": header("variant", "variant: nonsense", "variant:", "variants: kniffel", "variant kniffel"),
    "another player": header("player 1", "player 2: Anna", "player: Anna", "player 0: Anna", "player x: Anna"),
}
