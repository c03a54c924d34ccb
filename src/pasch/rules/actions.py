"""What a player can do. Commands are imperative; what came of them is in `pasch.rules.events`."""

from dataclasses import dataclass
from enum import StrEnum

from pasch.rules.category import Cell, as_cell
from pasch.rules.dice import Keep
from pasch.rules.errors import InvalidInput


@dataclass(frozen=True, init=False)
class RollDice:
    """Roll the dice that are not kept. `keep` None keeps the least that the rules allow."""

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

    `points` None enters what the roll brings there; 0 scratches the cell, also where the roll
    would have scored; any other number must be what the roll brings.
    """

    cell: Cell
    points: int | None

    def __init__(self, cell: Cell | str, points: int | None = None) -> None:
        object.__setattr__(self, "cell", as_cell(cell))
        object.__setattr__(self, "points", points)


@dataclass(frozen=True, init=False)
class EnterPoints:
    """Enter points of dice rolled by hand of which only the points are known."""

    cell: Cell
    points: int
    extra: int

    def __init__(self, cell: Cell | str, points: int, extra: int = 0) -> None:
        object.__setattr__(self, "cell", as_cell(cell))
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "extra", extra)


@dataclass(frozen=True)
class Double:
    """Let the entry of this turn count twice; said before the first roll."""


class ActionKind(StrEnum):
    """What an action die lets its owner do, in the order of its faces from 1."""

    STEAL = "steal"
    FREEZE = "freeze"
    CROSS_OUT = "cross_out"
    SHIFT = "shift"
    SWAP = "swap"


@dataclass(frozen=True, init=False)
class UseAction:
    """Spend an action die. `target` is the seat it hits, `cell` the cell of that seat's sheet.

    A swap has no cell; a shift moves all sheets and has neither.
    """

    action: ActionKind
    target: int | None
    cell: Cell | None

    def __init__(self, action: ActionKind | str, target: int | None = None, cell: Cell | str | None = None) -> None:
        object.__setattr__(self, "action", as_action_kind(action))
        object.__setattr__(self, "target", target)
        object.__setattr__(self, "cell", None if cell is None else as_cell(cell))


def as_action_kind(name: ActionKind | str) -> ActionKind:
    """The action of this name. Raises `InvalidInput`."""
    try:
        return ActionKind(name)
    except ValueError:
        raise InvalidInput(
            "There is no action “{name}”; there are {names}", name=name[:40], names=", ".join(ActionKind)
        ) from None


@dataclass(frozen=True)
class EndTurn:
    """Pass the dice on, where a turn does not end with its entry."""


@dataclass(frozen=True, init=False)
class Claim:
    """Say what lies under the cup: so many points for this cell, true or not."""

    cell: Cell
    points: int

    def __init__(self, cell: Cell | str, points: int) -> None:
        object.__setattr__(self, "cell", as_cell(cell))
        object.__setattr__(self, "points", points)


@dataclass(frozen=True)
class Believe:
    """Let a claim pass."""


@dataclass(frozen=True)
class Doubt:
    """Ask to see the dice of a claim."""


@dataclass(frozen=True)
class TakeNothing:
    """End the turn without an entry, where none is possible."""


@dataclass(frozen=True)
class TakeBack:
    """Take the latest entry back, while nothing has been rolled since."""


@dataclass(frozen=True)
class FreezeSheet:
    """Let the sheet of a seat stay as it is and leave out its turns from now on, in further games of the match too.

    Not a player's move: it comes from outside, at any moment without dice in the air.
    """

    seat: int


@dataclass(frozen=True)
class NextGame:
    """Begin the next game of the match."""


MechanicAction = Double | UseAction | EndTurn | Claim | Believe | Doubt | TakeNothing
"""What only some games know."""

Action = RollDice | Announce | Score | EnterPoints | TakeBack | MechanicAction
"""Everything a player can do within a game."""
