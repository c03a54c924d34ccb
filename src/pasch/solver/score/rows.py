"""Rows of chances by points needed, and the compiled turn that computes them.

The value of a state is a row: its element n is the greatest chance, or mean of any other goal, when n points are still
needed. Entering points shifts the row and rolling takes means. Deciding takes maxima separately for each number of
points, because a player who needs 30 more plays unlike one who needs 60.

The target of every entry of a state is looked up once for all blocks of its row. A row ends with the most points that
can still come.

Filling a cell raises the number of a sheet. The sheets of a level are computed in ascending order, so later ones read
no row of a sheet with a number up to the current one. The memory of those rows is given back.
"""

from __future__ import annotations

import mmap
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import kernel
from pasch.solver.compiling.lanes import greatest_after, script_step
from pasch.solver.kernels import Values
from pasch.solver.program import Shape, Tables
from pasch.solver.sizes import LANES
from pasch.solver.turns import ENTER

if TYPE_CHECKING:
    from pasch.solver.program import Program

Precision = type[np.float32 | np.float64]
Indices = NDArray[np.int32]
Places = NDArray[np.int64]


class States(NamedTuple):
    """The states of some sheets.

    `most` is the most points that can still come, by state; -1 if the state has no row. `rank` is that of `Rows`.
    `number` is the number of states, by sheet.
    """

    most: NDArray[np.integer[Any]]
    rank: Indices
    number: NDArray[np.int64]


class Rows(NamedTuple):
    """The rows of a level of sheets.

    `rank` numbers its sheets; for several columns, it is the first state of each row of the table. In `chances`, the
    row of state s has its value for no points needed at `start[s]`, preceded by `margin` equal values. `reach[s]` is
    the most that can still come.
    """

    chances: Values
    start: Places
    reach: Indices
    rank: Indices


class Workspace(NamedTuple):
    """The workspace of a thread: the table of a turn, its value, and the targets of a state's entries.

    The targets of roll r in context x begin at `first[x, r]` in `place`.
    """

    table: Values
    out: Values
    place: Places
    first: Places


def workspace_of(precision: Precision, shape: Shape, tables: Tables) -> Workspace:
    """The workspace of a thread."""
    contexts, cells, _ = tables.points.shape
    table: NDArray[Any] = np.zeros(tables.size, precision)
    out: NDArray[Any] = np.zeros(LANES, precision)
    most = contexts * shape.dice_rolls * cells * 2
    return Workspace(table, out, np.zeros(most, np.int64), np.zeros((contexts, shape.dice_rolls + 1), np.int64))


def widths(most: NDArray[np.integer[Any]], margin: int, least: int) -> Places:
    """The elements of the rows of states that can gain at most so many points; none where `most` is below 0.

    A turn computes as many points as its best entry can bring, and reads the rows of all its entries that far. So a row
    has another `margin` beyond its own most.
    """
    return np.where(most < 0, 0, 2 * margin + np.maximum(most, least) + 1 + LANES).astype(np.int64)


@dataclass(frozen=True, eq=False)
class Level:
    """The rows of a level of sheets, both in ascending order. Those of the first n sheets end at `ends[n]`."""

    sheets: NDArray[np.int64]
    ends: Places
    rows: Rows
    memory: mmap.mmap

    def give_back(self, sheet: int) -> None:
        """Give back the memory of the rows of sheets up to this one, where the system can."""
        pages = elements_up_to(sheet, self.sheets, self.ends) * self.rows.chances.itemsize // mmap.PAGESIZE
        if pages and sys.platform != "win32":
            self.memory.madvise(mmap.MADV_DONTNEED, 0, pages * mmap.PAGESIZE)


def ends_of(states: States, margin: int, least: int) -> Places:
    """The end of the rows of the first n sheets, by n."""
    ends = np.append(0, np.cumsum(widths(states.most, margin, least)))
    found: Places = ends[np.append(0, np.cumsum(states.number))]
    return found


def elements_up_to(sheet: int, sheets: NDArray[np.int64], ends: Places) -> int:
    """The elements in the rows of the sheets whose number is at most this one."""
    return int(ends[np.searchsorted(sheets, sheet, side="right")])


def empty_level(sheets: NDArray[np.int64], states: States, margin: int, least: int, precision: Precision) -> Level:
    """Memory for the rows of these sheets."""
    each, ends = widths(states.most, margin, least), ends_of(states, margin, least)
    size = max(int(ends[-1]), 1) * np.dtype(precision).itemsize
    memory = mmap.mmap(-1, size, access=mmap.ACCESS_COPY)  # private: only such memory can be given back
    chances: NDArray[Any] = np.frombuffer(memory, precision)
    rows = Rows(chances, np.cumsum(each) - each + margin, np.zeros(len(each), np.int32), states.rank)
    return Level(sheets, ends, rows, memory)


def greatest_entry(program: Program) -> int:
    """An upper bound on the points that an entry brings or makes unreachable, with extra points and a bonus."""
    bonus = program.layout.small.due.max() if program.layout else program.last.max()
    return int(max(program.points.max(), program.joker.max()) + program.shape.extra + bonus)


@kernel
def fill_row(
    work: Workspace,
    now: Rows,
    after: Rows,
    state: int,
    reach: int,
    margin: int,
    least: int,
    shape: Shape,
    tables: Tables,
) -> None:
    """The row of a state whose targets are in the workspace; it extends to at least `least` points needed."""
    start = now.start[state]
    now.reach[state] = reach
    for needed in range(-margin, 1):
        now.chances[start + needed] = 1
    for needed in range(1, max(reach, least) + 1, LANES):
        _turn(work, after, needed, shape, tables)
        for lane in range(LANES):
            now.chances[start + needed + lane] = work.out[lane]


@kernel
def _turn(work: Workspace, after: Rows, needed: int, shape: Shape, tables: Tables) -> None:
    """Compute a turn for a block of points needed, into `work.out`. A roll without an entry is worth nothing."""
    table = work.table
    for what, a, b, c in tables.steps:
        if what == ENTER:
            for roll in range(shape.dice_rolls):
                at, start, end = a + roll * LANES, work.first[b, roll], work.first[b, roll + 1]
                if start < end:
                    greatest_after(table, at, after.chances, work.place, start, end, needed)
                else:
                    table[at : at + LANES] = 0
        else:
            script_step(table, work.out, what, a, b, c, tables.at, tables.links, tables.chances, shape.dice_rolls)
