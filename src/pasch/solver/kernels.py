"""The dynamic program over one turn, compiled. All kernels that call each other stand in this file.

The value of a state with the cells S open, upper total u and extra flag e is the mean over the
first roll of the best that can be done with it (Verhoeff, “Optimal Solitaire Yahtzee Strategies”,
1999; Glenn, “An Optimal Strategy for Yahtzee”, 2006). With F(r) the value of entering roll r,

    K(k) = mean over one more die of K(k + die),   K(r) = F(r) for a roll r
    G(r) = max of K(k) over all keeps k of r, r itself (entering) included

and F := G for the roll before. One pass computes K down the lattice of keeps and G up again, both
in the same table: a maximum in place reads keeps of one die less, which are done already.
"""

import numpy as np
from numba import njit, prange
from numpy.typing import NDArray

from pasch.solver.lanes import (
    add_weighed,
    best_of_1,
    best_of_2,
    best_of_3,
    best_of_4,
    best_of_5,
    best_of_6,
    enter_better,
    enter_first,
    mean_of_faces,
)
from pasch.solver.program import WHEN_SCORING, WITH_NUMBER_OPEN, Shape, Tables
from pasch.solver.sizes import FACES, LANES, WEIGHED

Values = NDArray[np.float32] | NDArray[np.float64]


@njit(error_model="numpy", cache=True)
def means(table: Values, shape: Shape, tables: Tables) -> None:
    """K for every keep that leaves a die to throw."""
    for keep in range(shape.dice_rolls, shape.keeps):
        mean_of_faces(table, keep * LANES, tables.successors, (keep - shape.dice_rolls) * FACES)


@njit(error_model="numpy", cache=True)
def maxima(table: Values, tables: Tables) -> None:
    """G in place of K. One loop for each number of faces, so that no branch depends on the data."""
    order, fewer = tables.order, tables.fewer
    for group in range(tables.groups.shape[0]):
        faces, start, end = tables.groups[group]
        if faces == 1:
            for i in range(start, end):
                best_of_1(table, order[i], fewer, i * FACES)
        elif faces == 2:
            for i in range(start, end):
                best_of_2(table, order[i], fewer, i * FACES)
        elif faces == 3:
            for i in range(start, end):
                best_of_3(table, order[i], fewer, i * FACES)
        elif faces == 4:
            for i in range(start, end):
                best_of_4(table, order[i], fewer, i * FACES)
        elif faces == 5:
            for i in range(start, end):
                best_of_5(table, order[i], fewer, i * FACES)
        else:
            for i in range(start, end):
                best_of_6(table, order[i], fewer, i * FACES)


@njit(error_model="numpy", cache=True)
def entries(table: Values, values: Values, sheet: int, flag: int, total: int, shape: Shape, tables: Tables) -> None:
    """F for every roll: the best entry in a sheet, for a block of upper totals from `total` on."""
    first = True
    for cell in range(shape.cells):
        if not tables.allowed[sheet] >> cell & 1:
            continue
        for roll in range(shape.dice_rolls):
            points = tables.points[cell, roll]
            after = flag
            if cell == shape.kniffel and shape.flags > 1:
                after = shape.most if points > 0 else 0
            offset = ((sheet | 1 << cell) * shape.flags + after) * shape.stride + total + tables.shift[cell, roll]
            if first:
                enter_first(table, roll * LANES, values, offset, points)
            else:
                enter_better(table, roll * LANES, values, offset, points)
        first = False
    if shape.kniffel >= 0 and sheet >> shape.kniffel & 1 and (shape.forced or shape.free or shape.extra > 0):
        for i in range(tables.equal.shape[0]):
            further_kniffel(table, values, sheet, flag, total, i, shape, tables)


@njit(error_model="numpy", cache=True)
def further_kniffel(
    table: Values, values: Values, sheet: int, flag: int, total: int, which: int, shape: Shape, tables: Tables
) -> None:
    """F again for a roll of all dice equal when the Kniffel cell is filled."""
    roll, number = tables.equal[which], tables.number[which]
    allowed = tables.allowed[sheet]
    number_open = number >= 0 and not sheet >> number & 1
    cells = choice(allowed, number, number_open, shape)
    earning = shape.extra > 0 and (shape.flags == 1 or flag > 0) and (shape.when != WITH_NUMBER_OPEN or number_open)
    joker = (shape.forced or shape.free) and not number_open
    first = True
    for cell in range(shape.cells):
        if not cells >> cell & 1:
            continue
        points = tables.joker[cell, roll] if joker else tables.points[cell, roll]
        extra, after = np.float32(0), flag
        if earning and (shape.when != WHEN_SCORING or points > 0):
            extra = np.float32(shape.extra)
            after = flag - 1 if shape.limited else flag
        offset = ((sheet | 1 << cell) * shape.flags + after) * shape.stride + total + tables.shift[cell, roll]
        if first:
            enter_first(table, roll * LANES, values, offset, points + extra)
            first = False
        else:
            enter_better(table, roll * LANES, values, offset, points + extra)


@njit(error_model="numpy", cache=True)
def choice(allowed: int, number: int, number_open: bool, shape: Shape) -> int:
    """The cells a further Kniffel may go to."""
    if not shape.forced:
        return allowed
    if number_open:
        # Open, but closed by the order of its column: an ordinary roll.
        return allowed & (1 << number) if allowed >> number & 1 else allowed
    lower = allowed >> shape.upper << shape.upper
    return lower or allowed


@njit(error_model="numpy", cache=True)
def state(
    table: Values, out: Values, values: Values, sheet: int, flag: int, total: int, shape: Shape, tables: Tables
) -> None:
    """The values of a block of upper totals, into `out`."""
    entries(table, values, sheet, flag, total, shape, tables)
    for _ in range(shape.rolls - 1):
        means(table, shape, tables)
        maxima(table, tables)
    out[:] = 0
    for roll in range(0, shape.dice_rolls, WEIGHED):
        add_weighed(out, table, roll * LANES, tables.chances, roll)


@njit(parallel=True, error_model="numpy", cache=True)
def level(values: Values, sheets: NDArray[np.int32], threads: int, shape: Shape, tables: Tables) -> None:
    """The values of all these sheets, which have the same number of filled cells and do not depend on each other."""
    for thread in prange(threads):
        table = np.empty((shape.keeps + WEIGHED) * LANES, values.dtype)
        out = np.empty(LANES, values.dtype)
        table[:] = 0
        for place in range(thread, sheets.shape[0], threads):
            sheet = sheets[place]
            filled = shape.kniffel >= 0 and sheet >> shape.kniffel & 1
            for flag in range(shape.flags if filled else 1):
                start = (sheet * shape.flags + flag) * shape.stride
                for total in range(0, tables.highest[sheet] + 1, LANES):
                    state(table, out, values, sheet, flag, total, shape, tables)
                    for lane in range(min(LANES, shape.cap + 1 - total)):
                        values[start + total + lane] = out[lane]
                if tables.highest[sheet] == shape.cap:
                    values[start + shape.cap : start + shape.stride] = values[start + shape.cap]


# ------------------------------------------------------------------------------- what the policy does

OUTCOMES = 512
"""The most ways in which a turn can end: one for each roll at most."""


@njit(error_model="numpy", cache=True)
def decisions(
    kept: Values, best: Values, values: Values, sheet: int, flag: int, total: int, shape: Shape, tables: Tables
) -> None:
    """K and G of every decision of a turn: row 0 before the last throw, the last row after the first."""
    entries(best[0], values, sheet, flag, total, shape, tables)
    for decision in range(shape.rolls - 1):
        if decision:
            best[decision, : shape.dice_rolls * LANES] = best[decision - 1, : shape.dice_rolls * LANES]
        means(best[decision], shape, tables)
        kept[decision] = best[decision]
        maxima(best[decision], tables)


@njit(error_model="numpy", cache=True)
def rolls_in_the_end(mass: Values, kept: Values, best: Values, lane: int, shape: Shape, tables: Tables) -> None:
    """The chances of the rolls with which an optimal turn ends, into `mass`, which is by keep."""
    mass[:] = 0
    for roll in range(shape.dice_rolls):
        mass[roll] = tables.chances[roll]
    for decision in range(shape.rolls - 2, -1, -1):
        # From all dice down: what is not worth keeping as it is gives a die away.
        for i in range(tables.order.shape[0] - 1, -1, -1):
            here = tables.order[i] // LANES
            value = best[decision, here * LANES + lane]
            if mass[here] == 0 or kept[decision, here * LANES + lane] == value:
                continue
            for link in range(FACES):
                fewer = tables.fewer[i * FACES + link]
                if best[decision, fewer + lane] == value:
                    mass[fewer // LANES] += mass[here]
                    mass[here] = 0
                    break
        # From few dice up: the others are thrown, one after the other.
        for keep in range(shape.keeps - 1, shape.dice_rolls - 1, -1):
            if mass[keep]:
                share = mass[keep] / FACES
                for face in range(FACES):
                    mass[tables.successors[(keep - shape.dice_rolls) * FACES + face] // LANES] += share
                mass[keep] = 0


@njit(error_model="numpy", cache=True)
def best_entry(
    values: Values, sheet: int, flag: int, total: int, roll: int, shape: Shape, tables: Tables
) -> tuple[int, float, float, int]:
    """The cell for a roll, its points, the extra points on top, and the place of the state after it."""
    filled = shape.kniffel >= 0 and sheet >> shape.kniffel & 1
    which = -1
    if filled and (shape.forced or shape.free or shape.extra > 0):
        for i in range(tables.equal.shape[0]):
            if tables.equal[i] == roll:
                which = i
    cells, earning, joker, number_open = tables.allowed[sheet], False, False, False
    if which >= 0:
        number = tables.number[which]
        number_open = number >= 0 and not sheet >> number & 1
        cells = choice(cells, number, number_open, shape)
        earning = shape.extra > 0 and (shape.flags == 1 or flag > 0) and (shape.when != WITH_NUMBER_OPEN or number_open)
        joker = (shape.forced or shape.free) and not number_open
    best, found = -np.inf, (0, 0.0, 0.0, 0)
    for cell in range(shape.cells):
        if not cells >> cell & 1:
            continue
        points = tables.joker[cell, roll] if joker else tables.points[cell, roll]
        extra, after = 0.0, flag
        if earning and (shape.when != WHEN_SCORING or points > 0):
            extra = shape.extra
            after = flag - 1 if shape.limited else flag
        elif cell == shape.kniffel and shape.flags > 1:
            after = shape.most if points > 0 else 0
        reached = min(total + tables.shift[cell, roll], shape.cap)
        place = ((sheet | 1 << cell) * shape.flags + after) * shape.stride + reached
        value = values[place] + points + extra
        if value > best:
            best, found = value, (cell, float(points), float(extra), place)
    return found


@njit(error_model="numpy", cache=True)
def merge(
    outcome: NDArray[np.float64],
    targets: NDArray[np.int64],
    count: int,
    chance: float,
    entry: tuple[int, float, float, int],
) -> int:
    """Add a way the turn can end to those before it; returns how many there are."""
    cell, points, extra, place = entry
    for i in range(count):
        if targets[i, 0] == place and targets[i, 1] == cell and outcome[i, 1] == points and outcome[i, 2] == extra:
            outcome[i, 0] += chance
            return count
    targets[count, 0], targets[count, 1] = place, cell
    outcome[count, 0], outcome[count, 1], outcome[count, 2] = chance, points, extra
    return count + 1


@njit(parallel=True, error_model="numpy", cache=True)
def outcomes(
    values: Values,
    places: NDArray[np.int64],
    counts: NDArray[np.int64],
    outcome: NDArray[np.float64],
    targets: NDArray[np.int64],
    threads: int,
    shape: Shape,
    tables: Tables,
) -> None:
    """How a turn ends under optimal play, for each of these states.

    `outcome[s, i]` are chance, points and extra points, `targets[s, i]` the place of the state after
    it and the cell; `counts[s]` says how many there are.
    """
    for thread in prange(threads):
        size = (shape.keeps + WEIGHED) * LANES
        kept = np.zeros((max(shape.rolls - 1, 1), size), values.dtype)
        best = np.zeros((max(shape.rolls - 1, 1), size), values.dtype)
        mass = np.zeros(shape.keeps, np.float64)
        worked_out = (-1, -1)
        # Neighbours share the decisions of their block, so each thread takes a stretch.
        for s in range(places.shape[0] * thread // threads, places.shape[0] * (thread + 1) // threads):
            row, total = places[s] // shape.stride, places[s] % shape.stride
            sheet, flag = row // shape.flags, row % shape.flags
            block = total // LANES * LANES
            if worked_out != (row, block):
                decisions(kept, best, values, sheet, flag, block, shape, tables)
                worked_out = (row, block)
            rolls_in_the_end(mass, kept, best, total - block, shape, tables)
            count = 0
            for roll in range(shape.dice_rolls):
                if mass[roll]:
                    entry = best_entry(values, sheet, flag, total, roll, shape, tables)
                    count = merge(outcome[s], targets[s], count, mass[roll], entry)
            counts[s] = count


@njit(error_model="numpy", cache=True)
def spread(
    places: NDArray[np.int64],
    counts: NDArray[np.int64],
    outcome: NDArray[np.float64],
    targets: NDArray[np.int64],
    reach: NDArray[np.float64],
    cells: NDArray[np.float64],
) -> None:
    """Pass chance and moments of the score on from these states to those after them.

    `reach[place]` are the chance of a state, and chance times the mean and the mean square of the
    score so far. `cells[cell]` gathers points, extra points and the chance of a scratch.
    """
    for s in range(places.shape[0]):
        chance, first, second = reach[places[s]]
        for i in range(counts[s]):
            share, points, extra = outcome[s, i]
            place, cell = targets[s, i]
            score = points + extra
            reach[place, 0] += share * chance
            reach[place, 1] += share * (first + score * chance)
            reach[place, 2] += share * (second + 2 * score * first + score * score * chance)
            cells[cell, 0] += share * chance * points
            cells[cell, 1] += share * chance * extra
            if points == 0:
                cells[cell, 2] += share * chance


@njit(parallel=True, error_model="numpy", cache=True)
def spread_scores(
    places: NDArray[np.int64],
    counts: NDArray[np.int64],
    outcome: NDArray[np.float64],
    targets: NDArray[np.int64],
    now: NDArray[np.float64],
    now_row: NDArray[np.int64],
    following: NDArray[np.float64],
    following_row: NDArray[np.int64],
    row_of: NDArray[np.int64],
    threads: int,
) -> None:
    """Pass the chances of every score so far on from these states to those after them.

    The chances of state s stand in `now[now_row[s]:now_row[s + 1]]`, by score; those of the states
    after it in `following`, where `row_of[place]` says which row is theirs. Each thread writes a
    stretch of every row of its own, so none of them waits for another.
    """
    for thread in prange(threads):
        for s in range(places.shape[0]):
            start, end = now_row[s], now_row[s + 1]
            for i in range(counts[s]):
                share = outcome[s, i, 0]
                points = int(outcome[s, i, 1] + outcome[s, i, 2])
                row = row_of[targets[s, i, 0]]
                into, width = following_row[row] + points, following_row[row + 1] - following_row[row]
                first = max(width * thread // threads - points, 0)
                last = min(width * (thread + 1) // threads - points, end - start)
                for score in range(first, last):
                    following[into + score] += share * now[start + score]
