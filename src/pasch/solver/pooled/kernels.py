"""The dynamic program over one turn of a pooled sheet, compiled."""

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import entrance, kernel
from pasch.solver.compiling.lanes import enter_better, enter_first, script_step
from pasch.solver.kernels import Values, Workspace, put
from pasch.solver.pooled.announcing import Ends
from pasch.solver.pooled.layout import Pool
from pasch.solver.program import Shape, Tables
from pasch.solver.sizes import LANES
from pasch.solver.turns import ENTER

Sheets = NDArray[np.int64]


@kernel
def entries(
    table: Values,
    place: int,
    after: Values,
    sheet: int,
    context: int,
    total: int,
    skips: bool,
    shape: Shape,
    tables: Tables,
    pool: Pool,
) -> None:
    """F for every roll: the best entry, or none where the turn may be skipped; for a block of upper totals."""
    first = True
    if skips:
        for roll in range(shape.dice_rolls):
            enter_first(table, place + roll * LANES, after, sheet * shape.stride + total, pool.extra[0] - pool.extra[0])
        first = False
    for part in range(pool.sets.shape[0]):
        now = sheet // pool.number[part] % pool.sets[part]
        claims, claim = pool.claims[part], 0
        if claims >= 0:
            claim = pool.claim[claims, sheet // pool.number[claims] % pool.sets[claims]]
        for i in range(pool.first[part, now], pool.first[part, now + 1]):
            cell, start = pool.cell[i], (sheet + pool.step[i]) * shape.stride + total
            for roll in range(shape.dice_rolls):
                offset = start + tables.shift[context, cell, roll]
                if first:
                    enter_first(table, place + roll * LANES, after, offset, tables.points[context, cell, roll])
                else:
                    enter_better(table, place + roll * LANES, after, offset, tables.points[context, cell, roll])
            first = False
            if claim:
                for roll in tables.equal:
                    points = tables.points[context, cell, roll]
                    if points > 0:
                        offset = start + claim * shape.stride + tables.shift[context, cell, roll]
                        enter_better(table, place + roll * LANES, after, offset, points + pool.extra[cell])


@entrance
def pooled_level(
    after: Values,
    values: Values,
    sheets: Sheets,
    highest: Sheets,
    skips: NDArray[np.bool_],
    shape: Shape,
    tables: Tables,
    pool: Pool,
    work: Workspace,
    thread: int,
    threads: int,
) -> None:
    """The values of these sheets before a turn, from the values `after` it; `skips`: whether a turn may pass unused."""
    table, out = work
    for place in range(thread, sheets.shape[0], threads):
        sheet = sheets[place]
        for total in range(0, highest[sheet] + 1, LANES):
            for what, a, b, c in tables.steps:
                if what == ENTER:
                    entries(table, a, after, sheet, b, total, skips[place], shape, tables, pool)
                else:
                    script_step(table, out, what, a, b, c, tables.at, tables.links, tables.chances, shape.dice_rolls)
            put(values, out, sheet * shape.stride, total, shape)


@kernel
def announce(table: Values, after: Values, start: int, row: int, factor: float, first: bool, ends: Ends) -> None:
    """Let every roll announce a row if that is better, for a block of totals; `start` is the place without points."""
    face, dice, rolls = ends.face[row], ends.counts.shape[0], ends.dice.shape[1]
    hold = rolls * LANES
    if not face:
        for roll in range(rolls):
            for lane in range(LANES):
                value = ends.average[row, roll] * factor + after[start + lane]
                if first or value > table[roll * LANES + lane]:
                    table[roll * LANES + lane] = value
        return
    for now in range(dice):
        for lane in range(LANES):
            table[hold + now * LANES + lane] = 0
        for then in range(now, dice):
            for lane in range(LANES):
                value = ends.worth[row, then] * factor + after[start + then * face + lane]
                table[hold + now * LANES + lane] += ends.counts[now, then] * value
    for roll in range(rolls):
        for lane in range(LANES):
            value = table[hold + ends.dice[row, roll] * LANES + lane]
            if first or value > table[roll * LANES + lane]:
                table[roll * LANES + lane] = value


@entrance
def announced_level(
    after: Values,
    values: Values,
    sheets: Sheets,
    highest: Sheets,
    skips: NDArray[np.bool_],
    shape: Shape,
    tables: Tables,
    pool: Pool,
    factors: NDArray[np.float64],
    ends: Ends,
    work: Workspace,
    thread: int,
    threads: int,
) -> None:
    """As `pooled_level`, for columns whose cells must be announced; `factors` are those of the sections of points."""
    table, out = work
    rows, rolls = ends.face.shape[0] + 2, shape.dice_rolls
    for place in range(thread, sheets.shape[0], threads):
        sheet = sheets[place]
        for total in range(0, highest[sheet] + 1, LANES):
            first = not skips[place]
            if skips[place]:
                for roll in range(rolls):
                    for lane in range(LANES):
                        table[roll * LANES + lane] = after[sheet * shape.stride + total + lane]
            for part in range(pool.sets.shape[0]):
                now = sheet // pool.number[part] % pool.sets[part]
                for i in range(pool.first[part, now], pool.first[part, now + 1]):
                    start = (sheet + pool.step[i]) * shape.stride + total
                    row, factor = pool.cell[i] % rows, factors[pool.cell[i] // rows]
                    announce(table, after, start, row, factor, first, ends)
                    first = False
            for lane in range(LANES):
                out[lane] = 0
            for roll in range(rolls):
                for lane in range(LANES):
                    out[lane] += tables.chances[roll] * table[roll * LANES + lane]
            put(values, out, sheet * shape.stride, total, shape)
