"""What optimal play does, compiled: a turn worked out by the long script, then followed from throw to entry."""

import numpy as np
from numba import prange
from numpy.typing import NDArray

from pasch.solver.compiled import entrance, inlined, kernel, parallel_kernel
from pasch.solver.entering import brings, cells_for, kind_of, ways
from pasch.solver.kernels import Values, turn
from pasch.solver.program import Shape, Tables
from pasch.solver.script import ENTER, MEAN_SIX, MEAN_TEN, MOST_LINKS, ROOT, WEIGH
from pasch.solver.sizes import FACES, LANES, TEN_FACES

Masses = NDArray[np.float64]
Places = NDArray[np.int64]


@kernel
def follow(mass: Masses, table: Values, lane: int, shape: Shape, tables: Tables) -> None:
    """The chance of every place of a table to come about in an optimal turn; in the end all of it is at entries.

    The script backwards: what is a maximum hands its chance on to the first link that is as great, what
    is a mean to all of them. Entering stands first, so of equal actions the one that ends the turn is taken.
    """
    mass[:] = 0
    for i in range(tables.steps.shape[0] - 1, -1, -1):
        what, a, b, c = tables.steps[i]
        if what == ROOT:
            throw_all(mass, a // LANES, 1.0, shape, tables)
        elif what == WEIGH:
            chance, mass[a // LANES] = mass[a // LANES], 0
            throw_all(mass, b // LANES, chance, shape, tables)
        elif what == MEAN_SIX:
            throw_one(mass, FACES, a, b, c, tables)
        elif what == MEAN_TEN:
            throw_one(mass, TEN_FACES, a, b, c, tables)
        elif 0 < what <= MOST_LINKS:
            decide(mass, table, lane, what, a, b, c, tables)


@inlined
def throw_all(mass: Masses, rolls: int, chance: float, shape: Shape, tables: Tables) -> None:
    """Hand a chance on to every roll."""
    if chance > 0:
        for roll in range(shape.dice_rolls):
            mass[rolls + roll] += chance * tables.chances[roll]


@inlined
def throw_one(mass: Masses, faces: int, start: int, end: int, first: int, tables: Tables) -> None:
    """Hand chances on by the face of one die."""
    for i in range(end - 1, start - 1, -1):
        here = tables.at[i] // LANES
        if mass[here] > 0:
            share = mass[here] / faces
            for face in range(faces):
                mass[tables.links[first + (i - start) * faces + face] // LANES] += share
            mass[here] = 0


@inlined
def decide(
    mass: Masses, table: Values, lane: int, count: int, start: int, end: int, first: int, tables: Tables
) -> None:
    """Hand chances on to what is best."""
    for i in range(end - 1, start - 1, -1):
        here = tables.at[i]
        if mass[here // LANES] > 0:
            value, link = table[here + lane], first + (i - start) * count
            for other in range(link, link + count):
                if table[tables.links[other] + lane] == value:
                    link = other
                    break
            mass[tables.links[link] // LANES] += mass[here // LANES]
            mass[here // LANES] = 0


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
    outcome: NDArray[np.float64], targets: Places, count: int, chance: float, entry: tuple[int, float, float, int]
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


@parallel_kernel
def outcomes(
    values: Values,
    places: Places,
    counts: Places,
    outcome: NDArray[np.float64],
    targets: Places,
    threads: int,
    shape: Shape,
    tables: Tables,
) -> None:
    """How a turn ends under optimal play, for each of these states.

    `outcome[s, i]` are chance, points and extra points, `targets[s, i]` the place of the state after
    it and the cell; `counts[s]` says how many there are. The script of `tables` is the long one.
    """
    for thread in prange(threads):
        table = np.zeros(tables.size, values.dtype)
        out = np.zeros(LANES, values.dtype)
        mass = np.zeros(tables.size // LANES, np.float64)
        worked_out = (-1, -1)
        # Neighbours share the decisions of their block, so each thread takes a stretch.
        for s in range(places.shape[0] * thread // threads, places.shape[0] * (thread + 1) // threads):
            row, total = places[s] // shape.stride, places[s] % shape.stride
            sheet, flag = row // shape.flags, row % shape.flags
            block = total // LANES * LANES
            if worked_out != (row, block):
                turn(table, out, values, sheet, flag, block, shape, tables)
                worked_out = (row, block)
            follow(mass, table, total - block, shape, tables)
            count = 0
            for what, place, context, _ in tables.steps:
                if what != ENTER:
                    continue
                for roll in range(shape.dice_rolls):
                    chance = mass[place // LANES + roll]
                    if chance > 0:
                        entry = best_entry(values, sheet, flag, total, context, roll, shape, tables)
                        count = merge(outcome[s], targets[s], count, chance, entry)
            counts[s] = count


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


@parallel_kernel
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
    threads: int,
    shape: Shape,
) -> None:
    """Pass the chances of every score so far on from these states to those after them.

    The chances of state s stand in `now[now_row[s]:now_row[s + 1]]`, by score; those of the states
    after it in `following`, where `row_of` says which row is theirs. Each thread writes a stretch of
    every row of its own, so none of them waits for another.
    """
    for thread in prange(threads):
        for s in range(counts.shape[0]):
            start, end = now_row[s], now_row[s + 1]
            for i in range(counts[s]):
                share = outcome[s, i, 0]
                points = int(outcome[s, i, 1] + outcome[s, i, 2])
                row = row_of[local(targets[s, i, 0], rank, shape)]
                into, width = following_row[row] + points, following_row[row + 1] - following_row[row]
                first = max(width * thread // threads - points, 0)
                last = min(width * (thread + 1) // threads - points, end - start)
                for score in range(first, last):
                    following[into + score] += share * now[start + score]
