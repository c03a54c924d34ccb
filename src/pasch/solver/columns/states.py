"""The levels of a sheet of several columns, one state at a time, and a table on a graphics card.

On the processor a vector holds sixteen upper totals; on a graphics card each thread computes one. Numba compiles
`level` for both. On the processor its tables equal those of `columns.kernels` bit by bit. A card may round differently,
because it fuses multiplication and addition. Blocks of threads share the sheets of a level, and the threads of a block
share the states of a sheet.
"""

from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import cuda as untyped
from numpy.typing import NDArray

from pasch.rules.errors import InvalidInput
from pasch.solver.columns.kernels import Sheets, entry_of, reached_by, rests_of, set_of
from pasch.solver.columns.layout import Columns
from pasch.solver.compiling.kernels import entrance, inlined, kernel
from pasch.solver.estimates import NoRoom
from pasch.solver.kernels import Values
from pasch.solver.program import Program, Shape, Tables
from pasch.solver.sizes import FACES, LANES, TEN_FACES, WEIGHED
from pasch.solver.turns import ENTER, MEAN_SIX, MEAN_TEN, ROOT, WEIGH, short_script


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


cuda: Any = untyped  # Numba's objects have no checkable types; this file is their adapter

Arrays = TypeVar("Arrays", Tables, Columns)

GRID = (1024, 128)
"""Blocks, and the threads of each: enough to hide the latency of memory. A thread's workspace takes some kilobytes."""


@cuda.jit  # type: ignore[untyped-decorator]  # as above
def _level(values: Values, sheets: Sheets, shape: Shape, tables: Tables, columns: Columns, turns: Values) -> None:
    block, blocks, thread, threads = cuda.blockIdx.x, cuda.gridDim.x, cuda.threadIdx.x, cuda.blockDim.x
    level(values, sheets, shape, tables, columns, turns, block, blocks, thread, threads)


class Card:
    """A table in the memory of the graphics card.

    Raises `InvalidInput` without a card that Numba can use, and for rules of one column; `NoRoom` for a card with too
    little memory.
    """

    def __init__(self, program: Program, values: Values) -> None:
        if program.layout is None:
            raise InvalidInput("{variant} has one column: the processor solves it", variant=program.variant.key)
        if not cuda.is_available():
            raise InvalidInput("There is no graphics card with CUDA, or the extra pasch[gpu] is not installed")
        size = short_script(program.turn).size // LANES * GRID[0] * GRID[1]
        needed, free = (len(values) + size) * values.itemsize, cuda.current_context().get_memory_info().free
        if needed > free:
            raise NoRoom(
                "{variant} needs {needed} MB on the graphics card; {free} MB are free",
                variant=program.variant.key,
                needed=-(-needed // 1_000_000),
                free=free // 1_000_000,
            )
        columns = program.layout.columns
        self._host = values
        self._values = cuda.to_device(values)
        self._known = (
            program.shape,
            _sent(program.tables),
            _sent(columns._replace(due=columns.due.astype(np.float32))),
            cuda.to_device(np.zeros(size, np.float32)),
        )

    def fill(self, sheets: Sheets) -> None:
        """Compute these sheets, which have equally many filled cells."""
        _level[GRID](self._values, cuda.to_device(sheets), *self._known)
        cuda.synchronize()

    def fetch(self) -> None:
        """Copy the table from the card."""
        self._values.copy_to_host(self._host)


def _sent(arrays: Arrays) -> Arrays:
    """The same with the arrays on the card."""
    return type(arrays)._make(cuda.to_device(each) if isinstance(each, np.ndarray) else each for each in arrays)
