"""What optimal play looks like: one walk through all states it reaches, from the empty sheet on."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from pasch.solver.kernels import OUTCOMES, outcomes, spread
from pasch.solver.program import Program
from pasch.solver.results import CellPlay, Play

CHUNK = 2048
"""States whose turns are worked out together: 20 MB."""


def sweep(program: Program, table: NDArray[np.float64]) -> Play:
    """The facts, from a table of values in float64; ties are broken as the table has them."""
    shape, values = program.shape, table.ravel()
    tables = program.tables_in(np.float64)
    reach = np.zeros((values.shape[0], 3))
    reach[0, 0] = 1
    cells = np.zeros((shape.cells, 3))
    numbers = np.arange(program.sheets)
    filled = np.bitwise_count(numbers)
    for count in range(shape.cells):
        sheets = numbers[(filled == count) & program.playable]
        places = _reached(reach, sheets, program)
        for start in range(0, len(places), CHUNK):
            chunk = places[start : start + CHUNK]
            counts = np.zeros(len(chunk), np.int64)
            outcome = np.zeros((len(chunk), OUTCOMES, 3))
            targets = np.zeros((len(chunk), OUTCOMES, 2), np.int64)
            outcomes(values, chunk, counts, outcome, targets, get_num_threads(), shape, tables)
            spread(chunk, counts, outcome, targets, reach, cells)
    return _play(program, reach, cells)


def _reached(reach: NDArray[np.float64], sheets: NDArray[np.int64], program: Program) -> NDArray[np.int64]:
    shape = program.shape
    flags = np.arange(shape.flags)
    totals = np.arange(shape.cap + 1)
    places = ((sheets[:, None, None] * shape.flags + flags[:, None]) * shape.stride + totals).ravel()
    reached: NDArray[np.int64] = places[reach[places, 0] > 0]
    return reached


def _play(program: Program, reach: NDArray[np.float64], cells: NDArray[np.float64]) -> Play:
    shape = program.shape
    start = (program.sheets - 1) * shape.flags * shape.stride
    ends = reach[start:].reshape(shape.flags, shape.stride, 3).sum(axis=0)
    bonus = program.last
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
