"""Announced cells: how a turn ends for a row that is announced after the first roll.

Nothing but the dice matters in such a turn. Outside the number rows it is played for the most points on average. In a
number row every die of the number is kept: no other play reaches any count of them with a greater chance, and more of
them are never worth less. So the chances of all ends depend on the first roll alone, and are known in advance.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.rules.columns import Announce, KeepRule
from pasch.solver.sizes import FACES
from pasch.solver.turn import roll_chances

if TYPE_CHECKING:
    from pasch.rules.columns import Column
    from pasch.solver.program import Program

Real = NDArray[np.float64]


class Ends(NamedTuple):
    """The ends of turns for announced rows.

    `face[r]` is the face of a number row, else 0. `dice[r, roll]` is the number of dice that count in a number row, and
    `counts[n, m]` the chance that n of them become m. Another row has the end e with the chance `ends[r, roll, e]`. An
    end, or a number of dice, earns `worth[r, e]` points, after a first roll `average[r, roll]` on average.
    """

    face: NDArray[np.int64]
    dice: NDArray[np.int64]
    counts: Real
    ends: Real
    worth: Real
    average: Real


def is_announced(column: Column) -> bool:
    """Whether the cells of a column must be announced."""
    return column.announce is not Announce.NONE


def has_ends(program: Program) -> bool:
    """Whether these ends are known for a program.

    The dice must be six-sided, keeps free, and no rolls saved. Served dice must earn nothing more, and every die of a
    number row the same after any roll.
    """
    turn, steps = program.turn, np.arange(program.variant.dice + 1)
    usual = turn.keep is KeepRule.FREE and not turn.ten and not turn.banks
    simple = all(some_stayed == served for some_stayed, served in turn.contexts)
    totals = [np.unique(program.shift[:, row]) for row in range(program.shift.shape[1])]
    return usual and simple and all(not total.any() or np.array_equal(total, total[1] * steps) for total in totals)


def ends_of(program: Program, points: Real) -> Ends:
    """The ends for the rows of one column with these points, by context, row and roll; empty without `has_ends`."""
    dice, rows = program.variant.dice, range(points.shape[1])
    face = program.shift[0].max(axis=1).astype(np.int64) // dice
    count = program.shift[0].astype(np.int64) // np.maximum(face, 1)[:, None]
    every = range(dice + 1)
    chance = 1 - (1 - 1 / FACES) ** (program.turn.rolls - 1)
    counts = [
        [comb(dice - n, m - n) * chance ** (m - n) * (1 - chance) ** (dice - m) if m >= n else 0.0 for m in every]
        for n in every
    ]
    known = [np.unique(points[0, row] if face[row] else points[:, row]) for row in rows]
    ends = np.zeros((*points.shape[1:], max(map(len, known))))
    worth = np.zeros((len(known), ends.shape[2]))
    for row in rows if has_ends(program) else ():
        worth[row, : len(known[row])] = known[row]
        if not face[row]:
            ends[row, :, : len(known[row])] = _ends(program, points[:, row], known[row])
    return Ends(face, count, np.array(counts), ends, worth, (ends @ worth[:, :, None])[:, :, 0])


def _ends(program: Program, points: Real, known: Real) -> Real:
    """The chance of each of the `known` points after each first roll, when the turn is played for the most of them."""
    dice = roll_chances(program.variant.dice)
    by_roll = [np.eye(len(known))[np.searchsorted(known, points[context])] for context, _ in program.turn.contexts]
    ends: Real = by_roll[-1]
    for entered in reversed(by_roll[:-1]):
        kept = dice.chances @ ends
        best = (kept @ known)[dice.parts].argmax(axis=1)
        rolled = kept[dice.parts[np.arange(len(best)), best]]
        ends = np.where((entered @ known >= rolled @ known)[:, None], entered, rolled)
    return ends
