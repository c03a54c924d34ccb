"""The dynamic program over one turn, compiled: an interpreter of scripts, for a block of upper totals at once.

The value of a state with the cells S open, upper total u and flag f is the mean over the first roll of
the best that can be done with it (Verhoeff, “Optimal Solitaire Yahtzee Strategies”, 1999; Glenn, “An
Optimal Strategy for Yahtzee”, 2006). What that is step by step says `pasch.solver.script`.
"""

import numpy as np
from numba import prange
from numpy.typing import NDArray

from pasch.solver.compiled import kernel, parallel_kernel
from pasch.solver.entering import ORDINARY, brings, cells_for, kind_of, ways
from pasch.solver.lanes import (
    add_weighed,
    better_of_1,
    better_of_2,
    better_of_3,
    better_of_4,
    better_of_5,
    better_of_6,
    enter_better,
    enter_first,
    greatest_of_1,
    greatest_of_2,
    greatest_of_3,
    greatest_of_4,
    greatest_of_5,
    greatest_of_6,
    greatest_of_7,
    mean_of_six,
    mean_of_ten,
)
from pasch.solver.program import Shape, Tables
from pasch.solver.script import BETTER, ENTER, MEAN_SIX, MEAN_TEN, MOST_LINKS, ROOT, WEIGH
from pasch.solver.sizes import FACES, LANES, TEN_FACES, WEIGHED

Values = NDArray[np.float32] | NDArray[np.float64]


@kernel
def better(table: Values, count: int, start: int, end: int, first: int, tables: Tables) -> None:
    """A step of maxima in place. One loop for each number of links, so that no branch depends on the data."""
    at, links = tables.at, tables.links
    if count == 1:
        for i in range(start, end):
            better_of_1(table, at[i], links, first + (i - start))
    elif count == 2:
        for i in range(start, end):
            better_of_2(table, at[i], links, first + (i - start) * 2)
    elif count == 3:
        for i in range(start, end):
            better_of_3(table, at[i], links, first + (i - start) * 3)
    elif count == 4:
        for i in range(start, end):
            better_of_4(table, at[i], links, first + (i - start) * 4)
    elif count == 5:
        for i in range(start, end):
            better_of_5(table, at[i], links, first + (i - start) * 5)
    else:
        for i in range(start, end):
            better_of_6(table, at[i], links, first + (i - start) * 6)


@kernel
def greatest(table: Values, count: int, start: int, end: int, first: int, tables: Tables) -> None:
    """A step of maxima into places of their own."""
    at, links = tables.at, tables.links
    if count == 1:
        for i in range(start, end):
            greatest_of_1(table, at[i], links, first + (i - start))
    elif count == 2:
        for i in range(start, end):
            greatest_of_2(table, at[i], links, first + (i - start) * 2)
    elif count == 3:
        for i in range(start, end):
            greatest_of_3(table, at[i], links, first + (i - start) * 3)
    elif count == 4:
        for i in range(start, end):
            greatest_of_4(table, at[i], links, first + (i - start) * 4)
    elif count == 5:
        for i in range(start, end):
            greatest_of_5(table, at[i], links, first + (i - start) * 5)
    elif count == 6:
        for i in range(start, end):
            greatest_of_6(table, at[i], links, first + (i - start) * 6)
    else:
        for i in range(start, end):
            greatest_of_7(table, at[i], links, first + (i - start) * 7)


@kernel
def weigh(out: Values, table: Values, rolls: int, shape: Shape, tables: Tables) -> None:
    """The mean over all rolls, whose values stand in `table` from `rolls` on, into `out`."""
    out[:] = 0
    for roll in range(0, shape.dice_rolls, WEIGHED):
        add_weighed(out, table, rolls + roll * LANES, tables.chances, roll)


@kernel
def step(table: Values, out: Values, what: int, a: int, b: int, c: int, shape: Shape, tables: Tables) -> None:
    """One step of a script that is no entering; what a root is worth is left in `out`."""
    if what <= MOST_LINKS:
        greatest(table, what, a, b, c, tables)
    elif what <= BETTER + MOST_LINKS:
        better(table, what - BETTER, a, b, c, tables)
    elif what == MEAN_SIX:
        for i in range(a, b):
            mean_of_six(table, tables.at[i], tables.links, c + (i - a) * FACES)
    elif what == MEAN_TEN:
        for i in range(a, b):
            mean_of_ten(table, tables.at[i], tables.links, c + (i - a) * TEN_FACES)
    elif what == WEIGH:
        weigh(out, table, b, shape, tables)
        for lane in range(LANES):
            table[a + lane] = out[lane]
    else:
        weigh(out, table, a, shape, tables)


@kernel
def entries(
    table: Values,
    place: int,
    values: Values,
    sheet: int,
    flag: int,
    context: int,
    total: int,
    shape: Shape,
    tables: Tables,
) -> None:
    """F for every roll: the best entry in a sheet, for a block of upper totals from `total` on."""
    first = True
    for cell in range(shape.cells):
        if not tables.allowed[sheet] >> cell & 1:
            continue
        for roll in range(shape.dice_rolls):
            points, _, shift, row = brings(sheet, flag, context, cell, roll, ORDINARY, 0, shape, tables)
            offset = row * shape.stride + total + shift
            if first:
                enter_first(table, place + roll * LANES, values, offset, points)
            else:
                enter_better(table, place + roll * LANES, values, offset, points)
        first = False
    for roll in tables.equal:
        kind = kind_of(sheet, roll, shape, tables)
        if kind != ORDINARY:
            further(table, place + roll * LANES, values, sheet, flag, context, total, roll, kind, shape, tables)


@kernel
def further(
    table: Values,
    at: int,
    values: Values,
    sheet: int,
    flag: int,
    context: int,
    total: int,
    roll: int,
    kind: int,
    shape: Shape,
    tables: Tables,
) -> None:
    """F again for a further Kniffel."""
    cells = cells_for(sheet, roll, kind, shape, tables)
    first = True
    for cell in range(shape.cells):
        if not cells >> cell & 1:
            continue
        for way in range(ways(kind, shape)):
            points, extra, shift, row = brings(sheet, flag, context, cell, roll, kind, way, shape, tables)
            offset = row * shape.stride + total + shift
            if first:
                enter_first(table, at, values, offset, points + extra)
                first = False
            else:
                enter_better(table, at, values, offset, points + extra)


@kernel
def turn(
    table: Values, out: Values, values: Values, sheet: int, flag: int, total: int, shape: Shape, tables: Tables
) -> None:
    """Work a turn out for a block of upper totals: into `out`, and step by step into `table`."""
    for what, a, b, c in tables.steps:
        if what == ENTER:
            entries(table, a, values, sheet, flag if c < 0 else c, b, total, shape, tables)
        else:
            step(table, out, what, a, b, c, shape, tables)


@kernel
def saving_turn(
    table: Values, out: Values, values: Values, sheet: int, saved: int, total: int, shape: Shape, tables: Tables
) -> None:
    """The same for every number of saved rolls from 0 to `saved`, straight into `values`."""
    for what, a, b, c in tables.steps:
        if what == ENTER:
            entries(table, a, values, sheet, c, b, total, shape, tables)
        else:
            step(table, out, what, a, b, c, shape, tables)
        if what == ROOT:
            put(values, out, (sheet * shape.flags + b) * shape.stride, total, shape)
            if b == saved:
                return


@kernel
def put(values: Values, out: Values, start: int, total: int, shape: Shape) -> None:
    """Store a block of upper totals as far as they count; the last one stands for all above."""
    for lane in range(min(LANES, shape.cap + 1 - total)):
        values[start + total + lane] = out[lane]
    if total + LANES > shape.cap:
        for padding in range(start + shape.cap + 1, start + shape.stride):
            values[padding] = values[start + shape.cap]


@parallel_kernel
def level(values: Values, sheets: NDArray[np.int32], threads: int, shape: Shape, tables: Tables) -> None:
    """The values of all these sheets, which have the same number of filled cells and do not depend on each other."""
    for thread in prange(threads):
        table = np.zeros(tables.size, values.dtype)
        out = np.empty(LANES, values.dtype)
        for place in range(thread, sheets.shape[0], threads):
            sheet = sheets[place]
            for total in range(0, tables.highest[sheet] + 1, LANES):
                for flag in range(flags_of(sheet, shape)):
                    turn(table, out, values, sheet, flag, total, shape, tables)
                    put(values, out, (sheet * shape.flags + flag) * shape.stride, total, shape)


@parallel_kernel
def saving_level(values: Values, sheets: NDArray[np.int32], threads: int, shape: Shape, tables: Tables) -> None:
    """The same where rolls are saved. A kernel of its own: hardly any game needs it compiled."""
    for thread in prange(threads):
        table = np.zeros(tables.size, values.dtype)
        out = np.empty(LANES, values.dtype)
        for place in range(thread, sheets.shape[0], threads):
            sheet = sheets[place]
            for total in range(0, tables.highest[sheet] + 1, LANES):
                saving_turn(table, out, values, sheet, most_saved(sheet, shape), total, shape, tables)


@kernel
def flags_of(sheet: int, shape: Shape) -> int:
    """How many flags a sheet can have: one as long as the cell is open that sets it."""
    return shape.flags if shape.watched >= 0 and sheet >> shape.watched & 1 else 1


@kernel
def most_saved(sheet: int, shape: Shape) -> int:
    """How many rolls can be saved in a sheet."""
    filled = 0
    for cell in range(shape.cells):
        filled += sheet >> cell & 1
    return filled * shape.saved
