"""Play for points on one side of a contest: the frequency of every entry, which the rival's sheet does not affect."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pasch.solver.duel.sides import NEVER, Level, Side
from pasch.solver.turn import Throws, throws

if TYPE_CHECKING:
    from pasch.solver.duel.contest import Shares

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]


def play_for_points(side: Side) -> tuple[float, Shares]:
    """The expected points still to come on a sheet, and the frequency of each entry under play for points."""
    variant = side.solution.program.variant
    moves, shares = throws(variant.dice), [np.zeros((1, 0, 0))]
    values = np.zeros(side.levels[0].states)
    for level in side.levels[1:]:
        values, share = _level(side, level, values, moves, variant.rolls)
        shares.append(share)
    return float(values[0]), tuple(shares)


def _level(side: Side, level: Level, after: Numbers, moves: Throws, rolls: int) -> tuple[Numbers, Numbers]:
    """The values of the states of a level, and the frequency of each entry."""
    values, shares = np.zeros(level.states), np.zeros(level.moves.after.shape)
    possible = level.moves.after != NEVER
    entries = np.where(possible, level.moves.gain + after[level.moves.after], -np.inf)
    for state in range(level.states):
        kinds = side.kinds[level.kinds[state]]
        by_roll = entries[state][np.arange(len(kinds))[:, None], kinds]
        cells = by_roll.argmax(axis=0)
        values[state], likely = _turn(by_roll.max(axis=0), moves, rolls)
        np.add.at(shares[state], (cells, kinds[cells, np.arange(len(cells))]), likely)
    return values, shares


def _turn(values: Numbers, moves: Throws, rolls: int) -> tuple[float, Numbers]:
    """The value of a turn in which roll r counts `values[r]`, and the chance of each roll at its end."""
    picks: list[Indices] = []
    for _ in range(rolls - 1):
        options = (moves.chances @ values)[moves.parts]
        picks.append(moves.parts[np.arange(len(values)), options.argmax(axis=1)])
        values = options.max(axis=1)
    first = likely = moves.chances[-1]
    for picked in reversed(picks):
        likely = likely @ moves.chances[picked]
    return float(first @ values), likely
