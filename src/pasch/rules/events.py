"""Events: a game is the fold of their log. They name seats, never people."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import SupportsIndex

from pasch.rules.actions import ActionKind
from pasch.rules.category import Cell
from pasch.rules.dice import Keep, Roll, parse_dice


@dataclass(frozen=True, init=False, slots=True)
class DiceRolled:
    """The faces on the table after a roll, kept dice included.

    Chance enters a game through this event. With the faces alone, `Game.apply` lands the dice in the air, or begins
    the turn. The event it returns also has the kept dice and the seat. `by_hand`: real dice, typed in. Plain numbers
    are six-sided dice.
    """

    roll: Roll
    keep: Keep | None
    seat: int | None
    by_hand: bool

    def __init__(
        self,
        roll: Roll | str | Iterable[SupportsIndex],
        keep: Keep | str | None = None,
        seat: int | None = None,
        *,
        by_hand: bool = False,
    ) -> None:
        if type(roll) is not Roll:
            roll = Roll.from_text(roll) if isinstance(roll, str) else parse_dice(roll, ten_sided=0)
        _set_roll(self, roll)
        _set_keep(self, Keep.from_text(keep) if isinstance(keep, str) else keep)
        _set_seat(self, seat)
        _set_by_hand(self, by_hand)


# Sets the slots directly: `object.__setattr__` would search each by name in every roll.
_set_roll, _set_keep, _set_seat, _set_by_hand = (
    vars(DiceRolled)[name].__set__ for name in ("roll", "keep", "seat", "by_hand")
)


@dataclass(frozen=True)
class Announced:
    """The seat announced a cell."""

    seat: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class Scored:
    """An entry: `points` after the column's factor (0: scratched), plus `extra` points.

    `by_hand`: only the points are known, not the dice.
    """

    seat: int
    cell: Cell
    points: int
    extra: int = 0
    by_hand: bool = False


@dataclass(frozen=True)
class Doubled:
    """The entry of the turn counts twice."""

    seat: int


@dataclass(frozen=True)
class ActionDieRolled:
    """An action die landed on `face`, 1 to 6. As with `DiceRolled`, callers pass the face alone."""

    face: int
    seat: int | None = None


@dataclass(frozen=True)
class ActionUsed:
    """An action die was spent; `points` are what a steal moved or a cross-out destroyed."""

    seat: int
    action: ActionKind
    target: int | None = None
    cell: Cell | None = None
    points: int = 0


@dataclass(frozen=True)
class TurnEnded:
    """The seat passed the dice on."""

    seat: int


@dataclass(frozen=True)
class CellLost:
    """Another seat's roll took this seat's turn and scratched the cell."""

    seat: int
    cell: Cell


@dataclass(frozen=True)
class Claimed:
    """The seat claimed that its hidden dice score `points` in the cell."""

    seat: int
    cell: Cell
    points: int


@dataclass(frozen=True)
class ClaimAnswered:
    """A seat believed the claim, or doubted it."""

    seat: int
    doubts: bool


@dataclass(frozen=True)
class ClaimSettled:
    """The result of a claim. `roll` are the revealed dice; None without a doubt."""

    seat: int
    cell: Cell
    points: int
    lied: bool = False
    doubters: tuple[int, ...] = ()
    roll: Roll | None = None


@dataclass(frozen=True)
class NothingTaken:
    """The turn ended without an entry."""

    seat: int


@dataclass(frozen=True)
class ChipRemoved:
    """This chip left the game after a round in which no chip was taken."""

    category: str


@dataclass(frozen=True)
class SheetFrozen:
    """The seat has left for good: its sheet is frozen, and it has no more turns."""

    seat: int


@dataclass(frozen=True)
class EntryTakenBack:
    """The latest entry was undone; the dice are on the table as before it."""

    seat: int
    cell: Cell
    points: int


@dataclass(frozen=True)
class GameStarted:
    """A further game of the match began; `number` counts from 1."""

    number: int


MechanicEvent = (
    ActionDieRolled
    | ActionUsed
    | TurnEnded
    | CellLost
    | Claimed
    | ClaimAnswered
    | ClaimSettled
    | NothingTaken
    | ChipRemoved
)
"""Events of some games only; their mechanic folds them."""

Event = DiceRolled | Announced | Doubled | Scored | EntryTakenBack | SheetFrozen | MechanicEvent
"""Every event within a game."""
