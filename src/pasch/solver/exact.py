"""The value of optimal play as a fraction, worked out in whole numbers.

A value is a mean over throws of greatest values. With t turns to come of r throws each, of a weight w (6^5 for five
dice), it is a whole number over w^(r·t): a throw multiplies the denominator by w at most, points are whole numbers, and
maxima change nothing. So all values of a level of sheets are whole numbers in units of 1/w^(r·t), at most the greatest
score times w^(r·t), which says how many limbs they need. Nothing is rounded: equal actions are equal, and every
division leaves nothing, which is checked at each. Saved rolls count among the throws to come.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from numba import get_num_threads
from numpy.typing import NDArray

from pasch.solver.exact_kernels import BITS, Limbs, Ways, exact_level, multiply
from pasch.solver.levels import ranks, states_of
from pasch.solver.room import check_room
from pasch.solver.sizes import FACES, TEN_FACES
from pasch.solver.targets import possible_totals

if TYPE_CHECKING:
    from pasch.solver.program import Program
    from pasch.solver.watching import Progress


def exact_value(program: Program, progress: Progress | None = None) -> Fraction:
    """The expected score of optimal play from an empty sheet, exactly. Raises `NoRoom`."""
    check_room(program.variant, memory_of(program))
    shape, sheets = program.shape, np.arange(program.sheets, dtype=np.int32)
    possible, chances = possible_totals(program), _ways(program)
    after = _last(program)
    before, different = sheets[-1:], _different(program)
    done, whole = 0, int(possible[program.playable].sum())
    for count in range(shape.cells - 1, -1, -1):
        limbs = limbs_of(program, shape.cells - count)
        after = _scaled(program, after.reshape(-1, limbs_of(program, shape.cells - count - 1)), limbs)
        now = sheets[(program.filled == count) & program.playable]
        numbers = np.zeros(states_of(program, now) * limbs, np.int64)
        unit = _limbs(denominator(program, shape.cells - count), limbs)
        rests, rank = np.zeros(get_num_threads(), np.int64), ranks(program, before.astype(np.int64))
        for first, last in _flags(program, count):
            tables = program.tables_in(np.float64, program.script(first))
            exact_level(
                numbers, after, now, first, last, possible, rank, unit, chances, rests, shape, tables, different
            )
        if rests.any():
            raise ArithmeticError(f"{program.variant.key}: a value is no multiple of its unit")
        before, after = now, numbers
        done += int(possible[now].sum())
        if progress is not None:
            progress(done / whole)
    return Fraction(_whole(after[: limbs_of(program, shape.cells)]), denominator(program, shape.cells))


def denominator(program: Program, to_come: int) -> int:
    """A denominator of all values with so many cells open."""
    throws = program.turn.rolls * to_come + program.shape.saved * (program.shape.cells - to_come)
    denominator: int = _weight(program) ** throws
    return denominator


def limbs_of(program: Program, to_come: int) -> int:
    """How many limbs a value takes with so many cells open."""
    return (_greatest(program) * denominator(program, to_come)).bit_length() // BITS + 1


def memory_of(program: Program) -> int:
    """Bytes that the two largest neighbouring levels take together."""
    shape = program.shape
    levels = np.bincount(program.filled[program.playable], minlength=shape.cells + 1)
    sizes = [limbs_of(program, shape.cells - count) * int(sheets) for count, sheets in enumerate(levels)]
    largest = max(before + 2 * after for before, after in pairwise(sizes))
    return largest * shape.flags * (shape.cap + 1) * np.dtype(np.int64).itemsize


def _weight(program: Program) -> int:
    """In how many ways all dice can fall."""
    return prod([FACES] * program.dice.six + [TEN_FACES] * program.dice.ten)


def _greatest(program: Program) -> int:
    """A bound on the score."""
    best = np.maximum(program.points.max(axis=(0, 2)), program.joker.max(axis=(0, 2))) + program.shape.extra
    return int(best.sum() + program.last.max())


def _ways(program: Program) -> Limbs:
    """In how many ways every roll falls, and the sum of them."""
    weight = _weight(program)
    ways = np.rint(program.dice.chances[: program.dice.rolls] * weight).astype(np.int64)
    return np.append(ways, weight)


def _different(program: Program) -> Ways:
    """The entries that differ in their points, of each cell in each context."""
    contexts, cells, rolls = program.points.shape
    number = np.zeros((contexts, cells, rolls), np.int32)
    examples: list[list[tuple[int, int]]] = [[] for _ in range(contexts)]
    for context, found in enumerate(examples):
        for cell in range(cells):
            brings = np.stack((program.points[context, cell], program.shift[context, cell]))
            _, first, which = np.unique(brings, axis=1, return_index=True, return_inverse=True)
            number[context, cell] = which.reshape(-1) + len(found)
            found += [(cell, int(roll)) for roll in first]
    count = np.array([len(found) for found in examples], np.int32)
    most = int(count.max())
    padded = np.array([found + [(0, 0)] * (most - len(found)) for found in examples], np.int32)
    return Ways(number, padded[:, :, 0], padded[:, :, 1], count, most)


def _last(program: Program) -> Limbs:
    """The full sheet: what the bonus brings."""
    shape, limbs = program.shape, limbs_of(program, 0)
    one = denominator(program, 0)
    rows = [_limbs(int(bonus) * one, limbs) for bonus in program.last[: shape.cap + 1]]
    return np.tile(np.concatenate(rows), shape.flags)


def _scaled(program: Program, numbers: NDArray[np.int64], limbs: int) -> Limbs:
    """The values of a level in the units of the level before it, with as many limbs as that takes."""
    wide = np.zeros((len(numbers), limbs), np.int64)
    wide[:, : numbers.shape[1]] = numbers
    row = wide.reshape(-1)
    for _ in range(program.turn.rolls - program.shape.saved):
        multiply(row, _weight(program), limbs)
    return row


def _flags(program: Program, count: int) -> list[tuple[int, int]]:
    """From which flag to before which one the same script holds: as many saved rolls as the first says."""
    if not program.turn.banks:
        return [(0, program.shape.flags)]
    return [(bank, bank + 1) for bank in range(count * program.shape.saved + 1)]


def _limbs(number: int, limbs: int) -> Limbs:
    """A whole number in limbs."""
    mask = (1 << BITS) - 1
    parts = [number >> BITS * place for place in range(limbs)]
    return np.array([part & mask for part in parts[:-1]] + parts[-1:], np.int64)


def _whole(limbs: NDArray[np.int64]) -> int:
    """The whole number of these limbs."""
    return sum(int(limb) << BITS * place for place, limb in enumerate(limbs))
