"""What happened: the log of which a game is the fold. Events name seats, never people."""

from dataclasses import dataclass

from pasch.rules.category import Cell
from pasch.rules.dice import Keep, Roll


@dataclass(frozen=True, init=False)
class DiceRolled:
    """The faces that lie on the table after a throw, those kept included.

    This is how chance enters a game: given to `Game.apply` with the faces alone, it lands the
    dice that are in the air (or begins the turn). As it comes back it says also what was
    kept and whose seat it was. `by_hand`: real dice, typed in.
    """

    roll: Roll
    keep: Keep | None
    seat: int | None
    by_hand: bool

    def __init__(
        self,
        roll: Roll | str,
        keep: Keep | str | None = None,
        seat: int | None = None,
        *,
        by_hand: bool = False,
    ) -> None:
        parsed_roll = Roll.from_text(roll) if isinstance(roll, str) else roll
        parsed_keep = Keep.from_text(keep) if isinstance(keep, str) else keep
        object.__setattr__(self, "roll", parsed_roll)
        object.__setattr__(self, "keep", parsed_keep)
        object.__setattr__(self, "seat", seat)
        object.__setattr__(self, "by_hand", by_hand)


@dataclass(frozen=True)
class Announced:
    """The seat bound itself to a cell."""

    seat: int
    cell: Cell


@dataclass(frozen=True)
class Scored:
    """An entry: `points` after the column's factor (0: struck), `extra` earned on top.

    `by_hand`: only the points are known, not the dice.
    """

    seat: int
    cell: Cell
    points: int
    extra: int = 0
    by_hand: bool = False


@dataclass(frozen=True)
class EntryTakenBack:
    """The latest entry was undone; the dice lie as they lay before it."""

    seat: int
    cell: Cell
    points: int


@dataclass(frozen=True)
class GameStarted:
    """A further game of the match began; `number` counts from 1."""

    number: int


Event = DiceRolled | Announced | Scored | EntryTakenBack
"""Everything that can happen within a game."""
