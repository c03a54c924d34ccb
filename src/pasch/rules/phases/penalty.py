"""Kismet: a further roll of all dice equal costs every opponent a turn.

Source: the leaflet as told by ultraboardgames and dicegames.org: after the first Kismet, every
opponent must put 0 in the topmost open cell and loses the turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pasch.rules.actions import Score
from pasch.rules.errors import InvalidVariant
from pasch.rules.events import CellLost, Event, PhaseEvent, Scored
from pasch.rules.order import next_turn
from pasch.rules.phases.phase import Phase
from pasch.rules.transitions import Outcome, Step, Table, extended, score
from pasch.rules.turn import Stage

if TYPE_CHECKING:
    from pasch.rules.game import Game
    from pasch.rules.sheet import Sheet
    from pasch.rules.variant import Variant


@dataclass(frozen=True)
class Penalty(Phase):
    """Once `category` holds points, all dice equal that score anywhere strike the opponents' topmost cells."""

    category: str

    rows: ClassVar[Table]

    def check(self, variant: Variant) -> None:
        if self.category not in variant.rows:
            raise InvalidVariant(
                "{field}: there is no category “{key}”; there are {categories}",
                field="phase",
                key=self.category[:40],
                categories=", ".join(variant.rows),
            )

    def hits(self, game: Game, entry: Scored) -> bool:
        """Whether this entry, about to be made, costs the opponents their turn."""
        turn, sheet = game.acting()
        equal = turn.roll is not None and turn.roll.all_equal
        return equal and entry.points > 0 and _holds_points(sheet, self.category)

    def evolve(self, game: Game, event: PhaseEvent) -> Game:
        match event:
            case CellLost(seat, cell):
                turn, sheet = game.acting()
                struck = sheet.enter(game.variant.index(cell), 0)
                sheets = (*game.sheets[: seat - 1], struck, *game.sheets[seat:])
                following = next_turn(game.variant, sheets, game.hands, turn, game.frozen)
                return game.having(following, sheets=sheets, keeps_latest=True)
            case _:
                return super().evolve(game, event)


def _holds_points(sheet: Sheet, category: str) -> bool:
    row = sheet.variant.rows[category]
    return any(sheet.at(column, row) for column in range(len(sheet.variant.columns)))


def _score(game: Game, step: Step) -> Outcome:
    phase, seat = game.variant.phase, game.acting()[0].seat
    assert isinstance(phase, Penalty)
    after, events = score(game, step)
    entry = events[0]
    assert isinstance(entry, Scored)
    if not phase.hits(game, entry):
        return after, events
    told: list[Event] = [entry]
    lost: set[int] = {seat}
    while after.turn is not None and after.turn.seat not in lost:
        turn, sheet = after.acting()
        event = CellLost(turn.seat, game.variant.cells[sheet.open[0]])
        lost.add(turn.seat)
        told.append(event)
        after = after.evolve(event)
    return after, tuple(told)


Penalty.rows = extended({Stage.ROLLED: {Score: _score}, Stage.ENTRY_DUE: {Score: _score}})
