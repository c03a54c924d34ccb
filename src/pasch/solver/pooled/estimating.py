"""Estimates of positions on a sheet of several columns, compiled.

Every group of columns has a pooled sheet. The estimate of a position is the sum of their values, with the bonuses
corrected: a pooled sheet pays them for one common upper total, but each column needs its own. The chance of a bonus
comes from a normal distribution of the points that the open number cells will bring.
"""

from math import erf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import inlined, kernel
from pasch.solver.kernels import Values
from pasch.solver.pooled.announcing import Ends

Ints = NDArray[np.int64]
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

    `dependent` are the rows of a difference or nothing, `expected` the expected entries in them, and `scale[r]` how
    often the points of a row count with these. `announced[c]`: whether the cells of column c are announced after the
    first roll; its points count `factor[c]` times.
    """

    group: Ints
    first: Ints
    stride: Ints
    most: Ints
    part: Ints
    number: Ints
    cell: Ints
    extra: Real
    after: Ints
    ordered: NDArray[np.bool_]
    mask: Ints
    dice: Ints
    face: Ints
    kniffel: int
    paying: Ints
    bonus: Real
    cap: int
    mean: Real
    variance: Real
    threshold: int
    worth: Real
    dependent: Ints
    expected: Real
    scale: Real
    announced: NDArray[np.bool_]
    factor: Real
    ends: Ends


class Workspace(NamedTuple):
    """The workspace of a thread; by lane where the first dimension is `LANES`.

    `table` and `out` are those of a turn. `pooled` are the numbers of the pooled sheets, `set`, `mask` and `upper` the
    state of every column, `claims` whether a column's Kniffel cell pays for an extra Kniffel. `plain[lane, c, r, n]` is
    what an entry with n counting dice changes in the estimate, `paid` the same for an extra Kniffel that earns points;
    both -inf where no such entry is possible. `weight[lane, c, r]` is what the entries of a difference make of the
    scaled points of row r, `entries` are the entries in its rows, the expected ones while they are open.
    """

    table: Values
    out: Values
    pooled: Ints
    set: Ints
    mask: Ints
    upper: Ints
    claims: Ints
    plain: Real
    paid: Real
    weight: Real
    entries: Real


@inlined
def reached(gap: float, variance: float) -> float:
    """The chance that a sum exceeds its target, when it is expected to exceed it by `gap`."""
    if variance <= 0:
        return 1.0 if gap >= 0 else 0.0
    return 0.5 + 0.5 * erf((gap + 0.5) / sqrt(2 * variance))


@kernel
def estimate(
    values: Values, pooled: int, lane: int, column: int, mask: int, upper: int, sheet: RealSheet, work: Workspace
) -> float:
    """The value still to come in the group of this column, when it has these filled rows and this upper total."""
    sums, mean, variance, own, worth, columns = 0, 0.0, 0.0, 0.0, 0.0, 0
    group = sheet.group[column]
    for c in range(work.mask.shape[1]):
        if sheet.group[c] == group:
            filled, total = (mask, upper) if c == column else (work.mask[lane, c], work.upper[lane, c])
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
def look_ahead(values: Values, lane: int, sheet: RealSheet, work: Workspace) -> None:
    """Estimate what every possible entry of a lane changes."""
    for column in range(work.mask.shape[1]):
        filled_before, total = work.mask[lane, column], work.upper[lane, column]
        pooled = work.pooled[lane, sheet.group[column]]
        before = estimate(values, pooled, lane, column, filled_before, total, sheet, work)
        weigh(lane, column, sheet, work)
        for row in range(sheet.face.shape[0]):
            for count in range(work.plain.shape[3]):
                work.plain[lane, column, row, count] = work.paid[lane, column, row, count] = -np.inf
            ordered, now = sheet.ordered[column], work.set[lane, column]
            if filled_before >> row & 1 or (ordered and sheet.after[column, now, row] < 0):
                continue
            filled = filled_before | 1 << row
            step = sheet.after[column, now, row] - now if ordered else 1
            after = pooled + step * sheet.number[sheet.part[column, row]]
            if row == sheet.kniffel:
                for scored in range(2):
                    after = pooled + kniffel_step(lane, column, scored, sheet, work)
                    work.plain[lane, column, row, scored] = (
                        estimate(values, after, lane, column, filled, total, sheet, work) - before
                    )
                continue
            paid = after + claim_step(lane, column, sheet, work)
            for count in range(work.plain.shape[3] if sheet.face[row] else 1):
                upper = min(total + count * sheet.face[row], sheet.cap)
                work.plain[lane, column, row, count] = (
                    estimate(values, after, lane, column, filled, upper, sheet, work) - before
                )
                if paid != after:
                    work.paid[lane, column, row, count] = (
                        sheet.extra[column, row]
                        + estimate(values, paid, lane, column, filled, upper, sheet, work)
                        - before
                    )


@inlined
def weigh(lane: int, column: int, sheet: RealSheet, work: Workspace) -> None:
    """Let the points of the rows of a difference count as often as the entries demand, instead of the expected ones."""
    if sheet.dependent.shape[0]:
        high, low, times = sheet.dependent
        scale, entries = sheet.scale, work.entries[lane, column]
        work.weight[lane, column, high] = entries[2] / scale[high]
        work.weight[lane, column, low] = -entries[2] / scale[low]
        work.weight[lane, column, times] = (1 + entries[0] - entries[1]) / scale[times]


@inlined
def kniffel_step(lane: int, column: int, scored: int, sheet: RealSheet, work: Workspace) -> int:
    """The distance to the pooled sheet after an entry in a Kniffel cell."""
    filled, claims = kniffels(lane, column, sheet, work)
    change: int = sheet.paying[filled + 1, claims + scored] - sheet.paying[filled, claims]
    return change * int(sheet.number[sheet.part[column, sheet.kniffel]])


@inlined
def claim_step(lane: int, column: int, sheet: RealSheet, work: Workspace) -> int:
    """The distance to the pooled sheet after an extra Kniffel in a column; 0 if it earns no points."""
    if not work.claims[lane, column]:
        return 0
    filled, claims = kniffels(lane, column, sheet, work)
    change: int = sheet.paying[filled, claims - 1] - sheet.paying[filled, claims]
    return change * int(sheet.number[sheet.part[column, sheet.kniffel]])


@inlined
def kniffels(lane: int, column: int, sheet: RealSheet, work: Workspace) -> tuple[int, int]:
    """The number of filled Kniffel cells that share a part with this column's, and of those that still pay."""
    filled, claims = 0, 0
    for c in range(work.mask.shape[1]):
        if sheet.part[c, sheet.kniffel] == sheet.part[column, sheet.kniffel]:
            filled += work.mask[lane, c] >> sheet.kniffel & 1
            claims += work.claims[lane, c]
    return filled, claims


@kernel
def start(values: Values, lane: int, sheet: RealSheet, work: Workspace) -> float:
    """The estimate of a lane's position."""
    found = 0.0
    for group in range(work.pooled.shape[1]):
        column = 0
        while sheet.group[column] != group:
            column += 1
        found += estimate(
            values,
            work.pooled[lane, group],
            lane,
            column,
            work.mask[lane, column],
            work.upper[lane, column],
            sheet,
            work,
        )
    return found
