"""The dynamic program over one turn of a sheet of several columns, compiled."""

import numpy as np
from numpy.typing import NDArray

from pasch.solver.columns.layout import Columns
from pasch.solver.compiling.kernels import entrance, kernel
from pasch.solver.compiling.lanes import enter_better, enter_first, script_step
from pasch.solver.kernels import Room, Values, put
from pasch.solver.program import Shape, Tables
from pasch.solver.script import ENTER
from pasch.solver.sizes import LANES

Sheets = NDArray[np.int64]


@kernel
def entries(
    table: Values,
    place: int,
    values: Values,
    sheet: int,
    rest: int,
    context: int,
    total: int,
    shape: Shape,
    tables: Tables,
    columns: Columns,
) -> None:
    """F for every roll: the best entry in any column, for a block of the lane's upper totals from `total` on."""
    first, below = True, 1
    for column in range(columns.sets.shape[0]):
        now = sheet // columns.number[column] % columns.sets[column]
        many = columns.kinds[column, now]
        for row in range(columns.rows):
            after = columns.following[column, now, row]
            if after < 0:
                continue
            cell, further = column * columns.rows + row, columns.kinds[column, after]
            others = rest % below + rest // (below * many) * (below * further)
            start = (columns.first[sheet + (after - now) * columns.number[column]] + others) * shape.stride
            had = total
            if column != columns.lane:
                start += total
                had = columns.total[column, now, rest // below % many]
            due = 1 if columns.full[column, after] and not columns.full[column, now] else 0
            for roll in range(shape.dice_rolls):
                reached = min(had + tables.shift[context, cell, roll], shape.cap)
                points = tables.points[context, cell, roll] + columns.due[column, due, reached]
                lane = column == columns.lane
                offset = start + (reached if lane else columns.kind[column, after, reached] * below * shape.stride)
                if first:
                    enter_first(table, place + roll * LANES, values, offset, points)
                else:
                    enter_better(table, place + roll * LANES, values, offset, points)
            first = False
        below *= many


@kernel
def turn(
    room: Room, values: Values, sheet: int, rest: int, total: int, shape: Shape, tables: Tables, columns: Columns
) -> None:
    """Compute a turn for a block of upper totals."""
    table, out = room
    for what, a, b, c in tables.steps:
        if what == ENTER:
            entries(table, a, values, sheet, rest, b, total, shape, tables, columns)
        else:
            script_step(table, out, what, a, b, c, tables.at, tables.links, tables.chances, shape.dice_rolls)


@entrance
def column_level(
    values: Values,
    sheets: Sheets,
    shape: Shape,
    tables: Tables,
    columns: Columns,
    room: Room,
    thread: int,
    threads: int,
) -> None:
    """The values of these sheets, which have equally many filled cells; threads share the rows of each sheet."""
    for place in range(sheets.shape[0]):
        sheet = sheets[place]
        rests = 1
        for column in range(columns.sets.shape[0]):
            rests *= columns.kinds[column, sheet // columns.number[column] % columns.sets[column]]
        lane = sheet // columns.number[columns.lane] % columns.sets[columns.lane]
        for rest in range(thread, rests, threads):
            start, least = (columns.first[sheet] + rest) * shape.stride, columns.least[lane]
            for total in range(least, columns.greatest[lane] + 1, LANES):
                turn(room, values, sheet, rest, total, shape, tables, columns)
                put(values, room[1], start, total, shape)
            for total in range(least):
                values[start + total] = values[start + least]
