"""For every score at once: the greatest chance of reaching at least that many points; and play for any goal.

The dynamic program is the same as for the mean, with another objective. The value of a state is a row of chances, one
for each number of points still needed. Entering points shifts the row and rolling takes means. Deciding takes maxima
separately for each number of points, because a player who needs 30 more plays unlike one who needs 60. Only two
levels of sheets are held at a time.

The target of every entry of a state is looked up once for all blocks of its row. A row ends with the most points that
can still come. Upper totals share a row if the bonus no longer distinguishes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import entrance, kernel, on_threads
from pasch.solver.compiling.lanes import greatest_after, script_step
from pasch.solver.entering import brings, cells_for, kind_of, ways
from pasch.solver.kernels import Sheets, Values, flags_of
from pasch.solver.program import Program, Shape, Tables
from pasch.solver.script import ENTER
from pasch.solver.simulation.policy import local
from pasch.solver.sizes import LANES
from pasch.solver.watching import Progress

Precision = type[np.float32 | np.float64]
Indices = NDArray[np.int32]
Places = NDArray[np.int64]

PART = 128
"""Sheets computed between two progress reports."""


class Rows(NamedTuple):
    """The rows of a level of sheets.

    `rank` numbers its sheets. The row of state s starts at `s * width` in `chances`, preceded by `margin` entries for
    points that are no longer needed. `reach[s]` is the most that can still come.
    """

    chances: Values
    reach: Indices
    rank: Indices
    width: int


class Workspace(NamedTuple):
    """The workspace of a thread: the table of a turn, its value, and the targets of a state's entries.

    The targets of roll r in context x begin at `first[x, r]` in `place`.
    """

    table: Values
    out: Values
    place: Places
    first: Places


Ends = Callable[[NDArray[Any], NDArray[Any]], NDArray[Any]]
"""The values of full sheets, from their bonuses and the numbers of points needed."""


def best_chances(program: Program, precision: Precision = np.float32, progress: Progress | None = None) -> NDArray[Any]:
    """`chances[t]`: the greatest chance of a final score of t or more, for t up to the maximum."""
    found = _swept(program, lambda bonus, needed: needed <= bonus, 0, precision, progress)
    return found[: int(most_to_come(program)[0, 0]) + 1]


def best_mean(program: Program, worth: Sequence[float], precision: Precision = np.float32) -> float:
    """The greatest mean of `worth[score]`, by play for that goal alone; the last score is the maximum.

    Takes about as long as `best_chances`.
    """
    known, most = np.array(worth), len(worth) - 1

    def ends(bonus: NDArray[Any], needed: NDArray[Any]) -> NDArray[Any]:
        values: NDArray[Any] = known[np.clip(most - needed + bonus, 0, most)]
        return values

    return float(_swept(program, ends, most, precision, None)[most])


def _swept(program: Program, ends: Ends, least: int, precision: Precision, progress: Progress | None) -> NDArray[Any]:
    """The row of the empty sheet. All rows extend to at least `least` points needed."""
    shape, tables = program.shape, program.tables_in(precision)
    most, margin = most_to_come(program), greatest_entry(program)
    alike, sheets = alike_totals(program), np.arange(program.sheets)
    after = _last(program, ends, margin, least, precision)
    room = partial(_room, precision, shape, tables)
    done, whole = 0, int(program.playable.sum()) - 1
    for count in range(shape.cells - 1, -1, -1):
        level = sheets[(program.filled == count) & program.playable]
        now = _empty(program, level, margin, max(int(most[level].max()), least), precision)
        for first in range(0, len(level), PART):
            part = level[first : first + PART]
            on_threads(target_level, room, now, after, part, alike, margin, least, shape, tables)
            done += min(PART, len(level) - first)
            if progress is not None:
                progress(done / whole)
        after = now
    return after.chances[margin:]


def _room(precision: Precision, shape: Shape, tables: Tables) -> Workspace:
    """The workspace of a thread."""
    contexts = len(tables.points)
    most = contexts * shape.dice_rolls * shape.cells * 2
    table: NDArray[Any] = np.zeros(tables.size, precision)
    out: NDArray[Any] = np.zeros(LANES, precision)
    return Workspace(table, out, np.zeros(most, np.int64), np.zeros((contexts, shape.dice_rolls + 1), np.int64))


def _last(program: Program, ends: Ends, margin: int, least: int, precision: Precision) -> Rows:
    """The rows of the full sheet."""
    bonus = program.last[: program.shape.cap + 1].astype(np.int32)
    width = 2 * margin + max(int(bonus.max()), least) + 1 + LANES
    rows = ends(bonus[:, None], np.arange(width) - margin).astype(precision)
    flags, rank = program.shape.flags, np.zeros(program.sheets, np.int32)
    return Rows(np.tile(rows, (flags, 1, 1)).ravel(), np.tile(bonus, flags), rank, width)


def _empty(program: Program, sheets: Sheets, margin: int, most: int, precision: Precision) -> Rows:
    """Memory for the rows of these sheets, which can gain at most `most` points."""
    width, states = 2 * margin + most + 1 + LANES, len(sheets) * program.shape.flags * (program.shape.cap + 1)
    rank = np.zeros(program.sheets, np.int32)
    rank[sheets] = np.arange(len(sheets), dtype=np.int32)
    chances: NDArray[Any] = np.zeros(states * width, precision)
    return Rows(chances, np.zeros(states, np.int32), rank, width)


def greatest_entry(program: Program) -> int:
    """An upper bound on the points of one entry, with extra points."""
    return int(max(program.points.max(), program.joker.max()) + program.shape.extra)


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
    room: Workspace,
    after: Rows,
    sheet: int,
    flag: int,
    total: int,
    alike: Indices,
    margin: int,
    shape: Shape,
    tables: Tables,
) -> int:
    """The targets of a state's entries when no points are needed. Returns the most points that can still come."""
    count, reach = 0, 0
    for context in range(tables.points.shape[0]):
        for roll in range(shape.dice_rolls):
            room.first[context, roll] = count
            kind = kind_of(sheet, roll, shape, tables)
            cells = cells_for(sheet, roll, kind, shape, tables)
            for cell in range(shape.cells):
                if not cells >> cell & 1:
                    continue
                for way in range(ways(kind, shape)):
                    points, extra, shift, row = brings(sheet, flag, context, cell, roll, kind, way, shape, tables)
                    total_after = alike[sheet | 1 << cell, min(total + shift, shape.cap)]
                    state = local(row * shape.stride + total_after, after.rank, shape)
                    won = int(points + extra)
                    reach = max(reach, won + after.reach[state])
                    room.place[count] = state * after.width + margin - won
                    count += 1
        room.first[context, shape.dice_rolls] = count
    return reach


@kernel
def target_turn(room: Workspace, after: Rows, needed: int, shape: Shape, tables: Tables) -> None:
    """Compute a turn for a block of points needed, into `room.out`."""
    table = room.table
    for what, a, b, c in tables.steps:
        if what == ENTER:
            for roll in range(shape.dice_rolls):
                start, end = room.first[b, roll], room.first[b, roll + 1]
                greatest_after(table, a + roll * LANES, after.chances, room.place, start, end, needed)
        else:
            script_step(table, room.out, what, a, b, c, tables.at, tables.links, tables.chances, shape.dice_rolls)


@entrance
def target_level(
    now: Rows,
    after: Rows,
    sheets: Sheets,
    alike: Indices,
    margin: int,
    least: int,
    shape: Shape,
    tables: Tables,
    room: Workspace,
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
                start = state * now.width + margin
                reach = lead(room, after, sheet, flag, total, alike, margin, shape, tables)
                now.reach[state] = reach
                for needed in range(-margin, 1):
                    now.chances[start + needed] = 1
                for needed in range(1, max(reach, least) + 1, LANES):
                    target_turn(room, after, needed, shape, tables)
                    for lane in range(LANES):
                        now.chances[start + needed + lane] = room.out[lane]
