"""One player's sheet of one game: what a group of columns on paper holds, or has room for."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pasch.i18n import Translator
from pasch.rules.category import Cell
from pasch.rules.game import Game
from pasch.rules.sheet import Sheet, Totals

SCRATCHED = "–"
LIE = "L"

TYPED_DICE = "~"
TYPED_POINTS = "?"
CORRECTED = "^"
"""Marks of entries with real dice, as in records."""


@dataclass(frozen=True)
class Slot:
    """Game and seat count from 1. Without a game that was played, and without a name, there is room for them.

    `marks` stand behind the entries of some cells.
    """

    game: int
    seat: int
    name: str = ""
    played: Game | None = None
    marks: Mapping[Cell, str] = field(default_factory=dict)

    @property
    def sheet(self) -> Sheet | None:
        """The entries."""
        return None if self.played is None else self.played.sheets[self.seat - 1]

    @property
    def result(self) -> Totals | None:
        """The sums as the game counts them."""
        return None if self.played is None else self.played.results[self.seat - 1]

    def column(self, number: int) -> Totals | None:
        """The sums of a column, from 0."""
        return None if self.sheet is None else self.sheet.columns[number]

    def mark(self, column: int, row: int) -> str:
        """What stands behind an entry; column and row count from 0."""
        if self.played is None or not self.marks:
            return ""
        variant = self.played.variant
        return self.marks.get(variant.cells[column * len(variant.categories) + row], "")

    def entry(self, t: Translator, column: int, row: int) -> str:
        """What is written in a cell; column and row count from 0."""
        sheet = self.sheet
        points = None if sheet is None else sheet.at(column, row)
        if sheet is None or points is None:
            return ""
        if points:
            return t.number(points)
        return LIE if column * len(sheet.variant.categories) + row in sheet.lies else SCRATCHED


def entries_of(slot: Slot, row: int) -> list[int] | None:
    """The entries of a row in all columns, None as long as there are none."""
    if slot.sheet is None:
        return None
    points = (slot.sheet.at(column, row) for column in range(len(slot.sheet.variant.columns)))
    return [written for written in points if written is not None] or None
