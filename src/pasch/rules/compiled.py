"""Lookup tables: the points of a roll in every cell of a sheet, one set per fingerprint.

The first use of a roll computes its line, so an unplayed variant costs nothing.
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
    """The points of `roll`: `natural` in each row, `points` at each of the `cells` after its column's factor."""

    roll: Roll
    cells: tuple[Cell, ...]
    natural: tuple[int, ...]
    points: tuple[int, ...]

    @lazy
    def scores(self) -> tuple[tuple[Score, ...], ...]:
        """For each cell, the entry with its points and the entry that scratches it."""
        return tuple(map(entries_at, self.cells, self.points))

    def bringing(self, points: tuple[int, ...]) -> Line:
        """The same roll with other points."""
        return Line(self.roll, self.cells, self.natural, points)


@lru_cache(maxsize=1 << 14)
def entries_at(cell: Cell, points: int) -> tuple[Score, ...]:
    """The entry with its points and the entry that scratches the cell."""
    return (Score(cell, points), Score(cell, 0)) if points else (Score(cell, 0),)


# ------------------------------------------------------------------------------- the fast path


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """A player's options after a roll where only the dice and the open cells decide.

    `rolls` can follow; `points` and `scores` are those of a `Line`; `scoring` has a bit for each cell with points.
    """

    rolls: tuple[RollDice, ...]
    points: tuple[int, ...]
    scores: tuple[tuple[Score, ...], ...]
    scoring: int

    @staticmethod
    def of(line: Line) -> Choice:
        """The choice that follows from a line."""
        scoring = sum(1 << place for place, points in enumerate(line.points) if points)
        return Choice(rolls_after(line.roll), line.points, line.scores, scoring)


@lru_cache(maxsize=1 << 10)
def rolls_after(roll: Roll) -> tuple[RollDice, ...]:
    """Every `RollDice` that can follow where any dice may stay."""
    return tuple(map(RollDice, roll.keeps))


@lru_cache(maxsize=1 << 14)
def entry_of(seat: int, cell: Cell, points: int) -> Scored:
    """The event of an entry; equal entries share one object."""
    return Scored(seat, cell, points)


Lines = dict[object, Line]
"""The lines computed so far, by the roll's text and, where it matters, by how it was rolled."""

Choices = dict[str, Choice]
"""The choices computed so far, by the roll's text. Choices that a bonus or joker may change are omitted."""

Landings = dict[tuple[str, str, int], DiceRolled]
"""The roll events created so far, by the texts of the roll and of the kept dice, and by the seat."""


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The tables of a variant. Variants with the same rules share them. `places` maps cell names to places."""

    places: dict[Cell, int]
    lines: Lines
    choices: Choices
    landings: Landings


@lru_cache(maxsize=256)
def tables_of(fingerprint: str, dice: tuple[int, int], cells: tuple[Cell, ...]) -> Tables:  # noqa: ARG001 - what the cache goes by
    """The tables of these rules, initially empty. Tables with the same dice share their roll events."""
    return Tables({cell: place for place, cell in enumerate(cells)}, {}, {}, _landings_of(dice))


@lru_cache(maxsize=64)
def _landings_of(dice: tuple[int, int]) -> Landings:  # noqa: ARG001 - what the cache goes by
    return {}
