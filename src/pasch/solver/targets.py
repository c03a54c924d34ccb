"""For every score at once: the greatest chance of reaching at least that many points.

The same dynamic program as for the mean, with another objective: the value of a state is a row of
chances, one for each number of points still needed. Entering points shifts the row, throwing
takes means, deciding takes maxima for each number of points by itself (a player who needs 30 more
plays otherwise than one who needs 60). Only two levels of sheets are held at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import get_num_threads, prange
from numpy.typing import NDArray

from pasch.solver.compiled import kernel, parallel_kernel
from pasch.solver.entering import brings, cells_for, kind_of, ways
from pasch.solver.kernels import Values, flags_of, step
from pasch.solver.lanes import enter_better, enter_first
from pasch.solver.policy import local
from pasch.solver.program import Program, Shape, Tables
from pasch.solver.script import ENTER
from pasch.solver.sizes import LANES
from pasch.solver.watching import Progress

Precision = type[np.float32 | np.float64]


def best_chances(program: Program, precision: Precision = np.float32, progress: Progress | None = None) -> NDArray[Any]:
    """`chances[t]`: the greatest chance of a final score of t or more, for t up to the maximum."""
    shape, tables = program.shape, program.tables_in(precision)
    most = most_to_come(program)
    margin = greatest_entry(program)
    sheets = np.arange(program.sheets, dtype=np.int32)
    rank = np.zeros(program.sheets, np.int32)
    after, width = _last(program, margin, int(most.max()), precision)
    for count in range(shape.cells - 1, -1, -1):
        now = sheets[(program.filled == count) & program.playable]
        rows: NDArray[Any] = np.zeros((len(now), shape.flags, shape.cap + 1, width), precision)
        rows[..., : margin + 1] = 1
        target_level(rows.ravel(), after, now, rank, most, margin, width, get_num_threads(), shape, tables)
        rank[now] = np.arange(len(now), dtype=np.int32)
        after = rows.ravel()
        if progress is not None:
            progress(float((program.filled[program.playable] >= count).mean()))
    return after[margin : margin + int(most[0, 0]) + 1]


def _last(program: Program, margin: int, most: int, precision: Precision) -> tuple[NDArray[Any], int]:
    """The rows of the full sheet: what is needed is there when the bonus covers it."""
    width = margin + most + 1 + margin + LANES
    needed = np.arange(width) - margin
    totals = np.arange(program.shape.cap + 1)
    rows = (needed <= program.last[totals][:, None]).astype(precision)
    return np.tile(rows, (program.shape.flags, 1, 1)).ravel(), width


def greatest_entry(program: Program) -> int:
    """A bound on the points of one entry, with extra points."""
    return int(max(program.points.max(), program.joker.max()) + program.shape.extra)


def most_to_come(program: Program) -> NDArray[np.int32]:
    """`most[sheet, total]`: a bound on the points still to come, the bonus included; 0 where no play has this total."""
    sheets = np.arange(program.sheets, dtype=np.int32)
    totals = np.arange(program.shape.cap + 1, dtype=np.int32)
    points, ahead = np.zeros_like(sheets), np.zeros_like(sheets)
    for cell in range(program.shape.cells):
        best = max(program.points[:, cell].max(), program.joker[:, cell].max()) + program.shape.extra
        is_open = 1 - (sheets >> cell & 1)
        points += is_open * int(best)
        ahead += is_open * int(program.shift[:, cell].max())
    bonus = np.maximum.accumulate(program.last[totals]).astype(np.int32)
    most = points[:, None] + bonus[np.minimum(totals + ahead[:, None], program.shape.cap)]
    return np.where(possible_totals(program), most, 0).astype(np.int32)


def possible_totals(program: Program) -> NDArray[np.bool_]:
    """`possible[sheet, total]`: whether the filled number cells can have this upper total, counted up to the cap."""
    upper, cap = program.shape.upper, program.shape.cap
    possible = np.zeros((1 << upper, cap + 1), np.bool_)
    possible[0, 0] = True
    for cell in range(upper):
        without, filled = possible[: 1 << cell], possible[1 << cell : 2 << cell]
        for shift in np.unique(program.shift[:, cell]):
            stays = max(cap + 1 - int(shift), 0)
            filled[:, cap + 1 - stays :] |= without[:, :stays]
            filled[:, cap] |= without[:, stays:].any(axis=1)
    numbers = np.arange(program.sheets) & (1 << upper) - 1
    whole: NDArray[np.bool_] = possible[numbers]
    return whole


@kernel
def target_entries(
    table: Values,
    at: int,
    after: Values,
    sheet: int,
    flag: int,
    context: int,
    total: int,
    needed: int,
    rank: NDArray[np.int32],
    margin: int,
    width: int,
    shape: Shape,
    tables: Tables,
) -> None:
    """F for every roll and a block of points needed, from `needed` on."""
    nothing = after.dtype.type(0)
    for roll in range(shape.dice_rolls):
        kind = kind_of(sheet, roll, shape, tables)
        cells = cells_for(sheet, roll, kind, shape, tables)
        first = True
        for cell in range(shape.cells):
            if not cells >> cell & 1:
                continue
            for way in range(ways(kind, shape)):
                points, extra, shift, row = brings(sheet, flag, context, cell, roll, kind, way, shape, tables)
                place = row * shape.stride + min(total + shift, shape.cap)
                offset = local(place, rank, shape) * width + margin + needed - int(points + extra)
                if first:
                    enter_first(table, at + roll * LANES, after, offset, nothing)
                    first = False
                else:
                    enter_better(table, at + roll * LANES, after, offset, nothing)


@kernel
def target_turn(
    table: Values,
    out: Values,
    after: Values,
    sheet: int,
    flag: int,
    total: int,
    needed: int,
    rank: NDArray[np.int32],
    margin: int,
    width: int,
    shape: Shape,
    tables: Tables,
) -> None:
    """A turn for a block of points needed, into `out`."""
    for what, a, b, c in tables.steps:
        if what == ENTER:
            target_entries(table, a, after, sheet, flag, b, total, needed, rank, margin, width, shape, tables)
        else:
            step(table, out, what, a, b, c, shape, tables)


@parallel_kernel
def target_level(
    rows: Values,
    after: Values,
    sheets: NDArray[np.int32],
    rank: NDArray[np.int32],
    most: NDArray[np.int32],
    margin: int,
    width: int,
    threads: int,
    shape: Shape,
    tables: Tables,
) -> None:
    """The rows of all these sheets from those with one more filled cell."""
    for thread in prange(threads):
        table = np.zeros(tables.size, rows.dtype)
        out = np.zeros(LANES, rows.dtype)
        for place in range(thread, sheets.shape[0], threads):
            sheet = sheets[place]
            for flag in range(flags_of(sheet, shape)):
                for total in range(tables.highest[sheet] + 1):
                    start = ((place * shape.flags + flag) * (shape.cap + 1) + total) * width + margin
                    for needed in range(1, most[sheet, total] + 1, LANES):
                        target_turn(
                            table, out, after, sheet, flag, total, needed, rank, margin, width, shape, tables
                        )  # fmt: skip
                        for lane in range(LANES):
                            rows[start + needed + lane] = out[lane]
