"""The perfect bot: the action of the greatest expected final total, from the solved table of the variant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pasch.bots.simple import SimpleBot
from pasch.bots.tables import Solutions, solved
from pasch.rules.actions import Action
from pasch.rules.game import Game

if TYPE_CHECKING:
    from pasch.solver.advice import Advice


class PerfectBot:
    """Plays exactly for its own expected points; where there is no table, as the simple bot does."""

    key = "perfect"

    def __init__(self, solutions: Solutions = solved) -> None:
        self._solutions = solutions

    def choose(self, game: Game) -> Action:
        """The action with the greatest value; throwing goes before entering where both are worth the same."""
        legal = game.legal_actions
        if len(legal) == 1:
            return legal[0]
        advice = advice_for(game, self._solutions)
        return SimpleBot().choose(game) if advice is None else advice.best.action


def advice_for(game: Game, solutions: Solutions) -> Advice | None:
    """The value of every action, None where there is no table for the variant."""
    solution = solutions(game.variant)
    if solution is None:
        return None
    from pasch.solver.advice import advise

    return advise(solution, game)
