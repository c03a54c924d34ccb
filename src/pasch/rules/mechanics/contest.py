"""Yatzy-Duell: two sheets are compared cell by cell. A reconstruction; no text of its rules was found."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from pasch.rules.errors import InvalidVariant
from pasch.rules.fingerprint import rule_data
from pasch.rules.mechanics.behaviour import Behaviour, register
from pasch.rules.ruleset import Mechanic, Ruleset
from pasch.rules.sheet import Sheet, Totals
from pasch.rules.state import State
from pasch.rules.transitions import TABLE

Entries = tuple[int | None, ...]


@rule_data("Contest")
@dataclass(frozen=True)
class Contest(Mechanic):
    """The higher entry wins a cell; `total` is the number of cells won, `score` breaks ties.

    An open cell of a frozen sheet counts as 0.
    """

    key: ClassVar[str] = "contest"

    def check(self, rules: Ruleset) -> None:
        if rules.seats != (2, 2):
            raise InvalidVariant("{field}: cells are compared between two players", field="seats")

    def most(self, rules: Ruleset, score: int) -> int:
        return rules.turns


class _Compared(Behaviour):
    table = TABLE

    def results(self, game: State) -> tuple[Totals, ...]:
        first, second = game.sheets
        entries = [_compared(sheet, frozen=seat in game.frozen) for seat, sheet in enumerate(game.sheets, start=1)]
        return (
            replace(first.totals, total=_won(*entries)),
            replace(second.totals, total=_won(*reversed(entries))),
        )


def _compared(sheet: Sheet, *, frozen: bool) -> Entries:
    """The entries as compared with the other sheet."""
    return tuple(0 if points is None and frozen else points for points in sheet.points)


def _won(mine: Entries, other: Entries) -> int:
    """The number of cells filled on both sheets where mine is higher."""
    pairs = zip(mine, other, strict=True)
    return sum(mine > other for mine, other in pairs if mine is not None and other is not None)


register(Contest, _Compared())
