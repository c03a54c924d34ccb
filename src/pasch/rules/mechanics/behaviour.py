"""What a mechanic does: the seam between the turn and what some games add to it.

A ruleset holds a mechanic as data. Its behaviour, registered for the class of the data, answers in few places:
`table` is the table of the turn as the mechanic changes it, `evolve` folds its own events, `entered` says how a game
goes on after an entry, `entries` and `actions` what is legal besides the plain turn, `results` what counts in the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Generic, TypeVar

from pasch.rules.actions import Action
from pasch.rules.category import Cell
from pasch.rules.events import MechanicEvent, Scored
from pasch.rules.ruleset import Mechanic, Ruleset
from pasch.rules.sheet import Totals
from pasch.rules.state import Pool, State, Table, next_turn

Part = TypeVar("Part")


class Registry(Generic[Part]):
    """The parts of one storey by the class of the mechanic's data.

    `plain` is the part of a game without a mechanic, and of a mechanic that registers none.
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
    """A mechanic that adds nothing: the base of those that do."""

    table: ClassVar[Table]
    """What can be done in each stage of a turn."""

    own_entries: ClassVar[bool] = False
    """Whether `entries` is its own, so that the tables of the variant do not say what a roll brings."""

    def __init_subclass__(cls) -> None:
        cls.own_entries = cls.entries is not Behaviour.entries

    def pool(self, state: State) -> Pool | None:
        """The chips on the table for all seats at the beginning."""
        return None

    def evolve(self, state: State, event: MechanicEvent) -> State:
        """The game after an event of this mechanic. Checks nothing."""
        raise TypeError(f"{type(self).__name__} knows no {type(event).__name__}")

    def entered(self, state: State, event: Scored) -> State:
        """How the game goes on; its sheets have the entry already, its turn is still the one before."""
        turn, _ = state.acting()
        following = next_turn(state.variant, state.sheets, state.hands, turn, state.frozen)
        return state.having(following, keeps_latest=True)

    def left(self, state: State, seat: int) -> State:
        """How a running game goes on without a seat, which is among its `frozen` already. Checks nothing."""
        return state.passed_on() if seat == state.acting()[0].seat else state

    def after_freeze(self, before: State, after: State) -> tuple[MechanicEvent, ...]:
        """What else happens when a sheet has been frozen."""
        return ()

    def entries(self, state: State, entries: Mapping[Cell, int]) -> Mapping[Cell, int]:
        """The cells that may take the roll, of those that the other rules leave."""
        return entries

    def actions(self, state: State) -> tuple[Action, ...]:
        """What the seat to move may do besides rolling, announcing and entering."""
        return ()

    def results(self, state: State) -> tuple[Totals, ...]:
        """The sums of all seats."""
        return tuple(sheet.totals for sheet in state.sheets)


_BEHAVIOURS: dict[type[Mechanic | None], Behaviour] = {}


def register(mechanic: type[Mechanic | None], behaviour: Behaviour) -> None:
    """Let games with this mechanic behave so; `NoneType` stands for games without one."""
    _BEHAVIOURS[mechanic] = behaviour


def behaviour_of(state: State) -> Behaviour:
    """What the mechanic of this game does."""
    return _BEHAVIOURS[type(state.variant.mechanic)]
