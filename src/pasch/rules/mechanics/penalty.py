"""Kismet: each further roll of all equal dice costs every opponent a turn.

Source: the leaflet as cited by ultraboardgames and dicegames.org: after the first Kismet, every
opponent must put 0 in the topmost open cell and loses the turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pasch.rules.actions import Score
from pasch.rules.events import CellLost, Event, MechanicEvent, Scored
from pasch.rules.fingerprint import rule_data
from pasch.rules.folding import evolve
from pasch.rules.mechanics.behaviour import Behaviour, data_of, register
from pasch.rules.ruleset import Mechanic, Ruleset
from pasch.rules.state import Outcome, Stage, State, Step
from pasch.rules.transitions import extended, score
from pasch.rules.validation import check_named


@rule_data("Penalty")
@dataclass(frozen=True)
class Penalty(Mechanic):
    """Once `category` holds points, a scoring roll of all equal dice scratches each opponent's topmost open cell."""

    key: ClassVar[str] = "penalty"
    changes_sheets: ClassVar[bool] = False

    category: str

    def check(self, rules: Ruleset) -> None:
        check_named(rules, "mechanic", self.category)


def _hits(game: State, entry: Scored) -> bool:
    """Whether this coming entry costs the opponents their turn."""
    variant, (turn, sheet) = game.variant, game.acting()
    row = variant.rows[data_of(Penalty, variant).category]
    repeated = any(sheet.at(column, row) for column in range(len(variant.columns)))
    return repeated and entry.points > 0 and turn.roll is not None and turn.roll.all_equal


def _score(game: State, step: Step) -> Outcome:
    seat = game.acting()[0].seat
    after, events = score(game, step)
    entry = events[0]
    assert isinstance(entry, Scored)
    if not _hits(game, entry):
        return after, events
    caused: list[Event] = [entry]
    lost: set[int] = {seat}
    while after.turn is not None and after.turn.seat not in lost:
        turn, sheet = after.acting()
        event = CellLost(turn.seat, game.variant.cells[sheet.open[0]])
        lost.add(turn.seat)
        caused.append(event)
        after = evolve(after, event)
    return after, tuple(caused)


class _Scratches(Behaviour):
    table = extended({Stage.ROLLED: {Score: _score}, Stage.ENTRY_DUE: {Score: _score}})

    def evolve(self, game: State, event: MechanicEvent) -> State:
        match event:
            case CellLost(seat, cell):
                turn, sheet = game.acting()
                scratched = sheet.enter(game.variant.index(cell), 0)
                sheets = (*game.sheets[: seat - 1], scratched, *game.sheets[seat:])
                return game.having(turn, sheets=sheets, keeps_latest=True).passed_on(keeps_latest=True)
            case _:
                return super().evolve(game, event)


register(Penalty, _Scratches())
