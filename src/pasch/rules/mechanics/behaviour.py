"""The behaviour of a mechanic: the interface between the turn and the additions of some games.

A ruleset holds a mechanic as data. Its behaviour is registered for the class of the data. `table` is the turn's table
as the mechanic changes it. `evolve` folds the mechanic's events. `entered` continues a game after an entry. `entries`
and `actions` are the legal additions to the plain turn. `results` are the final sums.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Generic, TypeVar

from pasch.rules.actions import Action
from pasch.rules.category import Cell
from pasch.rules.events import MechanicEvent, Scored
from pasch.rules.ruleset import Mechanic, Ruleset
from pasch.rules.sheet import Totals
from pasch.rules.state import Pool, State, Table

Part = TypeVar("Part")
M = TypeVar("M", bound=Mechanic)


def data_of(mechanic: type[M], rules: Ruleset) -> M:
    """The data of this mechanic in the rules of a game that has it."""
    assert isinstance(rules.mechanic, mechanic)
    return rules.mechanic


class Registry(Generic[Part]):
    """A storey's parts, by the class of the mechanic's data.

    `plain` is the part for games without a mechanic and for mechanics without a registered part.
    """

    def __init__(self, plain: Part) -> None:
        self.plain = plain
        self.parts: dict[type[Mechanic], Part] = {}

    def register(self, mechanic: type[Mechanic], part: Part) -> None:
        """Use this part for games with this mechanic."""
        self.parts[mechanic] = part

    def of(self, rules: Ruleset) -> Part:
        """The part for a game."""
        return self.plain if rules.mechanic is None else self.parts.get(type(rules.mechanic), self.plain)


# ------------------------------------------------------------------------------- behaviour


class Behaviour:
    """A mechanic that adds nothing: the base class of all others."""

    table: ClassVar[Table]
    """The possible steps in each stage of a turn."""

    own_entries: ClassVar[bool] = False
    """Whether it overrides `entries`, so that the variant's tables do not give the points of a roll."""

    def __init_subclass__(cls) -> None:
        cls.own_entries = cls.entries is not Behaviour.entries

    def pool(self, state: State) -> Pool | None:
        """The shared chips on the table at the beginning."""
        return None

    def evolve(self, state: State, event: MechanicEvent) -> State:
        """The game after an event of this mechanic. Checks nothing."""
        raise TypeError(f"{type(self).__name__} knows no {type(event).__name__}")

    def entered(self, state: State, event: Scored) -> State:
        """The game after an entry. `state` already has the entry on its sheet, but still the turn of the entry."""
        return state.passed_on(keeps_latest=True)

    def left(self, state: State, seat: int) -> State:
        """A running game after a seat left; the seat is already in `frozen`. Checks nothing."""
        return state.passed_on() if seat == state.acting()[0].seat else state

    def after_freeze(self, before: State, after: State) -> tuple[MechanicEvent, ...]:
        """Further events after a sheet has been frozen."""
        return ()

    def entries(self, state: State, entries: Mapping[Cell, int]) -> Mapping[Cell, int]:
        """The cells that may take the roll, out of those that the other rules leave."""
        return entries

    def actions(self, state: State) -> tuple[Action, ...]:
        """The actions of the seat to move besides rolling, announcing and entering."""
        return ()

    def results(self, state: State) -> tuple[Totals, ...]:
        """The sums of all seats."""
        return tuple(sheet.totals for sheet in state.sheets)


_BEHAVIOURS: dict[type[Mechanic | None], Behaviour] = {}


def register(mechanic: type[Mechanic | None], behaviour: Behaviour) -> None:
    """Set the behaviour of games with this mechanic; `NoneType` is for games without one."""
    _BEHAVIOURS[mechanic] = behaviour


def behaviour_of(state: State) -> Behaviour:
    """The behaviour of this game's mechanic."""
    return _BEHAVIOURS[type(state.variant.mechanic)]
