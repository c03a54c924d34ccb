"""Filled sheets and their sums."""

from typing_extensions import TypedDict


class SheetSums(TypedDict):
    """Sums of a sheet, in points."""

    upper: int
    saldo: int | None
    """Upper points less the share of each number, over the decided cells; null without a bonus."""
    bonus: int
    lower: int
    extra: int
    total: int


class Sums(SheetSums):
    """The sums of a sheet or of one of its columns, in points."""

    score: int
    """All points that count; equal to `total` unless results are of another kind."""


class ColumnSums(Sums):
    """The sums of one column."""

    column: int


class TypedEntry(TypedDict):
    """An entry with real dice."""

    cell: str
    round: int
    """The round of the entry, for `correct`."""
    dice: str | None
    """The typed dice; null if only the points are known."""
    corrected: bool
    """Whether it was corrected."""


class Sheet(Sums):
    """A player's sheet."""

    cells: dict[str, int]
    """Entries by cell; 0 is a crossed-out one."""
    columns: list[ColumnSums]
    lies: list[str]
    """Cells crossed out for a lie."""
    typed: list[TypedEntry]
    """Its entries with real dice."""
    rank: int
    """The place in this game; equal totals share one (1, 1, 3)."""


class ResultSheet(Sheet):
    """A player's sheet of a finished game."""

    seat: int


class GameSheets(TypedDict):
    """A finished game of the match."""

    game: int
    seats: list[ResultSheet]
