"""Rows of chances for sheets of several columns: the states of a level, and the targets of their entries.

Every upper total of the lane has a row, from the least on that differs from those below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pasch.solver.columns.kernels import Entry, Sheets, entry_of, reached_by, rests_of, set_of
from pasch.solver.columns.layout import CLOSED, Columns
from pasch.solver.compiling.kernels import entrance, inlined, kernel
from pasch.solver.program import Shape, Tables
from pasch.solver.score.rows import Rows, States, Workspace, fill_row

if TYPE_CHECKING:
    from pasch.solver.columns.layout import Layout
    from pasch.solver.program import Program


def column_states(layout: Layout, most: NDArray[np.int64], sheets: NDArray[np.int64]) -> States:
    """The states of these sheets; the rank is the first state of each row of the table."""
    columns = layout.columns
    lanes, rests = sheets // columns.number[columns.lane] % columns.sets[columns.lane], layout.rests[sheets]
    totals = columns.greatest[lanes] - columns.least[lanes] + 1
    by_row = np.repeat(totals, rests)
    within = np.arange(len(by_row)) - np.repeat(np.cumsum(rests) - rests, rests)
    rank = np.zeros(layout.rows, np.int32)
    rank[np.repeat(columns.first[sheets], rests) + within] = np.cumsum(by_row) - by_row
    return States(np.repeat(most[sheets], rests * totals), rank, rests * totals)


def most_in_columns(program: Program, layout: Layout) -> NDArray[np.int64]:
    """A bound on the points still to come, with bonuses, by sheet."""
    best, rows = program.points.max(axis=(0, 2)).astype(np.int64), len(program.variant.categories)
    found = np.zeros(1, np.int64)
    for number, (part, sets) in enumerate(zip(layout.parts, layout.sets, strict=True)):
        left = [[len(part.columns) - filled // part.base**row % part.base for row in part.rows] for filled in sets]
        points = np.array(left) @ best[number * rows + np.array(part.rows)]
        due = max(layout.bonuses(layout.column_of(number).factor)) * part.totals
        points += due * ~layout.small.full[number, : len(sets)]
        found = (points[:, None] + found).reshape(-1)
    return found


@inlined
def is_open(entry: Entry, context: int, tables: Tables) -> bool:
    """Whether rolls in this context may be entered there."""
    return entry.start >= 0 and tables.points[context, entry.cell, 0] > CLOSED / 2


@kernel
def column_lead(
    work: Workspace,
    after: Rows,
    sheet: int,
    rest: int,
    total: int,
    shape: Shape,
    tables: Tables,
    columns: Columns,
) -> int:
    """The targets of a state's entries when no points are needed. Returns the most points that can still come."""
    begin, reach = 0, 0
    for context in range(tables.points.shape[0]):
        entries = 0
        for part in range(columns.sets.shape[0]):
            for row in range(columns.rows):
                entry = entry_of(sheet, rest, part, row, total, shape, columns)
                entries += is_open(entry, context, tables)
        number = 0
        for part in range(columns.sets.shape[0]):
            for row in range(columns.rows):
                entry = entry_of(sheet, rest, part, row, total, shape, columns)
                if not is_open(entry, context, tables):
                    continue
                lane = entry.after if entry.exchanged or part == columns.lane else entry.lane
                for roll in range(shape.dice_rolls):
                    gain = tables.shift[context, entry.cell, roll]
                    place, reached = reached_by(entry, part, total, gain, shape, columns)
                    above = max(place % shape.stride - columns.least[lane], 0)
                    state = after.rank[place // shape.stride] + above
                    won = int(tables.points[context, entry.cell, roll] + columns.due[part, entry.due, reached])
                    reach = max(reach, won + after.reach[state])
                    work.place[begin + roll * entries + number] = after.start[state] - won
                number += 1
        for roll in range(shape.dice_rolls + 1):
            work.first[context, roll] = begin + roll * entries
        begin += shape.dice_rolls * entries
    return reach


@entrance
def column_target_level(
    now: Rows,
    after: Rows,
    sheets: Sheets,
    margin: int,
    least: int,
    shape: Shape,
    tables: Tables,
    columns: Columns,
    work: Workspace,
    thread: int,
    threads: int,
) -> None:
    """The rows of these sheets, from those with one more filled cell; threads take the states in turn."""
    for place in range(sheets.shape[0]):
        sheet = sheets[place]
        lane = set_of(sheet, columns.lane, columns)
        for rest in range(rests_of(sheet, columns)):
            first = now.rank[columns.first[sheet] + rest] - columns.least[lane]
            for total in range(columns.least[lane], columns.greatest[lane] + 1):
                if (first + total) % threads == thread:
                    reach = column_lead(work, after, sheet, rest, total, shape, tables, columns)
                    fill_row(work, now, after, first + total, reach, margin, least, shape, tables)
