"""The perfect bot: the action of the greatest expected final total, from the solved table of the variant."""

from __future__ import annotations

from collections.abc import Mapping

from pasch.bots.simple import SimpleBot
from pasch.bots.tables import Solutions, solved
from pasch.rules.actions import Action
from pasch.rules.game import Game


class PerfectBot:
    """Plays exactly for its own expected points; where there is no table, as the simple bot does."""

    key = "perfect"

    def __init__(self, solutions: Solutions = solved) -> None:
        self._solutions = solutions

    def choose(self, game: Game) -> Action:
        """The action with the greatest value; rolling goes before entering where both are worth the same."""
        legal = game.legal_actions
        if len(legal) == 1:
            return legal[0]
        values = values_for(game, self._solutions)
        return SimpleBot().choose(game) if values is None else max(values, key=values.__getitem__)


def values_for(game: Game, solutions: Solutions) -> Mapping[Action, float] | None:
    """The value of every action, None where there is no table for the variant. About a millisecond."""
    solution = solutions(game.variant)
    if solution is None:
        return None
    from pasch.solver.advice import options
    from pasch.solver.turn import turn_values

    return options(solution, game, turn_values(solution, game.acting()[1]))
