"""The dynamic program over one turn in whole numbers, compiled.

A number is a row of limbs of `BITS` bits each, the lowest first; the highest limb holds any excess. All numbers of a
level of sheets count in units of the same fraction. Addition and comparison therefore need no fractions, and a mean
is a division without remainder. A maximum copies no number: `at_best` refers to its place.
"""

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import entrance, inlined, kernel
from pasch.solver.entering import ORDINARY, WITH_POINTS, Kind, Ways, cells_for, effect, kind_of, ways
from pasch.solver.kernels import Sheets, flags_of
from pasch.solver.program import Shape, Tables
from pasch.solver.simulation.policy import local
from pasch.solver.sizes import FACES, LANES, TEN_FACES
from pasch.solver.turns import ENTER, MEAN_SIX, MEAN_TEN, MOST_LINKS, WEIGH

BITS = 46
"""Bits of a limb: 77,760 ways of five dice and a ten-sided one, times a limb, stay below 2^63."""

_MASK = (1 << BITS) - 1

Limbs = NDArray[np.int64]
Indices = NDArray[np.int32]


@inlined
def greater(table: Limbs, one: int, other: int, limbs: int) -> bool:
    """Whether the number at a place is greater than the one at another; places count in numbers."""
    for limb in range(limbs - 1, -1, -1):
        left, right = table[one * limbs + limb], table[other * limbs + limb]
        if left != right:
            return bool(left > right)
    return False


@inlined
def divide(table: Limbs, start: int, by: int, limbs: int) -> int:
    """Divide the number whose limbs begin at `start`, some of which may be too large; returns the remainder."""
    rest = 0
    for limb in range(start + limbs - 1, start - 1, -1):
        value = (rest << BITS) + table[limb]
        table[limb] = value // by
        rest = value - table[limb] * by
    for limb in range(start, start + limbs - 1):
        table[limb + 1] += table[limb] >> BITS
        table[limb] &= _MASK
    return rest


@inlined
def mean(
    table: Limbs, at_best: Indices, faces: int, start: int, end: int, first: int, limbs: int, tables: Tables
) -> int:
    """Each place becomes the mean of its links; returns the remainder of the divisions."""
    rest = 0
    for i in range(start, end):
        here, link = tables.at[i] // LANES, first + (i - start) * faces
        into = here * limbs
        for limb in range(into, into + limbs):
            table[limb] = 0
        for face in range(faces):
            source = at_best[tables.links[link + face] // LANES] * limbs
            for limb in range(limbs):
                table[into + limb] += table[source + limb]
        at_best[here] = here
        rest |= divide(table, into, faces, limbs)
    return rest


@inlined
def weigh_into(
    into: Limbs, start: int, table: Limbs, at_best: Indices, rolls: int, shape: Shape, limbs: int, chances: Limbs
) -> int:
    """The mean over all rolls into the number whose limbs begin at `start`; returns the remainder of the division.

    `chances` are the numbers of ways of each roll, followed by their sum.
    """
    carry = 0
    for limb in range(limbs):
        total = carry
        for roll in range(shape.dice_rolls):
            total += chances[roll] * table[at_best[rolls + roll] * limbs + limb]
        carry = total >> BITS
        into[start + limb] = total & _MASK if limb < limbs - 1 else total
    return divide(into, start, chances[shape.dice_rolls], limbs)


@inlined
def best_of(
    table: Limbs, at_best: Indices, count: int, start: int, end: int, first: int, limbs: int, tables: Tables
) -> None:
    """Each place refers to the greatest of its links."""
    for i in range(start, end):
        link = first + (i - start) * count
        best = at_best[tables.links[link] // LANES]
        for other in range(link + 1, link + count):
            place = at_best[tables.links[other] // LANES]
            if greater(table, place, best, limbs):
                best = place
        at_best[tables.at[i] // LANES] = best


@inlined
def add(table: Limbs, into: int, after: Limbs, start: int, points: int, unit: Limbs, limbs: int) -> None:
    """The number at `into`: the one of `after` from `start` on, plus `points` points."""
    carry = 0
    for limb in range(limbs):
        total = after[start + limb] + points * unit[limb] + carry
        carry = total >> BITS
        table[into * limbs + limb] = total & _MASK if limb < limbs - 1 else total


@kernel
def exact_entries(
    table: Limbs,
    at_best: Indices,
    place: int,
    entered: int,
    after: Limbs,
    sheet: int,
    flag: int,
    context: int,
    total: int,
    rank: Indices,
    unit: Limbs,
    limbs: int,
    shape: Shape,
    tables: Tables,
    different: Ways,
) -> None:
    """The best entry of every roll, from `place` on; distinct entries follow from `entered` on.

    The last number of the table is scratch space.
    """
    for number in range(different.size[context]):
        cell = different.cell[context, number]
        if tables.allowed[sheet] >> cell & 1:
            roll = different.roll[context, number]
            points, _, shift, row = effect(sheet, flag, context, cell, roll, ORDINARY, WITH_POINTS, shape, tables)
            target = local(row * shape.stride + min(total + shift, shape.cap), rank, shape)
            add(table, entered + number, after, target * limbs, int(points), unit, limbs)
    for roll in range(shape.dice_rolls):
        kind = kind_of(sheet, roll, shape, tables)
        if kind != ORDINARY:
            extra_kniffel(
                table, at_best, place + roll, after, sheet, flag, context, total, roll, kind, rank, unit, limbs, shape,
                tables,
            )  # fmt: skip
            continue
        best = -1
        for cell in range(shape.cells):
            if tables.allowed[sheet] >> cell & 1:
                other = entered + different.number[context, cell, roll]
                if best < 0 or greater(table, other, best, limbs):
                    best = other
        at_best[place + roll] = best


@kernel
def extra_kniffel(
    table: Limbs,
    at_best: Indices,
    here: int,
    after: Limbs,
    sheet: int,
    flag: int,
    context: int,
    total: int,
    roll: int,
    kind: Kind,
    rank: Indices,
    unit: Limbs,
    limbs: int,
    shape: Shape,
    tables: Tables,
) -> None:
    """The best entry of an extra Kniffel."""
    spare, first = at_best.shape[0] - 1, True
    at_best[here] = here
    cells = cells_for(sheet, roll, kind, shape, tables)
    for cell in range(shape.cells):
        if not cells >> cell & 1:
            continue
        for way in range(ways(kind, shape)):
            points, extra, shift, row = effect(sheet, flag, context, cell, roll, kind, way, shape, tables)
            target = local(row * shape.stride + min(total + shift, shape.cap), rank, shape)
            add(table, here if first else spare, after, target * limbs, int(points + extra), unit, limbs)
            if not first and greater(table, spare, here, limbs):
                for limb in range(limbs):
                    table[here * limbs + limb] = table[spare * limbs + limb]
            first = False


@kernel
def exact_turn(
    table: Limbs,
    at_best: Indices,
    out: Limbs,
    start: int,
    after: Limbs,
    sheet: int,
    flag: int,
    total: int,
    rank: Indices,
    unit: Limbs,
    limbs: int,
    chances: Limbs,
    shape: Shape,
    tables: Tables,
    different: Ways,
) -> int:
    """Compute a turn by the long script, into the number of `out` at `start`; returns the divisions' remainder."""
    rest, entered = 0, tables.size // LANES
    for what, a, b, c in tables.steps:
        if what == ENTER:
            exact_entries(
                table, at_best, a // LANES, entered, after, sheet, flag if c < 0 else c, b, total, rank, unit, limbs,
                shape, tables, different,
            )  # fmt: skip
            entered += different.most
        elif what <= MOST_LINKS:
            best_of(table, at_best, what, a, b, c, limbs, tables)
        elif what == MEAN_SIX:
            rest |= mean(table, at_best, FACES, a, b, c, limbs, tables)
        elif what == MEAN_TEN:
            rest |= mean(table, at_best, TEN_FACES, a, b, c, limbs, tables)
        elif what == WEIGH:
            here = a // LANES
            at_best[here] = here
            rest |= weigh_into(table, here * limbs, table, at_best, b // LANES, shape, limbs, chances)
        else:
            rest |= weigh_into(out, start, table, at_best, a // LANES, shape, limbs, chances)
    return rest


@entrance
def exact_level(
    now: Limbs,
    after: Limbs,
    sheets: Sheets,
    first: int,
    last: int,
    possible: NDArray[np.bool_],
    rank: Indices,
    unit: Limbs,
    chances: Limbs,
    shape: Shape,
    tables: Tables,
    different: Ways,
    work: tuple[Limbs, Indices],
    thread: int,
    threads: int,
) -> int:
    """The values of these sheets and the flags from `first` to before `last`, from those with one more filled cell.

    `possible[sheet, total]` marks the possible upper totals; `rank` numbers the sheets of the level before. Returns
    the remainder of the divisions: zero.
    """
    table, at_best = work
    limbs, rest = unit.shape[0], 0
    for place in range(thread, sheets.shape[0], threads):
        sheet = sheets[place]
        for flag in range(first, last if shape.saved else flags_of(sheet, shape)):
            for total in range(tables.highest[sheet] + 1):
                if possible[sheet, total]:
                    start = ((place * shape.flags + flag) * (shape.cap + 1) + total) * limbs
                    rest |= exact_turn(
                        table, at_best, now, start, after, sheet, flag, total, rank, unit, limbs, chances, shape,
                        tables, different,
                    )  # fmt: skip
    return rest


@entrance
def multiply(numbers: Limbs, by: int, limbs: int) -> None:
    """Multiply every number of a row by a small one."""
    for start in range(0, numbers.shape[0], limbs):
        carry = 0
        for limb in range(start, start + limbs):
            total = numbers[limb] * by + carry
            carry = total >> BITS
            numbers[limb] = total & _MASK if limb < start + limbs - 1 else total
