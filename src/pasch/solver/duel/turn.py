"""The current turn of a contest: its actions and its outcome, with NumPy alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pasch.rules.actions import Action, RollDice, Score
from pasch.solver.advice import entered_in
from pasch.solver.turn import throws

if TYPE_CHECKING:
    from pasch.rules.game import Game
    from pasch.solver.duel.contest import Duel

Pairs = NDArray[np.float64]
"""Pairs of chances: to win, a draw counting half, and to draw."""


def chances_of_actions(found: Duel, game: Game) -> dict[Action, tuple[float, float]]:
    """The chance to win, a draw counting half, and the chance of a draw, per action of the seat to move."""
    turn, sheet = game.acting()
    legal = game.legal_actions
    chances: dict[Action, tuple[float, float]] = {}
    if legal.keeps:
        values, number = _thrown(found, turn.rolls_left), found.side.solution.program.dice.number
        for keep in legal.keeps:
            won, drawn = values[number[keep.faces]]
            chances[RollDice(keep)] = float(won), float(drawn)
    for action in legal:
        if isinstance(action, Score):
            after = entered_in(sheet, game.variant.index(action.cell), game, action.points or 0)
            chances[action] = found.after(after)
    return chances


def best_chance(found: Duel, game: Game) -> tuple[float, float]:
    """The best of these chances. Ties go, as everywhere, to the greater chance to win, a draw counting half."""
    turn, _ = game.acting()
    if turn.roll is None:
        won, drawn = _thrown(found, turn.rolls_left)[-1]
        return float(won), float(drawn)
    return max(chances_of_actions(found, game).values(), key=lambda pair: pair[0])


def _thrown(found: Duel, rolls_left: int) -> Pairs:
    """The value, per keep, of rolling the other dice now."""
    moves = throws(found.side.solution.program.variant.dice)
    best = np.column_stack(found.entries())
    for _ in range(rolls_left - 1):
        best = _best(moves.chances @ best, moves.parts)
    return np.asarray(moves.chances @ best)


def _best(values: Pairs, parts: NDArray[np.int64]) -> Pairs:
    """The best keep of every roll, the roll included."""
    picked = values[parts, 0].argmax(axis=1)
    return np.asarray(values[parts[np.arange(len(parts)), picked]])
