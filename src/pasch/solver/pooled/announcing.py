"""Announced cells: how a turn ends for a row that is announced after the first roll.

Nothing but the dice matters in such a turn. Outside the number rows it is played for the most points on average. In a
number row, keeping every die of the number makes each count of them at least as likely as any other play does, and
more of them are never worth less. So the chances of all ends depend on the first roll alone, and are known in advance.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.rules.columns import Announce
from pasch.solver.sizes import FACES
from pasch.solver.turn import throws

if TYPE_CHECKING:
    from pasch.rules.columns import Column
    from pasch.solver.program import Program

Real = NDArray[np.float64]


class Ends(NamedTuple):
    """The ends of turns for announced rows.

    `face[r]` is the face of a number row, else 0. `dice[r, roll]` is the number of dice that count in a number row, and
    `counts[n, m]` the chance that n of them become m. In another row the points are `average[r, roll]` on average, and
    p with the chance `points[r, roll, p]`.
    """

    face: NDArray[np.int64]
    dice: NDArray[np.int64]
    counts: Real
    average: Real
    points: Real


def has_announcements(columns: Iterable[Column]) -> bool:
    """Whether cells of some of the columns must be announced."""
    return any(column.announce is not Announce.NONE for column in columns)


def ends_of(program: Program) -> Ends:
    """The ends for the rows of one column; without points where the turn is not a usual one (`Program.plain`)."""
    dice, rolls = program.variant.dice, program.variant.rolls
    natural, known, every = program.points[0].astype(np.int64), throws(dice), range(dice + 1)
    face = program.shift[0].max(axis=1).astype(np.int64) // dice
    chance = 1 - (1 - 1 / FACES) ** (rolls - 1)
    counts = [
        [comb(dice - n, m - n) * chance ** (m - n) * (1 - chance) ** (dice - m) if m >= n else 0.0 for m in every]
        for n in every
    ]
    each = np.arange(natural.max() + 1)
    points = np.zeros((*natural.shape, len(each)))
    for row in np.flatnonzero(face == 0) if program.plain else ():
        ends = np.eye(len(each))[natural[row]]
        for _ in range(rolls - 1):
            kept = known.chances @ ends
            best = (kept @ each)[known.parts].argmax(axis=1)
            ends = kept[known.parts[np.arange(len(best)), best]]
        points[row] = ends
    return Ends(face, natural // np.maximum(face, 1)[:, None], np.array(counts), points @ each, points)
