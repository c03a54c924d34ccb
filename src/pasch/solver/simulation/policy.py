"""What optimal play does, compiled: a turn worked out by the long script, then followed from throw to entry."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import entrance, inlined, kernel
from pasch.solver.compiling.lanes import script_back
from pasch.solver.entering import ORDINARY, WITH_POINTS, Ways, brings, cells_for, kind_of, ways
from pasch.solver.kernels import Values, turn
from pasch.solver.program import Shape, Tables
from pasch.solver.script import ENTER
from pasch.solver.sizes import LANES

Masses = NDArray[np.float64]
Places = NDArray[np.int64]


@kernel
def follow(mass: Masses, table: Values, shape: Shape, tables: Tables) -> None:
    """The chance of every place of a table to come about in an optimal turn; in the end all of it is at entries.

    The script backwards, for all lanes. Entering stands first, so of equal actions the one that ends the turn is taken.
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
            points, extra, shift, row = brings(sheet, flag, context, cell, roll, kind, way, shape, tables)
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
    """Add a way the turn can end to those before it, the first of which may be the same; returns how many there are."""
    cell, points, extra, place = entry
    for i in range(known):
        if targets[i, 0] == place and targets[i, 1] == cell and outcome[i, 1] == points and outcome[i, 2] == extra:
            outcome[i, 0] += chance
            return count
    targets[count, 0], targets[count, 1] = place, cell
    outcome[count, 0], outcome[count, 1], outcome[count, 2] = chance, points, extra
    return count + 1


class Workspace(NamedTuple):
    """What a thread works with: the table of a turn, what it is worth, and the chance of every place.

    Of every way to enter what it is worth, its points, where it leads, and its chance, zero in the beginning.
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
    room: Workspace,
    values: Values,
    sheet: int,
    flag: int,
    context: int,
    total: int,
    shape: Shape,
    tables: Tables,
    apart: Ways,
) -> None:
    """What every way to enter is worth, by its number; ways to fill a cell that is not open are left out."""
    for number in range(apart.size[context]):
        cell = apart.cell[context, number]
        if tables.allowed[sheet] >> cell & 1:
            roll = apart.roll[context, number]
            points, _, shift, row = brings(sheet, flag, context, cell, roll, ORDINARY, WITH_POINTS, shape, tables)
            place = row * shape.stride + min(total + shift, shape.cap)
            room.places[number], room.points[number] = place, points
            room.worth[number] = values[place] + points


@kernel
def enter_all(
    room: Workspace,
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
    apart: Ways,
) -> int:
    """The best entry of every roll that can come about, added to the ways the turn can end; returns how many."""
    weigh_ways(room, values, sheet, flag, context, total, shape, tables, apart)
    for roll in range(shape.dice_rolls):
        chance = room.mass[rolls + roll * LANES]
        if chance == 0:
            continue
        if kind_of(sheet, roll, shape, tables) != ORDINARY:
            entry = best_entry(values, sheet, flag, total, context, roll, shape, tables)
            count = merge(outcome, targets, count, count, chance, entry)
            continue
        best = -1
        for cell in range(shape.cells):
            if tables.allowed[sheet] >> cell & 1:
                number = apart.number[context, cell, roll]
                if best < 0 or room.worth[number] > room.worth[best]:
                    best = number
        room.share[best] += chance
    known = count
    for number in range(apart.size[context]):
        if room.share[number] > 0:
            way = apart.cell[context, number], room.points[number], 0.0, room.places[number]
            count = merge(outcome, targets, known, count, room.share[number], way)
            room.share[number] = 0
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
    apart: Ways,
    room: Workspace,
    thread: int,
    threads: int,
) -> None:
    """How a turn ends under optimal play, for each of these states.

    `outcome[s, i]` are chance, points and extra points, `targets[s, i]` the place of the state after
    it and the cell; `counts[s]` says how many there are. The script of `tables` is the long one.
    """
    worked_out = (-1, -1)
    # Neighbours share the decisions of their block, so each thread takes a stretch.
    for s in range(places.shape[0] * thread // threads, places.shape[0] * (thread + 1) // threads):
        row, total = places[s] // shape.stride, places[s] % shape.stride
        sheet, flag = row // shape.flags, row % shape.flags
        block = total // LANES * LANES
        if worked_out != (row, block):
            turn(room.table, room.out, values, sheet, flag, block, shape, tables)
            follow(room.mass, room.table, shape, tables)
            worked_out = (row, block)
        counts[s] = 0  # no variable: Numba would compile a second `enter_all`, for the literal
        for what, place, context, _ in tables.steps:
            if what == ENTER:
                counts[s] = enter_all(
                    room, place + total - block, outcome[s], targets[s], counts[s], values, sheet, flag, context,
                    total, shape, tables, apart,
                )  # fmt: skip


@inlined
def local(place: int, rank: NDArray[np.int32], shape: Shape) -> int:
    """The number of a state among all of its level, whose sheets `rank` numbers."""
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
    """Pass chance and moments of the score on from these states to those after them.

    `now[s]` are the chance of state s, and chance times the mean and the mean square of the score so
    far; `following` is the same for the next level. `cells[cell]` gathers points, extra points and the
    chance of a scratch.
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
    """Pass the chances of every score so far on from these states to those after them.

    The chances of state s stand in `now[now_row[s]:now_row[s + 1]]`, by score; those of the states
    after it in `following`, where `row_of` says which row is theirs. Each thread writes a stretch of
    every row of its own, so none of them waits for another.
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
