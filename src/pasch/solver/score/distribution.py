"""The score of optimal play, exactly: its distribution, its moments, and what each cell brings."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import on_threads
from pasch.solver.program import Program
from pasch.solver.results import CellPlay, Play
from pasch.solver.simulation.policy import spread, spread_scores
from pasch.solver.simulation.walk import Places, ends_of, places_of, ranks, states_of
from pasch.solver.watching import Progress


def score_chances(
    program: Program, table: NDArray[np.float64], start: int = 0, progress: Progress | None = None
) -> NDArray[np.float64]:
    """`chances[score]` from a float64 table of values; of the points still to come from the place `start` on.

    Walks forward through the sheets, level by level, with the chances of every score so far for each reachable state.
    Takes about 5 s and half a gigabyte for thirteen cells.
    """
    shape, numbers = program.shape, np.arange(program.sheets)
    places, now, rows = np.array([start]), np.ones(1), np.array([0, 1])
    begun = start // shape.stride // shape.flags
    reachable = (numbers & begun == begun) & program.playable
    for count in range(begun.bit_count() + 1, shape.cells + 1):
        sheets = numbers[(program.filled == count) & reachable]
        rank, row_of = ranks(program, sheets), np.full(states_of(program, sheets), -1, np.int64)
        following, possible = _possible(program, sheets)
        row_of[possible] = np.arange(len(following))
        following_rows = np.concatenate(([0], np.cumsum(_widths(program, following, begun))))
        after = np.zeros(following_rows[-1])
        for ends in ends_of(program, table, places):
            if progress is not None:
                progress((count - 1 + ends.first / len(places)) / shape.cells)
            stretch = rows[ends.first : ends.first + len(ends.counts) + 1]
            on_threads(spread_scores, None, *ends[1:], now, stretch, after, following_rows, row_of, rank, shape)
        places, now, rows = _reached(following, after, following_rows)
    return _with_bonus(program, places, now, rows)


def _possible(program: Program, sheets: NDArray[np.int64]) -> tuple[Places, NDArray[np.bool_]]:
    """The places of the states that the upper totals allow, and a mask of these among all states."""
    places = places_of(program, sheets)
    possible = places % program.shape.stride <= program.highest[places // program.shape.stride // program.shape.flags]
    return places[possible], possible


def _widths(program: Program, places: Places, begun: int) -> NDArray[np.int64]:
    """The number of different scores so far of each state, from 0 on."""
    shape = program.shape
    rows = places // shape.stride
    sheets, flags = rows // shape.flags, rows % shape.flags
    widths = np.ones(len(places), np.int64)
    for cell in range(shape.cells):
        best = int(max(program.points[:, cell].max(), program.joker[:, cell].max()))
        widths += np.where((sheets ^ begun) >> cell & 1, best, 0)
    if shape.extra and shape.kniffel >= 0:
        most = shape.most if shape.limited else np.bitwise_count(sheets ^ begun).astype(np.int64)
        could = (sheets >> shape.kniffel & 1 == 1) & ((flags > 0) | (shape.flags == 1) | shape.limited)
        widths += np.where(could, most * int(shape.extra), 0)
    return widths


def _reached(places: Places, chances: NDArray[np.float64], rows: Places) -> tuple[Places, NDArray[np.float64], Places]:
    """Only the states with a chance; their rows close up."""
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


def sweep(program: Program, table: NDArray[np.float64], progress: Progress | None = None) -> Play:
    """Deviation, bonus rate and every cell, from a float64 table of values; ties are broken as in the table.

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
