"""The dynamic program over one turn of a sheet of several columns, compiled, and the entries of one roll."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.columns.layout import NOWHERE, Columns
from pasch.solver.compiling.kernels import entrance, inlined, kernel
from pasch.solver.compiling.lanes import enter_better, enter_first, script_step
from pasch.solver.kernels import Values, bend, put, straighten
from pasch.solver.program import Shape, Tables
from pasch.solver.sizes import LANES
from pasch.solver.turns import ENTER

Sheets = NDArray[np.int64]
Workspace = tuple[Values, Values, Values]
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


class Entry(NamedTuple):
    """What every roll has in common that is entered in a row of a part.

    `start` is the place of its values, `NOWHERE` for a closed row; `width` is the distance between the rows of two
    kinds of its part. `sheet` is the next sheet. `total` is the part's upper total before, `after` its fill set
    afterwards. `cell` and `due` are indices for the points and the bonus. `exchanged` says whether twins change places,
    `lane` is the fill set of the lane before that.
    """

    start: int
    width: int
    sheet: int
    total: int
    after: np.int64
    cell: int
    due: int
    exchanged: bool
    lane: int


@inlined
def set_of(sheet: int, part: int, columns: Columns) -> int:
    """The number of a part's fill set."""
    number: int = sheet // columns.number[part] % columns.sets[part]
    return number


@inlined
def entry_of(sheet: int, rest: int, part: int, row: int, total: int, shape: Shape, columns: Columns) -> Entry:
    """The entry in a row of a part, on a sheet with this upper total in the lane."""
    below = 1
    for other in range(part):
        below *= columns.kinds[other, set_of(sheet, other, columns)]
    lane, now = set_of(sheet, columns.lane, columns), set_of(sheet, part, columns)
    many, after = columns.kinds[part, now], np.int64(columns.following[part, now, row])
    if after < 0:
        return Entry(NOWHERE, 0, sheet, 0, after, 0, 0, exchanged=False, lane=lane)
    there, kept = sheet + (after - now) * columns.number[part], int(after)
    exchanged = bool(part == columns.twin and after > lane)
    if exchanged:
        there += (lane - after) * columns.number[part] + (after - lane) * columns.number[columns.lane]
        kept = lane
    others = rest % below + rest // (below * many) * (below * columns.kinds[part, kept])
    had = total if part == columns.lane else columns.total[part, now, rest // below % many]
    due = 1 if columns.full[part, after] and not (exchanged or columns.full[part, now]) else 0
    start, width = (columns.first[there] + others) * shape.stride, below * shape.stride
    return Entry(start, width, there, had, after, part * columns.rows + row, due, exchanged, lane)


@inlined
def reached_by(entry: Entry, part: int, total: int, gain: int, shape: Shape, columns: Columns) -> tuple[int, int]:
    """The place of the values after an entry with this gain, and its part's upper total; `total` is the lane's."""
    reached = min(entry.total + gain, shape.cap)
    if entry.exchanged:
        place = max(columns.kind[part, entry.lane, total], 0) * entry.width + reached
    elif part == columns.lane:
        place = reached
    else:
        place = total + columns.kind[part, entry.after, reached] * entry.width
    return entry.start + place, reached


@kernel
def every_entry(
    options: NDArray[np.float64],
    values: Values,
    context: int,
    roll: int,
    sheet: int,
    rest: int,
    total: int,
    shape: Shape,
    tables: Tables,
    columns: Columns,
) -> int:
    """The entries open to a roll: value, points with a due bonus, the next state, its sheet, and the due bonus.

    Returns the number of entries.
    """
    count = 0
    for part in range(columns.sets.shape[0]):
        for row in range(columns.rows):
            entry = entry_of(sheet, rest, part, row, total, shape, columns)
            if entry.start < 0:
                continue
            gain = tables.shift[context, entry.cell, roll]
            place, reached = reached_by(entry, part, total, gain, shape, columns)
            due = columns.due[part, entry.due, reached]
            points = tables.points[context, entry.cell, roll] + due
            options[count, 0], options[count, 1], options[count, 2] = values[place] + points, points, place
            options[count, 3], options[count, 4] = entry.sheet, due
            count += 1
    return count


@kernel
def entries(
    work: Workspace,
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
    table, _, block = work
    first = True
    for part in range(columns.sets.shape[0]):
        for row in range(columns.rows):
            entry = entry_of(sheet, rest, part, row, total, shape, columns)
            if entry.start < 0:
                continue
            if entry.exchanged:
                for gain in columns.gains[row]:
                    reached = min(entry.total + gain, shape.cap)
                    exchange(block, values, entry.start, entry.width, total, reached, columns.kind[part, entry.lane])
            for roll in range(shape.dice_rolls):
                reached = min(entry.total + tables.shift[context, entry.cell, roll], shape.cap)
                points = tables.points[context, entry.cell, roll] + columns.due[part, entry.due, reached]
                if entry.exchanged:
                    source, offset = block, reached * LANES
                elif part == columns.lane:
                    source, offset = values, entry.start + reached
                else:
                    kind = columns.kind[part, entry.after, reached]
                    source, offset = values, entry.start + total + kind * entry.width
                if first:
                    enter_first(table, place + roll * LANES, source, offset, points)
                else:
                    enter_better(table, place + roll * LANES, source, offset, points)
            first = False


@inlined
def rests_of(sheet: int, columns: Columns) -> int:
    """The number of rows of a sheet."""
    found = 1
    for part in range(columns.sets.shape[0]):
        found *= columns.kinds[part, set_of(sheet, part, columns)]
    return found


@kernel
def turn(
    work: Workspace, values: Values, sheet: int, rest: int, total: int, shape: Shape, tables: Tables, columns: Columns
) -> None:
    """Compute a turn for a block of upper totals."""
    table, out, _ = work
    for what, a, b, c in tables.steps:
        if what == ENTER:
            entries(work, a, values, sheet, rest, b, total, shape, tables, columns)
            if shape.risk != 0:
                bend(table, a, shape)
        else:
            script_step(table, out, what, a, b, c, tables.at, tables.links, tables.chances, shape.dice_rolls)
    if shape.risk != 0:
        straighten(out, shape)


@entrance
def column_level(
    values: Values,
    sheets: Sheets,
    shape: Shape,
    tables: Tables,
    columns: Columns,
    work: Workspace,
    thread: int,
    threads: int,
) -> None:
    """The values of these sheets, which have equally many filled cells; threads share the rows of each sheet."""
    for place in range(sheets.shape[0]):
        sheet = sheets[place]
        lane = set_of(sheet, columns.lane, columns)
        for rest in range(thread, rests_of(sheet, columns), threads):
            start, least = (columns.first[sheet] + rest) * shape.stride, columns.least[lane]
            for total in range(least, columns.greatest[lane] + 1, LANES):
                turn(work, values, sheet, rest, total, shape, tables, columns)
                put(values, work[1], start, total, shape)
            for total in range(least):
                values[start + total] = values[start + least]
