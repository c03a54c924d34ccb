"""For every score at once: the greatest chance of reaching at least that many points; and play for any goal.

The dynamic program is the same as for the mean, with rows as values (`pasch.solver.score.rows`). Parts of two levels of
sheets are in memory at a time. Upper totals share a row if the bonus no longer distinguishes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import entrance, kernel, on_threads
from pasch.solver.entering import cells_for, effect, kind_of, ways
from pasch.solver.kernels import Sheets, flags_of
from pasch.solver.program import Program, Shape, Tables
from pasch.solver.score.column_targets import column_states, column_target_level, most_in_columns
from pasch.solver.score.rows import (
    Indices,
    Level,
    Precision,
    Rows,
    States,
    Workspace,
    elements_up_to,
    empty_level,
    ends_of,
    fill_row,
    greatest_entry,
    workspace_of,
)
from pasch.solver.simulation.policy import local
from pasch.solver.simulation.walk import ranks
from pasch.solver.watching import Progress

PART = 128
"""Sheets computed between two progress reports."""


Ends = Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]]
"""The values of full sheets, from their bonuses and the numbers of points needed."""


def best_chances(program: Program, precision: Precision = np.float32, progress: Progress | None = None) -> NDArray[Any]:
    """`chances[t]`: the greatest chance of a final score of t or more, for t up to the maximum."""
    found = _swept(program, lambda bonus, needed: needed <= bonus, 0, precision, progress)
    return found.chances[found.start[0] :][: int(found.reach[0]) + 1]


def best_mean(program: Program, worth: Sequence[float], precision: Precision = np.float32) -> float:
    """The greatest mean of `worth[score]`, by play for that goal alone; the last score is the maximum.

    Takes about as long as `best_chances`.
    """
    known, most = np.array(worth), len(worth) - 1

    def ends(bonus: NDArray[Any], needed: NDArray[Any]) -> NDArray[Any]:
        values: NDArray[Any] = known[np.clip(most - needed + bonus, 0, most)]
        return values

    found = _swept(program, ends, most, precision, None)
    return float(found.chances[found.start[0] + most])


def bytes_of_chances(program: Program, precision: Precision) -> int:
    """The most memory that rows take at a time in `best_chances`."""
    margin, most = greatest_entry(program), 0
    states_of, *_ = _filling(program)
    after, after_ends = np.zeros(0, np.int64), np.zeros(1, np.int64)
    for count in range(program.shape.cells, -1, -1):
        level = _level(program, count)
        ends, given_back = ends_of(states_of(level), margin, 0), 0
        for first in range(0, len(level), PART):
            last = min(first + PART, len(level))
            most = max(most, int(ends[last] + after_ends[-1]) - given_back)
            given_back = elements_up_to(level[last - 1], after, after_ends)
        after, after_ends = level, ends
    return most * np.dtype(precision).itemsize


def _level(program: Program, count: int) -> NDArray[np.int64]:
    """The sheets with so many filled cells, ascending."""
    return np.flatnonzero((program.filled == count) & program.playable)


def _swept(program: Program, ends: Ends, least: int, precision: Precision, progress: Progress | None) -> Rows:
    """The row of the empty sheet. All rows extend to at least `least` points needed."""
    shape, tables, margin = program.shape, program.tables_in(precision), greatest_entry(program)
    states_of, fill, known = _filling(program)
    work = partial(workspace_of, precision, shape, tables)
    after = _last(program, ends, margin, least, precision)
    done, whole = 0, int(program.playable.sum()) - 1
    for count in range(shape.cells - 1, -1, -1):
        level = _level(program, count)
        now = empty_level(level, states_of(level), margin, least, precision)
        for first in range(0, len(level), PART):
            part = level[first : first + PART]
            on_threads(fill, work, now.rows, after.rows, part, margin, least, shape, tables, known)
            after.give_back(part[-1])
            done += len(part)
            if progress is not None:
                progress(done / whole)
        after = now
    return after.rows


def _filling(program: Program) -> tuple[Callable[[NDArray[np.int64]], States], Callable[..., None], object]:
    """The states of sheets, and the compiled function that fills their rows, with its last argument."""
    if program.layout is not None:
        columns = partial(column_states, program.layout, most_in_columns(program, program.layout))
        return columns, column_target_level, program.layout.columns
    alike = alike_totals(program)
    most = np.where(alike == np.arange(program.shape.cap + 1), most_to_come(program), -1)

    def one_column(sheets: NDArray[np.int64]) -> States:
        found = np.repeat(most[sheets, None], program.shape.flags, axis=1)
        return States(found.ravel(), ranks(program, sheets), np.full(len(sheets), found[0].size))

    return one_column, target_level, alike


def _last(program: Program, ends: Ends, margin: int, least: int, precision: Precision) -> Level:
    """The rows of the full sheet."""
    shape, bonus = program.shape, program.last[: program.shape.cap + 1].astype(np.int32)
    if program.layout is not None:
        columns = program.layout.columns
        bonus = bonus[columns.least[-1] : columns.greatest[-1] + 1]
    bonus = np.tile(bonus, shape.flags)
    rank = np.zeros(program.table_shape[0], np.int32)
    states = States(np.full_like(bonus, bonus.max()), rank, np.array([len(bonus)]))
    level = empty_level(_level(program, shape.cells), states, margin, least, precision)
    width = len(level.rows.chances) // len(bonus)
    level.rows.chances[:] = ends(bonus[:, None], np.arange(width) - margin).ravel()
    level.rows.reach[:] = bonus
    return level


def most_to_come(program: Program) -> NDArray[np.int32]:
    """`most[sheet, total]`: a bound on the points still to come, with the bonus; 0 where no play has this total."""
    sheets = np.arange(program.sheets, dtype=np.int32)
    totals = np.arange(program.shape.cap + 1, dtype=np.int32)
    points = np.zeros_like(sheets)
    for cell in range(program.shape.cells):
        best = max(program.points[:, cell].max(), program.joker[:, cell].max()) + program.shape.extra
        points += (1 - (sheets >> cell & 1)) * int(best)
    bonus = np.maximum.accumulate(program.last[totals]).astype(np.int32)
    most = points[:, None] + bonus[np.minimum(totals + _ahead(program)[:, None], program.shape.cap)]
    return np.where(possible_totals(program), most, 0).astype(np.int32)


def alike_totals(program: Program) -> NDArray[np.int32]:
    """`alike[sheet, total]`: the least upper total with the same future; -1 where no play has this total.

    It differs from `total` where the bonus is settled, whatever still comes.
    """
    cap, last = program.shape.cap, program.last[: program.shape.cap + 1]
    totals, possible = np.arange(cap + 1), possible_totals(program)
    alike = np.where(possible, totals, -1).astype(np.int32)
    changes = [next((after for after in totals[t:] if last[after] != last[t]), cap + 1) for t in totals]
    settled = possible & (np.minimum(totals + _ahead(program)[:, None], cap) < np.array(changes))
    for bonus in np.unique(last):
        same = settled & (last == bonus)
        alike = np.where(same, same.argmax(axis=1)[:, None], alike)
    return alike.astype(np.int32)


def _ahead(program: Program) -> NDArray[np.int32]:
    """The greatest future change of the upper total, per sheet."""
    sheets = np.arange(program.sheets, dtype=np.int32)
    ahead = np.zeros_like(sheets)
    for cell in range(program.shape.cells):
        ahead += (1 - (sheets >> cell & 1)) * int(program.shift[:, cell].max())
    return ahead


def possible_totals(program: Program) -> NDArray[np.bool_]:
    """`possible[sheet, total]`: whether the filled number cells can have this upper total, counted up to the cap."""
    upper, cap = program.shape.upper, program.shape.cap
    possible = np.zeros((1 << upper, cap + 1), np.bool_)
    possible[0, 0] = True
    for cell in range(upper):
        without, filled = possible[: 1 << cell], possible[1 << cell : 2 << cell]
        for shift in np.unique(program.shift[:, cell]):
            stays = max(cap + 1 - int(shift), 0)
            filled[:, cap + 1 - stays :] |= without[:, :stays]
            filled[:, cap] |= without[:, stays:].any(axis=1)
    numbers = np.arange(program.sheets) & (1 << upper) - 1
    whole: NDArray[np.bool_] = possible[numbers]
    return whole


@kernel
def lead(
    work: Workspace,
    after: Rows,
    sheet: int,
    flag: int,
    total: int,
    alike: Indices,
    shape: Shape,
    tables: Tables,
) -> int:
    """The targets of a state's entries when no points are needed. Returns the most points that can still come."""
    count, reach = 0, 0
    for context in range(tables.points.shape[0]):
        for roll in range(shape.dice_rolls):
            work.first[context, roll] = count
            kind = kind_of(sheet, roll, shape, tables)
            cells = cells_for(sheet, roll, kind, shape, tables)
            for cell in range(shape.cells):
                if not cells >> cell & 1:
                    continue
                for way in range(ways(kind, shape)):
                    points, extra, shift, row = effect(sheet, flag, context, cell, roll, kind, way, shape, tables)
                    total_after = alike[sheet | 1 << cell, min(total + shift, shape.cap)]
                    state = local(row * shape.stride + total_after, after.rank, shape)
                    won = int(points + extra)
                    reach = max(reach, won + after.reach[state])
                    work.place[count] = after.start[state] - won
                    count += 1
        work.first[context, shape.dice_rolls] = count
    return reach


@entrance
def target_level(
    now: Rows,
    after: Rows,
    sheets: Sheets,
    margin: int,
    least: int,
    shape: Shape,
    tables: Tables,
    alike: Indices,
    work: Workspace,
    thread: int,
    threads: int,
) -> None:
    """The rows of these sheets, from those with one more filled cell."""
    for place in range(thread, sheets.shape[0], threads):
        sheet = sheets[place]
        for flag in range(flags_of(sheet, shape)):
            for total in range(tables.highest[sheet] + 1):
                if alike[sheet, total] != total:
                    continue
                state = local((sheet * shape.flags + flag) * shape.stride + total, now.rank, shape)
                reach = lead(work, after, sheet, flag, total, alike, shape, tables)
                fill_row(work, now, after, state, reach, margin, least, shape, tables)
