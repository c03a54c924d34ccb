"""Lookup tables: the points of a roll in every place of a sheet, one set for each fingerprint.

The first use of a roll computes its line, so a variant that is not played costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pasch.rules.actions import RollDice, Score
from pasch.rules.category import Cell
from pasch.rules.dice import Roll
from pasch.rules.events import DiceRolled, Scored
from pasch.rules.lazy import lazy


@dataclass(frozen=True, eq=False)
class Line:
    """What a `roll` brings: `natural` in each row, `points` at each of the `cells` after the factor of its column."""

    roll: Roll
    cells: tuple[Cell, ...]
    natural: tuple[int, ...]
    points: tuple[int, ...]

    @lazy
    def scores(self) -> tuple[tuple[Score, ...], ...]:
        """For each place the entry with its points, and the one that scratches the cell."""
        return tuple(map(entries_at, self.cells, self.points))

    def bringing(self, points: tuple[int, ...]) -> Line:
        """The same roll in a moment in which it brings other points."""
        return Line(self.roll, self.cells, self.natural, points)


@lru_cache(maxsize=1 << 14)
def entries_at(cell: Cell, points: int) -> tuple[Score, ...]:
    """The entry with its points, and the one that scratches the cell."""
    return (Score(cell, points), Score(cell, 0)) if points else (Score(cell, 0),)


# ------------------------------------------------------------------------------- the short way


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """What a roll lets a player do where only the dice and the open cells decide.

    `rolls` can follow; `points` and `scores` are those of a `Line`, and `scoring` has a bit for each place with points.
    """

    rolls: tuple[RollDice, ...]
    points: tuple[int, ...]
    scores: tuple[tuple[Score, ...], ...]
    scoring: int

    @staticmethod
    def of(line: Line) -> Choice:
        """The choice that a line leaves."""
        scoring = sum(1 << place for place, points in enumerate(line.points) if points)
        return Choice(rolls_after(line.roll), line.points, line.scores, scoring)


@lru_cache(maxsize=1 << 10)
def rolls_after(roll: Roll) -> tuple[RollDice, ...]:
    """Every roll that can follow where any dice may stay."""
    return tuple(map(RollDice, roll.keeps))


@lru_cache(maxsize=1 << 14)
def entry_of(seat: int, cell: Cell, points: int) -> Scored:
    """The event of an entry; one object stands for all equal ones."""
    return Scored(seat, cell, points)


Lines = dict[object, Line]
"""The lines known so far, by the text of the roll and, where that matters, by how it was rolled."""

Choices = dict[str, Choice]
"""The choices known so far, by the text of the roll. One that a bonus or a joker may change is missing."""

Landings = dict[tuple[str, str, int], DiceRolled]
"""The events of rolls known so far, by the texts of the roll and of the dice that stayed, and by the seat."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The tables of a variant. All variants with the same rules fill the same ones.

    `places` are the cells by name; `plain` says whether steps may go the short way.
    """

    plain: bool
    places: dict[Cell, int]
    lines: Lines
    choices: Choices
    landings: Landings


@lru_cache(maxsize=256)
def tables_of(fingerprint: str, dice: tuple[int, int], cells: tuple[Cell, ...], *, plain: bool) -> Tables:  # noqa: ARG001 - what the cache goes by
    """The tables of these rules, empty at first; equal dice roll the same events in all of them."""
    return Tables(plain, {cell: place for place, cell in enumerate(cells)}, {}, {}, _landings_of(dice))


@lru_cache(maxsize=64)
def _landings_of(dice: tuple[int, int]) -> Landings:  # noqa: ARG001 - what the cache goes by
    return {}
