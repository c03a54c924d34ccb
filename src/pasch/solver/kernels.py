"""The dynamic program over one turn, compiled: an interpreter of scripts, for a block of upper totals at once.

The value of a state with open cells S, upper total u and flag f is the mean, over the first roll, of the best
decision (Verhoeff, “Optimal Solitaire Yahtzee Strategies”, 1999; Glenn, “An Optimal Strategy for Yahtzee”, 2006).
`pasch.solver.turns` describes the steps.
"""

from math import copysign, exp, log

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import entrance, inlined, kernel
from pasch.solver.compiling.lanes import enter_better, enter_first, script_step
from pasch.solver.entering import ORDINARY, WITH_POINTS, Kind, cells_for, effect, kind_of, ways
from pasch.solver.program import Shape, Tables
from pasch.solver.sizes import LANES
from pasch.solver.turns import ENTER, ROOT

WORST = 700.0
"""The exponent of impossible entries; e^700 is near the greatest float64 number."""

Values = NDArray[np.float32] | NDArray[np.float64]
Sheets = NDArray[np.int64]
Workspace = tuple[Values, Values]
"""The workspace of a thread: the table of a turn, and the value of the turn."""


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
            points, _, shift, row = effect(sheet, flag, context, cell, roll, ORDINARY, WITH_POINTS, shape, tables)
            offset = row * shape.stride + total + shift
            if first:
                enter_first(table, place + roll * LANES, values, offset, points)
            else:
                enter_better(table, place + roll * LANES, values, offset, points)
        first = False
    for roll in tables.equal:
        kind = kind_of(sheet, roll, shape, tables)
        if kind != ORDINARY:
            extra_kniffel(table, place + roll * LANES, values, sheet, flag, context, total, roll, kind, shape, tables)


@kernel
def extra_kniffel(
    table: Values,
    at: int,
    values: Values,
    sheet: int,
    flag: int,
    context: int,
    total: int,
    roll: int,
    kind: Kind,
    shape: Shape,
    tables: Tables,
) -> None:
    """F for an extra Kniffel."""
    cells = cells_for(sheet, roll, kind, shape, tables)
    first = True
    for cell in range(shape.cells):
        if not cells >> cell & 1:
            continue
        for way in range(ways(kind, shape)):
            points, extra, shift, row = effect(sheet, flag, context, cell, roll, kind, way, shape, tables)
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
    """Compute a turn for a block of upper totals: the value into `out`, the steps into `table`."""
    for what, a, b, c in tables.steps:
        if what == ENTER:
            entries(table, a, values, sheet, flag if c < 0 else c, b, total, shape, tables)
            if shape.risk != 0:
                bend(table, a, shape)
        else:
            script_step(table, out, what, a, b, c, tables.at, tables.links, tables.chances, shape.dice_rolls)
    if shape.risk != 0:
        straighten(out, shape)


@kernel
def bend(table: Values, place: int, shape: Shape) -> None:
    """Replace the points of every roll by ±e^(θ · points), whose means play with this risk uses.

    Points of an impossible entry must stay finite: spare rolls count with zero, and zero times infinity is no number.
    """
    for at in range(place, place + shape.dice_rolls * LANES):
        table[at] = copysign(exp(min(shape.risk * table[at], WORST)), shape.risk)


@kernel
def straighten(out: Values, shape: Shape) -> None:
    """Replace means of ±e^(θ · points) by the points that are worth as much."""
    for lane in range(LANES):
        out[lane] = log(abs(out[lane])) / shape.risk


@kernel
def saving_turn(
    table: Values, out: Values, values: Values, sheet: int, saved: int, total: int, shape: Shape, tables: Tables
) -> None:
    """Compute the turn for every number of saved rolls from 0 to `saved`, straight into `values`."""
    for what, a, b, c in tables.steps:
        if what == ENTER:
            entries(table, a, values, sheet, c, b, total, shape, tables)
            if shape.risk != 0:
                bend(table, a, shape)
        else:
            script_step(table, out, what, a, b, c, tables.at, tables.links, tables.chances, shape.dice_rolls)
        if what == ROOT:
            if shape.risk != 0:
                straighten(out, shape)
            put(values, out, (sheet * shape.flags + b) * shape.stride, total, shape)
            if b == saved:
                return


@inlined
def put(values: Values, out: Values, start: int, total: int, shape: Shape) -> None:
    """Store a block of upper totals up to the cap; the last total represents all above."""
    for lane in range(min(LANES, shape.cap + 1 - total)):
        values[start + total + lane] = out[lane]
    if total + LANES > shape.cap:
        for padding in range(start + shape.cap + 1, start + shape.stride):
            values[padding] = values[start + shape.cap]


@entrance
def level(
    values: Values, sheets: Sheets, shape: Shape, tables: Tables, work: Workspace, thread: int, threads: int
) -> None:
    """The values of these sheets, which have equally many filled cells and do not depend on each other."""
    table, out = work
    for place in range(thread, sheets.shape[0], threads):
        sheet = sheets[place]
        for total in range(0, tables.highest[sheet] + 1, LANES):
            for flag in range(flags_of(sheet, shape)):
                turn(table, out, values, sheet, flag, total, shape, tables)
                put(values, out, (sheet * shape.flags + flag) * shape.stride, total, shape)


@entrance
def saving_level(
    values: Values, sheets: Sheets, shape: Shape, tables: Tables, work: Workspace, thread: int, threads: int
) -> None:
    """The values of a level where rolls are saved. A separate kernel, because hardly any game needs it compiled."""
    table, out = work
    for place in range(thread, sheets.shape[0], threads):
        sheet = sheets[place]
        for total in range(0, tables.highest[sheet] + 1, LANES):
            saving_turn(table, out, values, sheet, most_saved(sheet, shape), total, shape, tables)


@inlined
def flags_of(sheet: int, shape: Shape) -> int:
    """The number of possible flags of a sheet: one while the cell that sets the flag is open."""
    return shape.flags if shape.watched >= 0 and sheet >> shape.watched & 1 else 1


@inlined
def most_saved(sheet: int, shape: Shape) -> int:
    """The number of rolls that can be saved on a sheet."""
    filled = 0
    for cell in range(shape.cells):
        filled += sheet >> cell & 1
    return filled * shape.saved
