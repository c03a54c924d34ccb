"""Facts about optimal play: one walk from the empty sheet through all states that it reaches."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pasch.solver.program import Program
from pasch.solver.results import CellPlay, Play
from pasch.solver.simulation.policy import spread
from pasch.solver.simulation.walk import ends_of, places_of, ranks, states_of
from pasch.solver.watching import Progress


def sweep(program: Program, table: NDArray[np.float64], progress: Progress | None = None) -> Play:
    """The facts, from a float64 table of values; ties are broken as in the table.

    Holds the chances and moments of two levels of sheets.
    """
    shape, numbers = program.shape, np.arange(program.sheets)
    places, now = np.zeros(1, np.int64), np.array([[1.0, 0.0, 0.0]])
    cells = np.zeros((shape.cells, 3))
    for filled in range(1, shape.cells + 1):
        sheets = numbers[(program.filled == filled) & program.playable]
        rank, after = ranks(program, sheets), np.zeros((states_of(program, sheets), 3))
        for ends in ends_of(program, table, places):
            some = now[ends.first : ends.first + len(ends.counts)]
            if progress is not None:
                progress((filled - 1 + ends.first / len(places)) / shape.cells)
            spread(ends.counts, ends.outcome, ends.targets, some, after, cells, rank, shape)
        reached = after[:, 0] > 0
        places, now = places_of(program, sheets)[reached], after[reached]
    return _play(program, places, now, cells)


def _play(program: Program, places: NDArray[np.int64], ends: NDArray[np.float64], cells: NDArray[np.float64]) -> Play:
    bonus = program.last[places % program.shape.stride]
    chance, first, second = ends.T
    mean = float((first + bonus * chance).sum())
    square = float((second + 2 * bonus * first + bonus**2 * chance).sum())
    keys = [category.key for category in program.variant.categories]
    return Play(
        mean=mean,
        deviation=sqrt(max(square - mean**2, 0.0)),
        bonus_rate=float(chance[bonus > 0].sum()),
        cells={key: CellPlay(*map(float, row)) for key, row in zip(keys, cells, strict=True)},
    )
