"""The winner: plays for the win, not for points.

Near the end it takes the action with the greatest chance of ending above all others (`pasch.solver.duel`): exactly when
they have finished, before that against the exact distribution of where they will end if they go on playing for points.
With many cells open, alone, or with equal chances, expected points decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pasch.bots.perfect import PerfectBot, values_for
from pasch.bots.tables import ONE_AT_A_TIME, Solutions, solved
from pasch.rules.actions import Action
from pasch.rules.game import Game

if TYPE_CHECKING:
    from pasch.solver.duel import Contest
    from pasch.solver.solve import Solution

FEW = 5
"""The most open cells on any sheet with which it looks at the others; more would take seconds."""

REMEMBERED = 8
"""Turns that are remembered, since a turn asks several times."""

EQUAL = 6
"""Decimals to which chances are told apart."""


class WinnerBot:
    """Plays to end above the others; where there is no table, as the simple bot does."""

    key = "winner"

    def __init__(self, solutions: Solutions = solved) -> None:
        self._solutions = solutions
        self._perfect = PerfectBot(solutions)
        self._contests: dict[object, Contest] = {}

    def choose(self, game: Game) -> Action:
        """The action with the greatest chance to win, among equal ones that with the most points to expect."""
        legal = game.legal_actions
        if len(legal) == 1:
            return legal[0]
        values = None
        if len(game.players) > 1 and _late(game):
            values = values_for(game, self._solutions)
        solution = self._solutions(game.variant)
        if values is None or solution is None:
            return self._perfect.choose(game)
        from pasch.solver.duel import chances_to_win

        chances = chances_to_win(self._contest(solution, game), game)
        return max(chances, key=lambda action: (round(chances[action], EQUAL), values[action]))

    def _contest(self, solution: Solution, game: Game) -> Contest:
        from pasch.solver.duel import contest, final_chances

        turn, sheet = game.acting()
        others = (*game.sheets[: turn.seat - 1], *game.sheets[turn.seat :])
        key = (game.variant.fingerprint, sheet, others)
        found = self._contests.get(key)
        if found is None:
            with ONE_AT_A_TIME:
                found = contest(solution, sheet, [final_chances(solution, other) for other in others])
            while len(self._contests) >= REMEMBERED:
                self._contests.pop(next(iter(self._contests)), None)
            self._contests[key] = found
        return found


def _late(game: Game) -> bool:
    """Whether few cells are open on every sheet."""
    return all(len(sheet.open) <= FEW for sheet in game.sheets)
