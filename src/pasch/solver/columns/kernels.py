"""The dynamic program over one turn of a sheet of several columns, compiled."""

import numpy as np
from numpy.typing import NDArray

from pasch.solver.columns.layout import Columns
from pasch.solver.compiling.kernels import entrance, kernel
from pasch.solver.compiling.lanes import enter_better, enter_first, script_step
from pasch.solver.kernels import Values, put
from pasch.solver.program import Shape, Tables
from pasch.solver.script import ENTER
from pasch.solver.sizes import LANES

Sheets = NDArray[np.int64]
Room = tuple[Values, Values, Values]
"""The workspace of a thread: a turn, the values at its start, and a block of the lane for every total of its twin."""


@kernel
def exchange(
    block: Values, values: Values, start: int, width: int, total: int, reached: int, known: NDArray[np.int64]
) -> None:
    """Read a block after twins are exchanged: each total of the old lane has a row, `reached` is in the new lane.

    `known` are the kinds of these totals in the twin, `width` is the distance between their rows.
    """
    for lane in range(LANES):
        kind = max(known[min(total + lane, known.shape[0] - 1)], 0)
        block[reached * LANES + lane] = values[start + kind * width + reached]


@kernel
def entries(
    room: Room,
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
    """F for every roll: the best entry in any part, for a block of the lane's upper totals from `total` on."""
    table, _, block = room
    first, below = True, 1
    lane = sheet // columns.number[columns.lane] % columns.sets[columns.lane]
    for part in range(columns.sets.shape[0]):
        now = sheet // columns.number[part] % columns.sets[part]
        many = columns.kinds[part, now]
        for row in range(columns.rows):
            after = columns.following[part, now, row]
            if after < 0:
                continue
            cell, there, kept = part * columns.rows + row, sheet + (after - now) * columns.number[part], after
            exchanged = part == columns.twin and after > lane
            if exchanged:
                there += (lane - after) * columns.number[part] + (after - lane) * columns.number[columns.lane]
                kept = lane
            others = rest % below + rest // (below * many) * (below * columns.kinds[part, kept])
            start, width = (columns.first[there] + others) * shape.stride, below * shape.stride
            had = total if part == columns.lane else columns.total[part, now, rest // below % many]
            if exchanged:
                for gain in columns.gains[row]:
                    reached = min(had + gain, shape.cap)
                    exchange(block, values, start, width, total, reached, columns.kind[part, lane])
            due = 1 if columns.full[part, after] and not (exchanged or columns.full[part, now]) else 0
            for roll in range(shape.dice_rolls):
                reached = min(had + tables.shift[context, cell, roll], shape.cap)
                points = tables.points[context, cell, roll] + columns.due[part, due, reached]
                if exchanged:
                    source, offset = block, reached * LANES
                elif part == columns.lane:
                    source, offset = values, start + reached
                else:
                    source, offset = values, start + total + columns.kind[part, after, reached] * width
                if first:
                    enter_first(table, place + roll * LANES, source, offset, points)
                else:
                    enter_better(table, place + roll * LANES, source, offset, points)
            first = False
        below *= many


@kernel
def turn(
    room: Room, values: Values, sheet: int, rest: int, total: int, shape: Shape, tables: Tables, columns: Columns
) -> None:
    """Compute a turn for a block of upper totals."""
    table, out, _ = room
    for what, a, b, c in tables.steps:
        if what == ENTER:
            entries(room, a, values, sheet, rest, b, total, shape, tables, columns)
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
        for part in range(columns.sets.shape[0]):
            rests *= columns.kinds[part, sheet // columns.number[part] % columns.sets[part]]
        lane = sheet // columns.number[columns.lane] % columns.sets[columns.lane]
        for rest in range(thread, rests, threads):
            start, least = (columns.first[sheet] + rest) * shape.stride, columns.least[lane]
            for total in range(least, columns.greatest[lane] + 1, LANES):
                turn(room, values, sheet, rest, total, shape, tables, columns)
                put(values, room[1], start, total, shape)
            for total in range(least):
                values[start + total] = values[start + least]
