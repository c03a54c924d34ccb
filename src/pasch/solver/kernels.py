"""The dynamic program over one turn, compiled. All kernels that call each other stand in this file.

The value of a state with the cells S open, upper total u and extra flag e is the mean over the
first roll of the best that can be done with it (Verhoeff, “Optimal Solitaire Yahtzee Strategies”,
1999; Glenn, “An Optimal Strategy for Yahtzee”, 2006). With F(r) the value of entering roll r,

    K(k) = mean over one more die of K(k + die),   K(r) = F(r) for a roll r
    G(r) = max of K(k) over all keeps k of r, r itself (entering) included

and F := G for the roll before. One pass computes K down the lattice of keeps and G up again, both
in the same table: a maximum in place reads keeps of one die less, which are done already.
"""

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from pasch.solver.lanes import (
    FACES,
    LANES,
    WEIGHED,
    add_weighed,
    best_of_1,
    best_of_2,
    best_of_3,
    best_of_4,
    best_of_5,
    best_of_6,
    enter_better,
    enter_first,
    mean_of_faces,
)
from pasch.solver.program import Shape, Tables

Values = NDArray[np.float32] | NDArray[np.float64]


@njit(error_model="numpy", cache=True)
def means(table: Values, shape: Shape, tables: Tables) -> None:
    """K for every keep that leaves a die to throw."""
    for keep in range(shape.dice_rolls, shape.keeps):
        mean_of_faces(table, keep * LANES, tables.successors, (keep - shape.dice_rolls) * FACES)


@njit(error_model="numpy", cache=True)
def maxima(table: Values, tables: Tables) -> None:
    """G in place of K. One loop for each number of faces, so that no branch depends on the data."""
    order, fewer = tables.order, tables.fewer
    for group in range(tables.groups.shape[0]):
        faces, start, end = tables.groups[group]
        if faces == 1:
            for i in range(start, end):
                best_of_1(table, order[i], fewer, i * FACES)
        elif faces == 2:
            for i in range(start, end):
                best_of_2(table, order[i], fewer, i * FACES)
        elif faces == 3:
            for i in range(start, end):
                best_of_3(table, order[i], fewer, i * FACES)
        elif faces == 4:
            for i in range(start, end):
                best_of_4(table, order[i], fewer, i * FACES)
        elif faces == 5:
            for i in range(start, end):
                best_of_5(table, order[i], fewer, i * FACES)
        else:
            for i in range(start, end):
                best_of_6(table, order[i], fewer, i * FACES)


@njit(error_model="numpy", cache=True)
def entries(table: Values, values: Values, sheet: int, flag: int, total: int, shape: Shape, tables: Tables) -> None:
    """F for every roll: the best entry in a sheet, for a block of upper totals from `total` on."""
    first = True
    for cell in range(shape.cells):
        if not tables.allowed[sheet] >> cell & 1:
            continue
        for roll in range(shape.dice_rolls):
            points = tables.points[cell, roll]
            after = flag
            if cell == shape.kniffel and shape.flags > 1:
                after = shape.most if points > 0 else 0
            offset = ((sheet | 1 << cell) * shape.flags + after) * shape.stride + total + tables.shift[cell, roll]
            if first:
                enter_first(table, roll * LANES, values, offset, points)
            else:
                enter_better(table, roll * LANES, values, offset, points)
        first = False
    if shape.kniffel >= 0 and sheet >> shape.kniffel & 1 and (shape.forced or shape.free or shape.extra > 0):
        for i in range(tables.equal.shape[0]):
            further_kniffel(table, values, sheet, flag, total, i, shape, tables)


@njit(error_model="numpy", cache=True)
def further_kniffel(
    table: Values, values: Values, sheet: int, flag: int, total: int, which: int, shape: Shape, tables: Tables
) -> None:
    """F again for a roll of all dice equal when the Kniffel cell is filled."""
    roll, number = tables.equal[which], tables.number[which]
    allowed = tables.allowed[sheet]
    number_open = number >= 0 and not sheet >> number & 1
    cells = choice(allowed, number, number_open, shape)
    earning = shape.extra > 0 and (shape.flags == 1 or flag > 0) and (shape.when != 1 or number_open)
    joker = (shape.forced or shape.free) and not number_open
    first = True
    for cell in range(shape.cells):
        if not cells >> cell & 1:
            continue
        points = tables.joker[cell, roll] if joker else tables.points[cell, roll]
        extra, after = np.float32(0), flag
        if earning and (shape.when != 2 or points > 0):
            extra = np.float32(shape.extra)
            after = flag - 1 if shape.limited else flag
        offset = ((sheet | 1 << cell) * shape.flags + after) * shape.stride + total + tables.shift[cell, roll]
        if first:
            enter_first(table, roll * LANES, values, offset, points + extra)
            first = False
        else:
            enter_better(table, roll * LANES, values, offset, points + extra)


@njit(error_model="numpy", cache=True)
def choice(allowed: int, number: int, number_open: bool, shape: Shape) -> int:
    """The cells a further Kniffel may go to."""
    if not shape.forced:
        return allowed
    if number_open:
        # Open, but closed by the order of its column: an ordinary roll.
        return allowed & (1 << number) if allowed >> number & 1 else allowed
    lower = allowed >> shape.upper << shape.upper
    return lower if lower else allowed


@njit(error_model="numpy", cache=True)
def state(
    table: Values, out: Values, values: Values, sheet: int, flag: int, total: int, shape: Shape, tables: Tables
) -> None:
    """The values of a block of upper totals, into `out`."""
    entries(table, values, sheet, flag, total, shape, tables)
    for _ in range(shape.rolls - 1):
        means(table, shape, tables)
        maxima(table, tables)
    out[:] = 0
    for roll in range(0, shape.dice_rolls, WEIGHED):
        add_weighed(out, table, roll * LANES, tables.chances, roll)


@njit(parallel=True, error_model="numpy", cache=True)
def level(values: Values, sheets: NDArray[np.int32], threads: int, shape: Shape, tables: Tables) -> None:
    """The values of all these sheets, which have the same number of filled cells and do not depend on each other."""
    for thread in prange(threads):
        table = np.empty((shape.keeps + WEIGHED) * LANES, values.dtype)
        out = np.empty(LANES, values.dtype)
        table[:] = 0
        for place in range(thread, sheets.shape[0], threads):
            sheet = sheets[place]
            filled = shape.kniffel >= 0 and sheet >> shape.kniffel & 1
            for flag in range(shape.flags if filled else 1):
                start = (sheet * shape.flags + flag) * shape.stride
                for total in range(0, tables.highest[sheet] + 1, LANES):
                    state(table, out, values, sheet, flag, total, shape, tables)
                    for lane in range(min(LANES, shape.cap + 1 - total)):
                        values[start + total + lane] = out[lane]
                if tables.highest[sheet] == shape.cap:
                    values[start + shape.cap : start + shape.stride] = values[start + shape.cap]
