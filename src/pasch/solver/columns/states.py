"""The levels of a sheet of several columns, one state at a time.

On the processor a vector holds sixteen upper totals; on a graphics card each thread computes one. Numba compiles
`level` for both. On the processor its tables equal those of `columns.kernels` bit by bit; a card may round differently,
because it multiplies and adds in one step. Blocks of threads share the sheets of a level, and the threads of a block
the states of a sheet. Neighbouring threads have neighbouring places of the workspace, `step` numbers apart.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.solver.columns.kernels import Sheets, entry_of, rests_of
from pasch.solver.columns.layout import Columns
from pasch.solver.compiling.kernels import entrance, kernel
from pasch.solver.kernels import Values
from pasch.solver.program import Shape, Tables
from pasch.solver.script import ENTER, MEAN_SIX, MEAN_TEN, ROOT, WEIGH
from pasch.solver.sizes import FACES, LANES, TEN_FACES, WEIGHED


@kernel
def enter(
    turn: Values,
    place: int,
    spot: int,
    step: int,
    values: Values,
    sheet: int,
    rest: int,
    context: int,
    total: int,
    shape: Shape,
    tables: Tables,
    columns: Columns,
) -> None:
    """F for every roll, from a place of the turn on: the best entry in any part."""
    first = True
    for part in range(columns.sets.shape[0]):
        for row in range(columns.rows):
            entry = entry_of(sheet, rest, part, row, total, shape, columns)
            if entry.start < 0:
                continue
            twin = max(columns.kind[part, entry.lane, total], 0) * entry.width
            for roll in range(shape.dice_rolls):
                reached = min(entry.total + tables.shift[context, entry.cell, roll], shape.cap)
                if entry.exchanged:
                    offset = twin + reached
                elif part == columns.lane:
                    offset = reached
                else:
                    offset = total + columns.kind[part, entry.after, reached] * entry.width
                points = tables.points[context, entry.cell, roll] + columns.due[part, entry.due, reached]
                worth = values[entry.start + offset] + points
                at = spot + (place + roll) * step
                if first or worth > turn[at]:
                    turn[at] = worth
            first = False


@kernel
def greatest(turn: Values, spot: int, step: int, links: NDArray[np.int32], first: int, count: int) -> np.floating[Any]:
    """The greatest value at some links."""
    best: np.floating[Any] = turn[spot + links[first] // LANES * step]
    for link in range(first + 1, first + count):
        best = max(best, turn[spot + links[link] // LANES * step])
    return best


@kernel
def pair(turn: Values, spot: int, step: int, links: NDArray[np.int32], first: int) -> np.floating[Any]:
    """The sum of the values at two links."""
    one, other = spot + links[first] // LANES * step, spot + links[first + 1] // LANES * step
    total: np.floating[Any] = turn[one] + turn[other]
    return total


@kernel
def mean(turn: Values, spot: int, step: int, links: NDArray[np.int32], first: int, count: int) -> np.floating[Any]:
    """The mean over six or ten faces, added in pairs as on the processor."""
    total = pair(turn, spot, step, links, first) + pair(turn, spot, step, links, first + 2)
    if count == FACES:
        return (total + pair(turn, spot, step, links, first + 4)) * np.float32(1 / FACES)
    more = pair(turn, spot, step, links, first + 4) + pair(turn, spot, step, links, first + 6)
    return (total + more + pair(turn, spot, step, links, first + 8)) * np.float32(1 / TEN_FACES)


@kernel
def weighed(turn: Values, place: int, spot: int, step: int, chances: Values, rolls: int) -> np.floating[Any]:
    """The mean over all rolls from a place on, added in fours as on the processor."""
    total = np.float32(0)
    for roll in range(0, rolls, WEIGHED):
        at = spot + (place + roll) * step
        one = chances[roll] * turn[at] + chances[roll + 1] * turn[at + step]
        other = chances[roll + 2] * turn[at + 2 * step] + chances[roll + 3] * turn[at + 3 * step]
        total += one + other
    return total


@kernel
def value(
    turn: Values,
    spot: int,
    step: int,
    values: Values,
    sheet: int,
    rest: int,
    total: int,
    shape: Shape,
    tables: Tables,
    columns: Columns,
) -> np.floating[Any]:
    """The value of a state: a turn for one upper total."""
    found = np.float32(0)
    for what, a, b, c in tables.steps:
        if what == ENTER:
            enter(turn, a // LANES, spot, step, values, sheet, rest, b, total, shape, tables, columns)
        elif what == WEIGH:
            turn[spot + a // LANES * step] = weighed(turn, b // LANES, spot, step, tables.chances, shape.dice_rolls)
        elif what == ROOT:
            found = weighed(turn, a // LANES, spot, step, tables.chances, shape.dice_rolls)
        else:
            count = FACES if what == MEAN_SIX else TEN_FACES if what == MEAN_TEN else what
            for number in range(a, b):
                links = c + (number - a) * count
                at = spot + tables.at[number] // LANES * step
                if what == count:
                    turn[at] = greatest(turn, spot, step, tables.links, links, count)
                else:
                    turn[at] = mean(turn, spot, step, tables.links, links, count)
    return found


@entrance
def level(
    values: Values,
    sheets: Sheets,
    shape: Shape,
    tables: Tables,
    columns: Columns,
    turns: Values,
    block: int,
    blocks: int,
    thread: int,
    threads: int,
) -> None:
    """The values of these sheets, which have equally many filled cells; `turns` are the workspaces of all threads."""
    spot = block * (turns.shape[0] // blocks) + thread
    for place in range(block, sheets.shape[0], blocks):
        sheet = sheets[place]
        lane = sheet // columns.number[columns.lane] % columns.sets[columns.lane]
        least, totals = columns.least[lane], columns.greatest[lane] - columns.least[lane] + 1
        for state in range(thread, rests_of(sheet, columns) * totals, threads):
            rest, total = state // totals, least + state % totals
            start = (columns.first[sheet] + rest) * shape.stride
            found = value(turns, spot, threads, values, sheet, rest, total, shape, tables, columns)
            values[start + total] = found
            if total == least:
                for below in range(least):
                    values[start + below] = found
