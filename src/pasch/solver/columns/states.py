"""The levels of a sheet of several columns, one state at a time.

On the processor a vector holds sixteen upper totals; on a graphics card each thread computes one. Numba compiles
`level` for both. On the processor its tables equal those of `columns.kernels` bit by bit. A card may round differently,
because it fuses multiplication and addition. Blocks of threads share the sheets of a level, and the threads of a block
share the states of a sheet.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.columns.kernels import Sheets, entry_of, reached_by, rests_of, set_of
from pasch.solver.columns.layout import Columns
from pasch.solver.compiling.kernels import entrance, inlined, kernel
from pasch.solver.kernels import Values
from pasch.solver.program import Shape, Tables
from pasch.solver.script import ENTER, MEAN_SIX, MEAN_TEN, ROOT, WEIGH
from pasch.solver.sizes import FACES, LANES, TEN_FACES, WEIGHED


class Workspace(NamedTuple):
    """The workspace of a thread: every place of a turn, from `first` on, `step` numbers apart.

    Threads of a block use neighbouring numbers, which a card reads together.
    """

    turns: Values
    first: int
    step: int


class State(NamedTuple):
    """A sheet, its row, and the upper total of its lane."""

    sheet: int
    rest: int
    total: int


@inlined
def spot(work: Workspace, offset: int) -> int:
    """The index of an offset of the script, which counts vectors of sixteen numbers."""
    return work.first + offset // LANES * work.step


@kernel
def enter(
    work: Workspace,
    offset: int,
    values: Values,
    state: State,
    context: int,
    shape: Shape,
    tables: Tables,
    columns: Columns,
) -> None:
    """F for every roll: the best entry in any part, from an offset on."""
    start, first = spot(work, offset), True
    for part in range(columns.sets.shape[0]):
        for row in range(columns.rows):
            entry = entry_of(state.sheet, state.rest, part, row, state.total, shape, columns)
            if entry.start < 0:
                continue
            for roll in range(shape.dice_rolls):
                gain = tables.shift[context, entry.cell, roll]
                place, reached = reached_by(entry, part, state.total, gain, shape, columns)
                points = tables.points[context, entry.cell, roll] + columns.due[part, entry.due, reached]
                worth, at = values[place] + points, start + roll * work.step
                if first or worth > work.turns[at]:
                    work.turns[at] = worth
            first = False


@kernel
def greatest(work: Workspace, links: NDArray[np.int32], first: int, count: int) -> np.floating[Any]:
    """The greatest value at some links."""
    best: np.floating[Any] = work.turns[spot(work, links[first])]
    for link in range(first + 1, first + count):
        best = max(best, work.turns[spot(work, links[link])])
    return best


@kernel
def pair(work: Workspace, links: NDArray[np.int32], first: int) -> np.floating[Any]:
    """The sum of the values at two links."""
    total: np.floating[Any] = work.turns[spot(work, links[first])] + work.turns[spot(work, links[first + 1])]
    return total


@kernel
def mean(work: Workspace, links: NDArray[np.int32], first: int, count: int) -> np.floating[Any]:
    """The mean over six or ten faces, added in the order of the vector kernel."""
    total = pair(work, links, first) + pair(work, links, first + 2)
    if count == FACES:
        return (total + pair(work, links, first + 4)) * np.float32(1 / FACES)
    more = pair(work, links, first + 4) + pair(work, links, first + 6)
    return (total + more + pair(work, links, first + 8)) * np.float32(1 / TEN_FACES)


@kernel
def weighed(work: Workspace, offset: int, chances: Values, rolls: int) -> np.floating[Any]:
    """The mean over all rolls from an offset on, added in the order of the vector kernel."""
    turns, step, total = work.turns, work.step, np.float32(0)
    for roll in range(0, rolls, WEIGHED):
        at = spot(work, offset) + roll * step
        one = chances[roll] * turns[at] + chances[roll + 1] * turns[at + step]
        other = chances[roll + 2] * turns[at + 2 * step] + chances[roll + 3] * turns[at + 3 * step]
        total += one + other
    return total


@kernel
def value(
    work: Workspace, values: Values, state: State, shape: Shape, tables: Tables, columns: Columns
) -> np.floating[Any]:
    """The value of a state: a turn for one upper total."""
    found = np.float32(0)
    for what, a, b, c in tables.steps:
        if what == ENTER:
            enter(work, a, values, state, b, shape, tables, columns)
        elif what == WEIGH:
            work.turns[spot(work, a)] = weighed(work, b, tables.chances, shape.dice_rolls)
        elif what == ROOT:
            found = weighed(work, a, tables.chances, shape.dice_rolls)
        else:
            count = FACES if what == MEAN_SIX else TEN_FACES if what == MEAN_TEN else what
            for number in range(a, b):
                at, links = spot(work, tables.at[number]), c + (number - a) * count
                if what == count:
                    work.turns[at] = greatest(work, tables.links, links, count)
                else:
                    work.turns[at] = mean(work, tables.links, links, count)
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
    work = Workspace(turns, block * (turns.shape[0] // blocks) + thread, threads)
    for place in range(block, sheets.shape[0], blocks):
        sheet = sheets[place]
        lane = set_of(sheet, columns.lane, columns)
        least, totals = columns.least[lane], columns.greatest[lane] - columns.least[lane] + 1
        for number in range(thread, rests_of(sheet, columns) * totals, threads):
            state = State(sheet, number // totals, least + number % totals)
            start = (columns.first[sheet] + state.rest) * shape.stride
            found = value(work, values, state, shape, tables, columns)
            values[start + state.total] = found
            if state.total == least:
                for below in range(least):
                    values[start + below] = found
