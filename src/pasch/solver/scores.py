"""The exact distribution of the score under optimal play."""

from __future__ import annotations

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from pasch.solver.kernels import OUTCOMES, outcomes, spread_scores
from pasch.solver.program import Program
from pasch.solver.sweep import CHUNK

Places = NDArray[np.int64]


def score_chances(program: Program, table: NDArray[np.float64], start: int = 0) -> NDArray[np.float64]:
    """`chances[score]`, from a table of values in float64; of the points still to come from the place `start` on.

    Walks forward through the sheets, level by level, with the chances of every score so far for
    each state that play reaches; about 5 s and half a gigabyte for thirteen cells.
    """
    shape, values = program.shape, table.ravel()
    tables = program.tables_in(np.float64)
    numbers = np.arange(program.sheets)
    filled = np.bitwise_count(numbers)
    row_of = np.full(values.shape[0], -1, np.int64)
    places = np.array([start])
    now, rows = np.ones(1), np.array([0, 1])
    begun = start // shape.stride // shape.flags
    reachable = numbers & begun == begun
    for count in range(begun.bit_count() + 1, shape.cells + 1):
        possible = reachable & (program.playable | (count == shape.cells))
        following = _places(program, numbers[(filled == count) & possible])
        following_rows = np.concatenate(([0], np.cumsum(_widths(program, following))))
        row_of[following] = np.arange(len(following))
        after = np.zeros(following_rows[-1])
        for first in range(0, len(places), CHUNK):
            chunk = places[first : first + CHUNK]
            counts = np.zeros(len(chunk), np.int64)
            outcome = np.zeros((len(chunk), OUTCOMES, 3))
            targets = np.zeros((len(chunk), OUTCOMES, 2), np.int64)
            threads = get_num_threads()
            outcomes(values, chunk, counts, outcome, targets, threads, shape, tables)
            stretch = rows[first : first + len(chunk) + 1]
            spread_scores(chunk, counts, outcome, targets, now, stretch, after, following_rows, row_of, threads)
        places, now, rows = _reached(following, after, following_rows)
    return _with_bonus(program, places, now, rows)


def _places(program: Program, sheets: NDArray[np.int64]) -> Places:
    """Every state of these sheets that the upper totals allow."""
    shape = program.shape
    flags, totals = np.arange(shape.flags), np.arange(shape.cap + 1)
    places = (sheets[:, None, None] * shape.flags + flags[:, None]) * shape.stride + totals
    possible = totals <= program.tables.highest[sheets][:, None, None]
    return places[np.broadcast_to(possible, places.shape)]


def _widths(program: Program, places: Places) -> NDArray[np.int64]:
    """How many different scores so far a state can have, from 0 on."""
    shape, tables = program.shape, program.tables
    rows = places // shape.stride
    sheets, flags = rows // shape.flags, rows % shape.flags
    widths = np.ones(len(places), np.int64)
    for cell in range(shape.cells):
        widths += np.where(sheets >> cell & 1, int(max(tables.points[cell].max(), tables.joker[cell].max())), 0)
    if shape.extra and shape.kniffel >= 0:
        most = shape.most if shape.limited else np.bitwise_count(sheets).astype(np.int64) - 1
        could = (sheets >> shape.kniffel & 1 == 1) & ((flags > 0) | (shape.flags == 1) | shape.limited)
        widths += np.where(could, most * int(shape.extra), 0)
    return widths


def _reached(places: Places, chances: NDArray[np.float64], rows: Places) -> tuple[Places, NDArray[np.float64], Places]:
    """Only the states with a chance, their rows closed up."""
    sums = np.add.reduceat(chances, rows[:-1])
    kept = sums > 0
    widths = np.diff(rows)
    inside = np.repeat(kept, widths)
    return places[kept], chances[inside], np.concatenate(([0], np.cumsum(widths[kept])))


def _with_bonus(program: Program, places: Places, chances: NDArray[np.float64], rows: Places) -> NDArray[np.float64]:
    bonus = program.last[places % program.shape.stride].astype(np.int64)
    total = np.zeros(int((np.diff(rows) + bonus).max()))
    for place, points in enumerate(bonus):
        row = chances[rows[place] : rows[place + 1]]
        total[points : points + len(row)] += row
    return np.trim_zeros(total, "b")
