"""Optimal play, compiled: a turn computed by the long script, then followed from roll to entry."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import entrance, inlined, kernel
from pasch.solver.compiling.lanes import script_back
from pasch.solver.entering import ORDINARY, WITH_POINTS, Ways, cells_for, effect, kind_of, ways
from pasch.solver.kernels import Values, turn
from pasch.solver.program import Shape, Tables
from pasch.solver.sizes import LANES
from pasch.solver.turns import ENTER

Masses = NDArray[np.float64]
Places = NDArray[np.int64]


@kernel
def follow(mass: Masses, table: Values, shape: Shape, tables: Tables) -> None:
    """The chance that an optimal turn reaches each place of a table; finally all chances are at entries.

    Runs the script backwards, for all lanes. Entering comes first, so on equal values the turn ends.
    """
    for place in range(mass.shape[0]):
        mass[place] = 0
    for i in range(tables.steps.shape[0] - 1, -1, -1):
        what, a, b, c = tables.steps[i]
        script_back(mass, table, what, a, b, c, tables.at, tables.links, tables.chances, shape.dice_rolls)


@inlined
def best_entry(
    values: Values, sheet: int, flag: int, total: int, context: int, roll: int, shape: Shape, tables: Tables
) -> tuple[int, float, float, int]:
    """The cell for a roll, its points, the extra points on top, and the place of the state after it."""
    kind = kind_of(sheet, roll, shape, tables)
    cells = cells_for(sheet, roll, kind, shape, tables)
    best, found = -np.inf, (0, 0.0, 0.0, 0)
    for cell in range(shape.cells):
        if not cells >> cell & 1:
            continue
        for way in range(ways(kind, shape)):
            points, extra, shift, row = effect(sheet, flag, context, cell, roll, kind, way, shape, tables)
            place = row * shape.stride + min(total + shift, shape.cap)
            value = values[place] + points + extra
            if value > best:
                best, found = value, (cell, float(points), float(extra), place)
    return found


@inlined
def merge(
    outcome: NDArray[np.float64],
    targets: Places,
    known: int,
    count: int,
    chance: float,
    entry: tuple[int, float, float, int],
) -> int:
    """Add an end of the turn to those before it, where an equal one may already exist; returns their number."""
    cell, points, extra, place = entry
    for i in range(known):
        if targets[i, 0] == place and targets[i, 1] == cell and outcome[i, 1] == points and outcome[i, 2] == extra:
            outcome[i, 0] += chance
            return count
    targets[count, 0], targets[count, 1] = place, cell
    outcome[count, 0], outcome[count, 1], outcome[count, 2] = chance, points, extra
    return count + 1


class Workspace(NamedTuple):
    """The workspace of a thread: the table of a turn, its value, and the chance of every place.

    For every way to enter, it also holds the value, the points, the target, and the chance, initially zero.
    """

    table: Masses
    out: Masses
    mass: Masses
    worth: Masses
    points: Masses
    places: Places
    share: Masses


@kernel
def weigh_ways(
    work: Workspace,
    values: Values,
    sheet: int,
    flag: int,
    context: int,
    total: int,
    shape: Shape,
    tables: Tables,
    distinct: Ways,
) -> None:
    """The value of every way to enter, by its number; ways to fill a closed cell are omitted."""
    for number in range(distinct.size[context]):
        cell = distinct.cell[context, number]
        if tables.allowed[sheet] >> cell & 1:
            roll = distinct.roll[context, number]
            points, _, shift, row = effect(sheet, flag, context, cell, roll, ORDINARY, WITH_POINTS, shape, tables)
            place = row * shape.stride + min(total + shift, shape.cap)
            work.places[number], work.points[number] = place, points
            work.worth[number] = values[place] + points


@kernel
def enter_all(
    work: Workspace,
    rolls: int,
    outcome: NDArray[np.float64],
    targets: Places,
    count: int,
    values: Values,
    sheet: int,
    flag: int,
    context: int,
    total: int,
    shape: Shape,
    tables: Tables,
    distinct: Ways,
) -> int:
    """Add the best entry of every possible roll to the ends of the turn; returns their number."""
    weigh_ways(work, values, sheet, flag, context, total, shape, tables, distinct)
    for roll in range(shape.dice_rolls):
        chance = work.mass[rolls + roll * LANES]
        if chance == 0:
            continue
        if kind_of(sheet, roll, shape, tables) != ORDINARY:
            entry = best_entry(values, sheet, flag, total, context, roll, shape, tables)
            count = merge(outcome, targets, count, count, chance, entry)
            continue
        best = -1
        for cell in range(shape.cells):
            if tables.allowed[sheet] >> cell & 1:
                number = distinct.number[context, cell, roll]
                if best < 0 or work.worth[number] > work.worth[best]:
                    best = number
        work.share[best] += chance
    known = count
    for number in range(distinct.size[context]):
        if work.share[number] > 0:
            way = distinct.cell[context, number], work.points[number], 0.0, work.places[number]
            count = merge(outcome, targets, known, count, work.share[number], way)
            work.share[number] = 0
    return count


@entrance
def outcomes(
    values: Values,
    places: Places,
    counts: Places,
    outcome: NDArray[np.float64],
    targets: Places,
    shape: Shape,
    tables: Tables,
    distinct: Ways,
    work: Workspace,
    thread: int,
    threads: int,
) -> None:
    """The ends of a turn under optimal play, for each of these states.

    `outcome[s, i]` are chance, points and extra points, `targets[s, i]` the place of the next state and the cell.
    `counts[s]` is their number. The script of `tables` is the long one.
    """
    computed = (-1, -1)
    # Neighbours share the decisions of their block, so each thread takes a contiguous stretch.
    for s in range(places.shape[0] * thread // threads, places.shape[0] * (thread + 1) // threads):
        row, total = places[s] // shape.stride, places[s] % shape.stride
        sheet, flag = row // shape.flags, row % shape.flags
        block = total // LANES * LANES
        if computed != (row, block):
            turn(work.table, work.out, values, sheet, flag, block, shape, tables)
            follow(work.mass, work.table, shape, tables)
            computed = (row, block)
        counts[s] = 0  # no variable: Numba would compile a second `enter_all`, for the literal
        for what, place, context, _ in tables.steps:
            if what == ENTER:
                counts[s] = enter_all(
                    work, place + total - block, outcome[s], targets[s], counts[s], values, sheet, flag, context,
                    total, shape, tables, distinct,
                )  # fmt: skip


@inlined
def local(place: int, rank: NDArray[np.int32], shape: Shape) -> int:
    """The number of a state within its level, whose sheets `rank` numbers."""
    row = place // shape.stride
    number: int = (rank[row // shape.flags] * shape.flags + row % shape.flags) * (shape.cap + 1) + place % shape.stride
    return number


@entrance
def spread(
    counts: Places,
    outcome: NDArray[np.float64],
    targets: Places,
    now: NDArray[np.float64],
    following: NDArray[np.float64],
    cells: NDArray[np.float64],
    rank: NDArray[np.int32],
    shape: Shape,
) -> None:
    """Pass chance and moments of the score from these states to the next ones.

    `now[s]` holds the chance of state s, and this chance times the mean and the mean square of the score so far;
    `following` holds the same for the next level. `cells[cell]` sums points, extra points and the chance of a
    scratch.
    """
    for s in range(counts.shape[0]):
        chance, first, second = now[s]
        for i in range(counts[s]):
            share, points, extra = outcome[s, i]
            place, cell = local(targets[s, i, 0], rank, shape), targets[s, i, 1]
            score = points + extra
            following[place, 0] += share * chance
            following[place, 1] += share * (first + score * chance)
            following[place, 2] += share * (second + 2 * score * first + score * score * chance)
            cells[cell, 0] += share * chance * points
            cells[cell, 1] += share * chance * extra
            if points == 0:
                cells[cell, 2] += share * chance


@entrance
def spread_scores(
    counts: Places,
    outcome: NDArray[np.float64],
    targets: Places,
    now: NDArray[np.float64],
    now_row: Places,
    following: NDArray[np.float64],
    following_row: Places,
    row_of: Places,
    rank: NDArray[np.int32],
    shape: Shape,
    thread: int,
    threads: int,
) -> None:
    """Pass the chances of every score so far from these states to the next ones.

    The chances of state s, by score, are `now[now_row[s]:now_row[s + 1]]`. Those of the next states are in
    `following`, at the rows that `row_of` gives. Each thread writes a separate stretch of every row, so no thread
    waits.
    """
    for s in range(counts.shape[0]):
        start, low, high = now_row[s], 0, now_row[s + 1] - now_row[s]
        while low < high and now[start + low] == 0:
            low += 1
        while low < high and now[start + high - 1] == 0:
            high -= 1
        for i in range(counts[s]):
            share = outcome[s, i, 0]
            points = int(outcome[s, i, 1] + outcome[s, i, 2])
            row = row_of[local(targets[s, i, 0], rank, shape)]
            into, width = following_row[row] + points, following_row[row + 1] - following_row[row]
            first = max(width * thread // threads - points, low)
            last = min(width * (thread + 1) // threads - points, high)
            for score in range(first, last):
                following[into + score] += share * now[start + score]
