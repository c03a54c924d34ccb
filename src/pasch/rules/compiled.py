"""Lookup tables: the points of a roll in every place of a sheet, one set for each fingerprint.

The first use of a roll computes its line, so a variant that is not played costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pasch.rules.actions import RollDice, Score
from pasch.rules.category import Cell
from pasch.rules.dice import Roll
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

    @lazy
    def rolls(self) -> tuple[RollDice, ...]:
        """Every roll that can follow where any dice may stay."""
        return tuple(map(RollDice, self.roll.keeps))

    @lazy
    def scoring(self) -> int:
        """The places where the roll brings points, as a set of bits."""
        return sum(1 << place for place, points in enumerate(self.points) if points)

    def bringing(self, points: tuple[int, ...]) -> Line:
        """The same roll in a moment in which it brings other points."""
        return Line(self.roll, self.cells, self.natural, points)


Lines = dict[object, Line]
"""The lines known so far, by the text of the roll and, where that matters, by how it was rolled."""


@lru_cache(maxsize=256)
def lines_of(fingerprint: str) -> Lines:  # noqa: ARG001 - what the cache goes by
    """The table that all variants with the same rules share."""
    return {}


@lru_cache(maxsize=1 << 14)
def entries_at(cell: Cell, points: int) -> tuple[Score, ...]:
    """The entry with its points, and the one that scratches the cell."""
    return (Score(cell, points), Score(cell, 0)) if points else (Score(cell, 0),)
