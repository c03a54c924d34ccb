"""Play for the mean of e^(θ · score) instead of the mean score: θ above 0 seeks risk, θ below 0 avoids it.

The table holds certainty equivalents in points: ln(mean of e^(θ · points still to come)) / θ. Entering adds points to
them as usual. Rolling takes means of ±e^(θ · points), and deciding takes maxima. Code that follows decisions through
a table of means therefore works on this table too.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pasch.rules.errors import InvalidInput
from pasch.solver.program import Program
from pasch.solver.score.distribution import sweep
from pasch.solver.simulation.games import simulate
from pasch.solver.table import SolvedTable, solved_table

STEEPEST = 600.0
"""The greatest exponent of a possible score, far below that of an impossible entry."""

GAMES = 1_000_000
"""The simulated games where a walk through all states takes too long."""


@dataclass(frozen=True)
class RiskyPlay:
    """The result of the best play for e^(θ · score); `certain` is the sure score of equal value."""

    theta: float
    certain: float
    mean: float
    deviation: float
    bonus_rate: float


def risky_table(program: Program, theta: float) -> SolvedTable:
    """The certainty equivalents of all states, in float64. Raises `InvalidInput` for a θ that is too far from 0."""
    if abs(theta) * program.most > STEEPEST:
        farthest = f"{STEEPEST / program.most:g}"
        raise InvalidInput("The risk {given} is too far from 0; at most {most}", given=f"{theta:g}", most=farthest)
    return solved_table(replace(program, shape=program.shape._replace(risk=float(theta))), np.float64)


def risky_play(program: Program, theta: float, games: int = GAMES) -> RiskyPlay:
    """The result of the best play for e^(θ · score). Raises `InvalidInput` as `risky_table` does.

    For several columns and saved rolls, all but `certain` comes from this many simulated games, always the same ones.
    """
    solved = risky_table(program, theta)
    play = simulate(solved, games, seed=1) if program.only_values else sweep(solved.program, solved.table)
    return RiskyPlay(theta, float(solved.table[0, 0, 0]), play.mean, play.deviation, play.bonus_rate)
