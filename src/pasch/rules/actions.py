"""What a player can do. Commands are imperative; what came of them is in `pasch.rules.events`."""

from dataclasses import dataclass

from pasch.rules.category import Cell, as_cell
from pasch.rules.dice import Keep


@dataclass(frozen=True, init=False)
class RollDice:
    """Throw the dice that are not kept. `keep` None keeps the least that the rules allow."""

    keep: Keep | None

    def __init__(self, keep: Keep | str | None = None) -> None:
        parsed = Keep.from_text(keep) if isinstance(keep, str) else keep
        object.__setattr__(self, "keep", parsed)


@dataclass(frozen=True, init=False)
class Announce:
    """Name the cell to be played for, after the first roll."""

    cell: Cell

    def __init__(self, cell: Cell | str) -> None:
        object.__setattr__(self, "cell", as_cell(cell))


@dataclass(frozen=True, init=False)
class Score:
    """Enter the roll in a cell.

    `points` None enters what the roll brings there; 0 strikes the cell, also where the roll
    would have scored; any other number must be what the roll brings.
    """

    cell: Cell
    points: int | None

    def __init__(self, cell: Cell | str, points: int | None = None) -> None:
        object.__setattr__(self, "cell", as_cell(cell))
        object.__setattr__(self, "points", points)


@dataclass(frozen=True, init=False)
class EnterPoints:
    """Enter points of dice thrown by hand of which only the points are known."""

    cell: Cell
    points: int
    extra: int

    def __init__(self, cell: Cell | str, points: int, extra: int = 0) -> None:
        object.__setattr__(self, "cell", as_cell(cell))
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "extra", extra)


@dataclass(frozen=True)
class TakeBack:
    """Take the latest entry back, while nothing has been rolled since."""


@dataclass(frozen=True)
class NextGame:
    """Begin the next game of the match."""


Action = RollDice | Announce | Score | EnterPoints | TakeBack
"""Everything a player can do within a game."""
