"""The winner: plays for the win, not for points.

Near the end it takes the action with the greatest chance of ending above all others (`pasch.solver.duel.winning`):
exactly against one other, when few cells are open; else against the exact distributions of where the others will end if
they go on playing for points. With many cells open, alone, or with equal chances, expected points decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pasch.bots.perfect import PerfectBot, values_for
from pasch.bots.tables import ONE_AT_A_TIME, Solutions, solved
from pasch.rules.actions import Action
from pasch.rules.game import Game

if TYPE_CHECKING:
    from pasch.solver.solve import Solution

Judge = Callable[["Solution", Game], Mapping[Action, float] | None]
"""The chance to win after every action of the seat to move; None where it is too early to tell."""

FEW = 6
"""The most open cells on any sheet with which it looks at the others."""

EFFORT = 30_000
"""The most that looking takes, in blocks (`pasch.solver.duel.winning`): a third of a second of two cores in a turn."""

EQUAL = 6
"""Decimals to which chances are told apart."""


def judged(solution: Solution, game: Game) -> Mapping[Action, float] | None:
    """The judge of this process."""
    from pasch.solver.duel.winning import chances_to_win

    with ONE_AT_A_TIME:
        return chances_to_win(solution, game, within=EFFORT)


class WinnerBot:
    """Plays to end above the others; where there is no table, as the simple bot does.

    Chances come from `judge`, so that a caller that must not wait can compute them elsewhere.
    """

    key = "winner"

    def __init__(self, solutions: Solutions = solved, judge: Judge = judged) -> None:
        self._solutions = solutions
        self._judge = judge
        self._perfect = PerfectBot(solutions)

    def choose(self, game: Game) -> Action:
        """The action with the greatest chance to win, among equal ones that with the most points to expect."""
        legal = game.legal_actions
        if len(legal) == 1:
            return legal[0]
        solution = self._solutions(game.variant) if len(game.players) > 1 and _late(game) else None
        chances = None if solution is None else self._judge(solution, game)
        values = None if chances is None else values_for(game, self._solutions)
        if chances is None or values is None:
            return self._perfect.choose(game)
        return max(chances, key=lambda action: (round(chances[action], EQUAL), values[action]))


def _late(game: Game) -> bool:
    """Whether few cells are open on every sheet."""
    return all(len(sheet.open) <= FEW for sheet in game.sheets)
