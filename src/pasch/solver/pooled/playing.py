"""Games on a sheet of several columns, compiled: a player who looks one turn ahead with estimates from pooled sheets.

Every group of columns has a pooled sheet. The estimate of a position is the sum of their values, with the bonuses
corrected: a pooled sheet pays them for one common upper total, but each column needs its own. The chance of a bonus
comes from a normal distribution of the points that the open number cells will bring.

Sixteen games are played in step, one in each lane.
"""

from math import erf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import entrance, inlined, kernel
from pasch.solver.compiling.lanes import script_step
from pasch.solver.kernels import Values
from pasch.solver.program import MIXED, Shape, Tables
from pasch.solver.script import ENTER
from pasch.solver.simulation.playing import Paths, best_turn
from pasch.solver.sizes import LANES

Whole = NDArray[np.int64]
Real = NDArray[np.float64]


class RealSheet(NamedTuple):
    """The real sheet. A cell is a column and a row.

    `group[c]` is the group of column c. The values of a group's pooled sheet begin at `first[g]`, with `stride[g]`
    values for every sheet and totals up to `most[g]`. `part[c, r]` is the part of the pooled sheet with the cell,
    `number[p]` the distance between sheets with neighbouring sets of a part. `cell[c, r]` is the cell's row in the
    points table, `extra[c, r]` what an extra Kniffel earns there. `after[c, s, r]` is the set after an entry, for
    columns whose sets are those of the part; -1 where the order forbids the row. `ordered[c]`: whether column c is such
    a column. `mask[c, s]` are the filled rows of such a set. `dice[r, roll]` is the number of dice that count in row r,
    `face[r]` what each adds to the upper total. `kniffel` is the row whose entry lets an extra Kniffel earn points, or
    -1; `paying[n, claims]` is the set of n filled Kniffel cells.

    `bonus[c, u]` is the bonus for an upper total, up to `cap`. The open number cells of a column with the filled rows
    m will add `mean[m]` on average, with the variance `variance[m]`. `threshold` and `worth[c]` are the first bonus.
    """

    group: Whole
    first: Whole
    stride: Whole
    most: Whole
    part: Whole
    number: Whole
    cell: Whole
    extra: Real
    after: Whole
    ordered: NDArray[np.bool_]
    mask: Whole
    dice: Whole
    face: Whole
    kniffel: int
    paying: Whole
    bonus: Real
    cap: int
    mean: Real
    variance: Real
    threshold: int
    worth: Real


class Workspace(NamedTuple):
    """The workspace of a thread; by lane where the first dimension is `LANES`.

    `table` and `out` are those of a turn. `pooled` are the numbers of the pooled sheets, `set`, `mask` and `upper` the
    state of every column, `claims` whether a column's Kniffel cell pays for an extra Kniffel. `plain[c, r, n]` is what
    an entry with n counting dice changes in the estimate, `paid` the same for an extra Kniffel that earns points; both
    -inf where no such entry is possible.
    """

    table: Values
    out: Values
    pooled: Whole
    set: Whole
    mask: Whole
    upper: Whole
    claims: Whole
    plain: Real
    paid: Real


@inlined
def reached(gap: float, variance: float) -> float:
    """The chance that a sum exceeds its target, when it is expected to exceed it by `gap`."""
    if variance <= 0:
        return 1.0 if gap >= 0 else 0.0
    return 0.5 + 0.5 * erf((gap + 0.5) / sqrt(2 * variance))


@kernel
def estimate(
    values: Values, pooled: int, lane: int, column: int, mask: int, upper: int, sheet: RealSheet, room: Workspace
) -> float:
    """The value still to come in the group of this column, when it has these filled rows and this upper total."""
    sums, mean, variance, own, worth, columns = 0, 0.0, 0.0, 0.0, 0.0, 0
    group = sheet.group[column]
    for c in range(room.mask.shape[1]):
        if sheet.group[c] == group:
            filled, total = (mask, upper) if c == column else (room.mask[lane, c], room.upper[lane, c])
            sums += total
            mean += sheet.mean[filled]
            variance += sheet.variance[filled]
            worth += sheet.worth[c]
            own += sheet.worth[c] * reached(total + sheet.mean[filled] - sheet.threshold, sheet.variance[filled])
            columns += 1
    shared = 0.0
    for c in range(columns):
        shared += reached(sums + mean - (c + 1) * sheet.threshold, variance)
    place = sheet.first[group] + pooled * sheet.stride[group] + min(sums, sheet.most[group])
    return float(values[place] + own - shared * worth / columns)


@kernel
def look_ahead(values: Values, lane: int, sheet: RealSheet, room: Workspace) -> None:
    """Estimate what every possible entry of a lane changes."""
    for column in range(room.mask.shape[1]):
        filled_before, total = room.mask[lane, column], room.upper[lane, column]
        pooled = room.pooled[lane, sheet.group[column]]
        before = estimate(values, pooled, lane, column, filled_before, total, sheet, room)
        for row in range(sheet.face.shape[0]):
            for count in range(room.plain.shape[2]):
                room.plain[column, row, count] = room.paid[column, row, count] = -np.inf
            ordered, now = sheet.ordered[column], room.set[lane, column]
            if filled_before >> row & 1 or (ordered and sheet.after[column, now, row] < 0):
                continue
            filled = filled_before | 1 << row
            step = sheet.after[column, now, row] - now if ordered else 1
            after = pooled + step * sheet.number[sheet.part[column, row]]
            if row == sheet.kniffel:
                for scored in range(2):
                    after = pooled + kniffel_step(lane, column, scored, sheet, room)
                    room.plain[column, row, scored] = (
                        estimate(values, after, lane, column, filled, total, sheet, room) - before
                    )
                continue
            paid = after + claim_step(lane, column, sheet, room)
            for count in range(room.plain.shape[2] if sheet.face[row] else 1):
                upper = min(total + count * sheet.face[row], sheet.cap)
                room.plain[column, row, count] = (
                    estimate(values, after, lane, column, filled, upper, sheet, room) - before
                )
                if paid != after:
                    room.paid[column, row, count] = (
                        sheet.extra[column, row]
                        + estimate(values, paid, lane, column, filled, upper, sheet, room)
                        - before
                    )


@inlined
def kniffel_step(lane: int, column: int, scored: int, sheet: RealSheet, room: Workspace) -> int:
    """The distance to the pooled sheet after an entry in a Kniffel cell."""
    filled, claims = kniffels(lane, column, sheet, room)
    change: int = sheet.paying[filled + 1, claims + scored] - sheet.paying[filled, claims]
    return change * int(sheet.number[sheet.part[column, sheet.kniffel]])


@inlined
def claim_step(lane: int, column: int, sheet: RealSheet, room: Workspace) -> int:
    """The distance to the pooled sheet after an extra Kniffel in a column; 0 if it earns no points."""
    if not room.claims[lane, column]:
        return 0
    filled, claims = kniffels(lane, column, sheet, room)
    change: int = sheet.paying[filled, claims - 1] - sheet.paying[filled, claims]
    return change * int(sheet.number[sheet.part[column, sheet.kniffel]])


@inlined
def kniffels(lane: int, column: int, sheet: RealSheet, room: Workspace) -> tuple[int, int]:
    """The number of filled Kniffel cells that share a part with this column's, and of those that still pay."""
    filled, claims = 0, 0
    for c in range(room.mask.shape[1]):
        if sheet.part[c, sheet.kniffel] == sheet.part[column, sheet.kniffel]:
            filled += room.mask[lane, c] >> sheet.kniffel & 1
            claims += room.claims[lane, c]
    return filled, claims


@inlined
def entered(column: int, row: int, context: int, roll: int, tables: Tables, sheet: RealSheet, room: Workspace) -> float:
    """The points of an entry with the estimate after it, -inf where it is impossible."""
    points = float(tables.points[context, sheet.cell[column, row], roll])
    if is_paid(column, row, context, roll, tables, sheet, room):
        return points + float(room.paid[column, row, sheet.dice[row, roll]])
    return points + float(room.plain[column, row, outcome(row, points, roll, sheet)])


@inlined
def outcome(row: int, points: float, roll: int, sheet: RealSheet) -> int:
    """The last index of `Workspace.plain`: the counting dice; in the Kniffel row, whether the roll scores."""
    return 1 if row == sheet.kniffel and points > 0 else int(sheet.dice[row, roll])


@inlined
def is_paid(column: int, row: int, context: int, roll: int, tables: Tables, sheet: RealSheet, room: Workspace) -> bool:
    """Whether a roll is an extra Kniffel that earns points with this entry."""
    if tables.number[roll] == MIXED or tables.points[context, sheet.cell[column, row], roll] <= 0:
        return False
    return bool(room.paid[column, row, sheet.dice[row, roll]] > -np.inf)


@kernel
def enter_all(
    context: int, place: int, lane: int, shape: Shape, tables: Tables, sheet: RealSheet, room: Workspace
) -> None:
    """F for every roll of a lane."""
    for roll in range(shape.dice_rolls):
        best = -np.inf
        for column in range(room.mask.shape[1]):
            for row in range(sheet.face.shape[0]):
                best = max(best, entered(column, row, context, roll, tables, sheet, room))
        room.table[place + roll * LANES + lane] = best


@kernel
def enter_best(lane: int, context: int, roll: int, tables: Tables, sheet: RealSheet, room: Workspace) -> int:
    """Make the best entry of a roll; returns its points."""
    best, chosen = -np.inf, 0
    rows = sheet.face.shape[0]
    for number in range(room.mask.shape[1] * rows):
        value = entered(number // rows, number % rows, context, roll, tables, sheet, room)
        if value > best:
            best, chosen = value, number
    column, row = chosen // rows, chosen % rows
    points, group = int(tables.points[context, sheet.cell[column, row], roll]), sheet.group[column]
    if row == sheet.kniffel:
        room.pooled[lane, group] += kniffel_step(lane, column, 1 if points > 0 else 0, sheet, room)
        room.claims[lane, column] = 1 if points > 0 else 0
    else:
        if is_paid(column, row, context, roll, tables, sheet, room):
            points += int(sheet.extra[column, row])
            room.pooled[lane, group] += claim_step(lane, column, sheet, room)
            room.claims[lane, column] = 0
        now = room.set[lane, column]
        step = sheet.after[column, now, row] - now if sheet.ordered[column] else 1
        room.pooled[lane, group] += step * sheet.number[sheet.part[column, row]]
        room.set[lane, column] += step if sheet.ordered[column] else 0
        total = room.upper[lane, column] + sheet.dice[row, roll] * sheet.face[row]
        room.upper[lane, column] = min(total, sheet.cap)
    room.mask[lane, column] |= 1 << row
    return points


@kernel
def clear(lane: int, room: Workspace) -> None:
    """Begin a game."""
    for group in range(room.pooled.shape[1]):
        room.pooled[lane, group] = 0
    for column in range(room.mask.shape[1]):
        room.set[lane, column] = room.mask[lane, column] = 0
        room.upper[lane, column] = room.claims[lane, column] = 0


@kernel
def paid_bonus(lane: int, sheet: RealSheet, room: Workspace) -> int:
    """The bonuses of all columns at the end of a game."""
    bonus = 0.0
    for column in range(room.mask.shape[1]):
        bonus += sheet.bonus[column, room.upper[lane, column]]
    return int(bonus)


@entrance
def play(
    values: Values,
    keys: NDArray[np.uint64],
    totals: Whole,
    estimates: Real,
    turns: int,
    paths: Paths,
    shape: Shape,
    tables: Tables,
    sheet: RealSheet,
    room: Workspace,
    thread: int,
    threads: int,
) -> None:
    """Play whole games. `estimates` receives an unbiased estimate of the player's mean from every game."""
    for block in range(thread, keys.shape[0] // LANES, threads):
        for lane in range(LANES):
            clear(lane, room)
            estimates[block * LANES + lane] = start(values, lane, sheet, room)
        for number in range(turns):
            for what, a, b, c in tables.steps:
                if what == ENTER:
                    for lane in range(LANES):
                        look_ahead(values, lane, sheet, room)
                        enter_all(b, a, lane, shape, tables, sheet, room)
                else:
                    script_step(
                        room.table, room.out, what, a, b, c, tables.at, tables.links, tables.chances, shape.dice_rolls
                    )
            for lane in range(LANES):
                game = block * LANES + lane
                # What the turn is worth beyond the estimate before it: the dice bring nothing else on average.
                estimates[game] += room.out[lane]
                end = best_turn(room.table, keys[game], number, lane, paths, tables)
                look_ahead(values, lane, sheet, room)
                context, roll = end // shape.dice_rolls, end % shape.dice_rolls
                totals[game] += enter_best(lane, context, roll, tables, sheet, room)
        for lane in range(LANES):
            game = block * LANES + lane
            bonus = paid_bonus(lane, sheet, room)
            estimates[game] += bonus - start(values, lane, sheet, room)
            totals[game] += bonus


@kernel
def start(values: Values, lane: int, sheet: RealSheet, room: Workspace) -> float:
    """The estimate of a lane's position."""
    found = 0.0
    for group in range(room.pooled.shape[1]):
        column = 0
        while sheet.group[column] != group:
            column += 1
        found += estimate(
            values,
            room.pooled[lane, group],
            lane,
            column,
            room.mask[lane, column],
            room.upper[lane, column],
            sheet,
            room,
        )
    return found
