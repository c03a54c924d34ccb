"""Player actions, named in the imperative. Their results are the events in `pasch.rules.events`."""

from dataclasses import dataclass
from enum import StrEnum

from pasch.rules.category import Cell, as_cell
from pasch.rules.dice import Keep
from pasch.rules.errors import InvalidInput


@dataclass(frozen=True, init=False)
class RollDice:
    """Roll all dice except `keep`; None keeps the fewest dice that the rules allow."""

    keep: Keep | None

    def __init__(self, keep: Keep | str | None = None) -> None:
        parsed = Keep.from_text(keep) if isinstance(keep, str) else keep
        object.__setattr__(self, "keep", parsed)


@dataclass(frozen=True, init=False)
class Announce:
    """Announce, after the first roll, the cell to play for."""

    cell: Cell

    def __init__(self, cell: Cell | str) -> None:
        object.__setattr__(self, "cell", as_cell(cell))


@dataclass(frozen=True, init=False)
class Score:
    """Enter the roll in a cell.

    `points` None enters the points of the roll. 0 scratches the cell, even if the roll would score. Any other number
    must equal the points of the roll.
    """

    cell: Cell
    points: int | None

    def __init__(self, cell: Cell | str, points: int | None = None) -> None:
        object.__setattr__(self, "cell", as_cell(cell))
        object.__setattr__(self, "points", points)


@dataclass(frozen=True, init=False)
class EnterPoints:
    """Enter the points of dice rolled by hand when the dice themselves are unknown."""

    cell: Cell
    points: int
    extra: int

    def __init__(self, cell: Cell | str, points: int, extra: int = 0) -> None:
        object.__setattr__(self, "cell", as_cell(cell))
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "extra", extra)


@dataclass(frozen=True)
class Double:
    """Double the entry of this turn; allowed before the first roll."""


class ActionKind(StrEnum):
    """The actions of an action die, in the order of its faces from 1."""

    STEAL = "steal"
    FREEZE = "freeze"
    CROSS_OUT = "cross_out"
    SHIFT = "shift"
    SWAP = "swap"


@dataclass(frozen=True, init=False)
class UseAction:
    """Spend an action die on `cell` of the sheet of seat `target`.

    A swap has no cell. A shift moves all sheets and has neither target nor cell.
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
    """Pass the dice on, in games whose turn continues after its entry."""


@dataclass(frozen=True, init=False)
class Claim:
    """Claim that the dice under the cup score `points` in this cell, true or not."""

    cell: Cell
    points: int

    def __init__(self, cell: Cell | str, points: int) -> None:
        object.__setattr__(self, "cell", as_cell(cell))
        object.__setattr__(self, "points", points)


@dataclass(frozen=True)
class Believe:
    """Accept a claim."""


@dataclass(frozen=True)
class Doubt:
    """Demand to see the dice of a claim."""


@dataclass(frozen=True)
class TakeNothing:
    """End the turn without an entry when no entry is possible."""


@dataclass(frozen=True)
class TakeBack:
    """Take back the latest entry; allowed until the next roll."""


@dataclass(frozen=True)
class FreezeSheet:
    """Freeze the sheet of a seat and skip its turns from now on, also in later games of the match.

    Not a player's move: the caller may send it whenever no dice are in the air.
    """

    seat: int


@dataclass(frozen=True)
class NextGame:
    """Begin the next game of the match."""


MechanicAction = Double | UseAction | EndTurn | Claim | Believe | Doubt | TakeNothing
"""Actions that only some games have."""

Action = RollDice | Announce | Score | EnterPoints | TakeBack | MechanicAction
"""Every action of a player within a game."""
