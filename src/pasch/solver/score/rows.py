"""Rows of chances by points needed, and the compiled turn that computes them.

The value of a state is a row: its element n is the greatest chance, or mean of any other goal, when n points are still
needed. Entering points shifts the row and rolling takes means. Deciding takes maxima separately for each number of
points, because a player who needs 30 more plays unlike one who needs 60.

The target of every entry of a state is looked up once for all blocks of its row. A row ends with the most points that
can still come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import kernel
from pasch.solver.compiling.lanes import greatest_after, script_step
from pasch.solver.kernels import Values
from pasch.solver.program import Shape, Tables
from pasch.solver.script import ENTER
from pasch.solver.sizes import LANES

if TYPE_CHECKING:
    from pasch.solver.program import Program

Precision = type[np.float32 | np.float64]
Indices = NDArray[np.int32]
Places = NDArray[np.int64]


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


def room_of(precision: Precision, shape: Shape, tables: Tables) -> Workspace:
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


def empty_rows(most: NDArray[np.integer[Any]], rank: Indices, margin: int, least: int, precision: Precision) -> Rows:
    """Memory for the rows of states that can gain at most so many points."""
    each = widths(most, margin, least)
    chances: NDArray[Any] = np.zeros(int(each.sum()), precision)
    return Rows(chances, np.cumsum(each) - each + margin, np.zeros(len(most), np.int32), rank)


def greatest_entry(program: Program) -> int:
    """An upper bound on the points that an entry brings or makes unreachable, with extra points and a bonus."""
    bonus = program.layout.small.due.max() if program.layout else program.last.max()
    return int(max(program.points.max(), program.joker.max()) + program.shape.extra + bonus)


@kernel
def fill_row(
    room: Workspace,
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
        _turn(room, after, needed, shape, tables)
        for lane in range(LANES):
            now.chances[start + needed + lane] = room.out[lane]


@kernel
def _turn(room: Workspace, after: Rows, needed: int, shape: Shape, tables: Tables) -> None:
    """Compute a turn for a block of points needed, into `room.out`. A roll without an entry is worth nothing."""
    table = room.table
    for what, a, b, c in tables.steps:
        if what == ENTER:
            for roll in range(shape.dice_rolls):
                at, start, end = a + roll * LANES, room.first[b, roll], room.first[b, roll + 1]
                if start < end:
                    greatest_after(table, at, after.chances, room.place, start, end, needed)
                else:
                    table[at : at + LANES] = 0
        else:
            script_step(table, room.out, what, a, b, c, tables.at, tables.links, tables.chances, shape.dice_rolls)
