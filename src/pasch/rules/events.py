"""What happened: the log of which a game is the fold. Events name seats, never people."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import SupportsIndex

from pasch.rules.actions import ActionKind
from pasch.rules.category import Cell
from pasch.rules.dice import Keep, Roll, parse_dice

_set = object.__setattr__


@dataclass(frozen=True, init=False, slots=True)
class DiceRolled:
    """The faces that lie on the table after a roll, those kept included.

    This is how chance enters a game: given to `Game.apply` with the faces alone, it lands the
    dice that are in the air (or begins the turn). As it comes back it says also what was
    kept and whose seat it was. `by_hand`: real dice, typed in. Plain numbers are six-sided dice.
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


# The slots themselves: `object.__setattr__` would look each of them up by its name, in every roll.
_set_roll, _set_keep, _set_seat, _set_by_hand = (
    vars(DiceRolled)[name].__set__ for name in ("roll", "keep", "seat", "by_hand")
)


@dataclass(frozen=True)
class Announced:
    """The seat bound itself to a cell."""

    seat: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class Scored:
    """An entry: `points` after the column's factor (0: scratched), `extra` earned on top.

    `by_hand`: only the points are known, not the dice.
    """

    seat: int
    cell: Cell
    points: int
    extra: int = 0
    by_hand: bool = False


@dataclass(frozen=True)
class Doubled:
    """The entry of the turn that begins will count twice."""

    seat: int


@dataclass(frozen=True)
class ActionDieRolled:
    """An action die fell: its `face`, 1 to 6. Like `DiceRolled` it is given with the face alone."""

    face: int
    seat: int | None = None


@dataclass(frozen=True)
class ActionUsed:
    """An action die was spent; `points` are those a steal moved or a cross-out destroyed."""

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
    """Another's roll took this seat's turn and scratched the cell."""

    seat: int
    cell: Cell


@dataclass(frozen=True)
class Claimed:
    """The seat says that its hidden dice bring so many points in the cell."""

    seat: int
    cell: Cell
    points: int


@dataclass(frozen=True)
class ClaimAnswered:
    """A seat let the claim pass, or doubted it."""

    seat: int
    doubts: bool


@dataclass(frozen=True)
class ClaimSettled:
    """The result of a claim. `roll` are the dice as they were shown; None without a doubt."""

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
    """This chip left the game after a round without a taken chip."""

    category: str


@dataclass(frozen=True)
class SheetFrozen:
    """The seat has left for good: its sheet stays as it is, and it has no turn any more."""

    seat: int


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
"""What happens in some games only; their mechanic folds it."""

Event = DiceRolled | Announced | Doubled | Scored | EntryTakenBack | SheetFrozen | MechanicEvent
"""Everything that can happen within a game."""
