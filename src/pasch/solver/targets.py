"""For every score at once: the greatest chance of reaching at least that many points.

The same dynamic program as for the mean, with another objective: the value of a state is a row of
chances, one for each number of points still needed. Entering points shifts the row, throwing
takes means, deciding takes maxima for each number of points by itself (a player who needs 30 more
plays otherwise than one who needs 60). Only two levels of sheets are held at a time.
"""

from __future__ import annotations

import numpy as np
from numba import get_num_threads, njit, prange
from numpy.typing import NDArray

from pasch.solver.kernels import choice, maxima, means
from pasch.solver.lanes import add_weighed, enter_better, enter_first
from pasch.solver.program import WHEN_SCORING, WITH_NUMBER_OPEN, Program, Shape, Tables
from pasch.solver.sizes import LANES, WEIGHED

Chances = NDArray[np.float32]


def best_chances(program: Program) -> NDArray[np.float32]:
    """`chances[t]`: the greatest chance of a final score of t or more, for t up to the maximum."""
    shape, tables = program.shape, program.tables_in(np.float32)
    most = _most_to_come(program)
    margin = int(max(tables.points.max(), tables.joker.max()) + shape.extra)
    sheets = np.arange(program.sheets, dtype=np.int32)
    filled = np.bitwise_count(sheets)
    rank = np.zeros(program.sheets, np.int32)
    after, width = _last(program, margin, int(most.max()))
    for count in range(shape.cells - 1, -1, -1):
        now = sheets[(filled == count) & program.playable]
        rows = np.zeros((len(now), shape.flags, shape.cap + 1, width), np.float32)
        rows[..., : margin + 1] = 1
        target_level(rows.ravel(), after, now, rank, most, margin, width, get_num_threads(), shape, tables)
        rank[now] = np.arange(len(now), dtype=np.int32)
        after = rows.ravel()
    return after[margin : margin + int(most[0]) + 1]


def _last(program: Program, margin: int, most: int) -> tuple[Chances, int]:
    """The rows of the full sheet: what is needed is there when the bonus covers it."""
    width = margin + most + 1 + margin + LANES
    needed = np.arange(width) - margin
    totals = np.arange(program.shape.cap + 1)
    rows = (needed <= program.last[totals][:, None]).astype(np.float32)
    return np.tile(rows, (program.shape.flags, 1, 1)).ravel(), width


def _most_to_come(program: Program) -> NDArray[np.int32]:
    """For every sheet a bound on the points still to come."""
    tables, shape = program.tables, program.shape
    sheets = np.arange(program.sheets, dtype=np.int32)
    most = np.full(program.sheets, program.last.max(), np.int64)
    for cell in range(shape.cells):
        best = max(tables.points[cell].max(), tables.joker[cell].max()) + shape.extra
        most += np.where(sheets >> cell & 1, 0, int(best))
    return most.astype(np.int32)


@njit(error_model="numpy", cache=True)
def target_entries(
    table: Chances,
    after: Chances,
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
    """F for every roll and a block of points needed, from `needed` on."""
    first = True
    totals = shape.cap + 1
    for cell in range(shape.cells):
        if not tables.allowed[sheet] >> cell & 1:
            continue
        base = rank[sheet | 1 << cell] * shape.flags
        for roll in range(shape.dice_rolls):
            points = int(tables.points[cell, roll])
            next_flag = flag
            if cell == shape.kniffel and shape.flags > 1:
                next_flag = shape.most if points > 0 else 0
            reached = min(total + tables.shift[cell, roll], shape.cap)
            offset = ((base + next_flag) * totals + reached) * width + margin + needed - points
            if first:
                enter_first(table, roll * LANES, after, offset, np.float32(0))
            else:
                enter_better(table, roll * LANES, after, offset, np.float32(0))
        first = False
    if shape.kniffel >= 0 and sheet >> shape.kniffel & 1 and (shape.forced or shape.free or shape.extra > 0):
        for which in range(tables.equal.shape[0]):
            target_further(table, after, sheet, flag, total, needed, which, rank, margin, width, shape, tables)


@njit(error_model="numpy", cache=True)
def target_further(
    table: Chances,
    after: Chances,
    sheet: int,
    flag: int,
    total: int,
    needed: int,
    which: int,
    rank: NDArray[np.int32],
    margin: int,
    width: int,
    shape: Shape,
    tables: Tables,
) -> None:
    """F again for a roll of all dice equal when the Kniffel cell is filled."""
    roll, number = tables.equal[which], tables.number[which]
    number_open = number >= 0 and not sheet >> number & 1
    cells = choice(tables.allowed[sheet], number, number_open, shape)
    earning = shape.extra > 0 and (shape.flags == 1 or flag > 0) and (shape.when != WITH_NUMBER_OPEN or number_open)
    joker = (shape.forced or shape.free) and not number_open
    first = True
    for cell in range(shape.cells):
        if not cells >> cell & 1:
            continue
        points = int(tables.joker[cell, roll] if joker else tables.points[cell, roll])
        next_flag = flag
        worth = points
        if earning and (shape.when != WHEN_SCORING or points > 0):
            worth += int(shape.extra)
            next_flag = flag - 1 if shape.limited else flag
        reached = min(total + tables.shift[cell, roll], shape.cap)
        base = rank[sheet | 1 << cell] * shape.flags
        offset = ((base + next_flag) * (shape.cap + 1) + reached) * width + margin + needed - worth
        if first:
            enter_first(table, roll * LANES, after, offset, np.float32(0))
            first = False
        else:
            enter_better(table, roll * LANES, after, offset, np.float32(0))


@njit(parallel=True, error_model="numpy", cache=True)
def target_level(
    rows: Chances,
    after: Chances,
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
        table = np.zeros((shape.keeps + WEIGHED) * LANES, rows.dtype)
        out = np.zeros(LANES, rows.dtype)
        for place in range(thread, sheets.shape[0], threads):
            sheet = sheets[place]
            filled = shape.kniffel >= 0 and sheet >> shape.kniffel & 1
            for flag in range(shape.flags if filled else 1):
                for total in range(tables.highest[sheet] + 1):
                    start = ((place * shape.flags + flag) * (shape.cap + 1) + total) * width + margin
                    for needed in range(1, most[sheet] + 1, LANES):
                        target_entries(table, after, sheet, flag, total, needed, rank, margin, width, shape, tables)
                        for _ in range(shape.rolls - 1):
                            means(table, shape, tables)
                            maxima(table, tables)
                        out[:] = 0
                        for roll in range(0, shape.dice_rolls, WEIGHED):
                            add_weighed(out, table, roll * LANES, tables.chances, roll)
                        for lane in range(LANES):
                            rows[start + needed + lane] = out[lane]
