"""The value of optimal play as a fraction, computed in whole numbers.

A value is a mean over rolls of greatest values. With t turns to come of r rolls each, of a weight w (6^5 for five
dice), it is a whole number over w^(r·t): a roll multiplies the denominator by w at most, points are whole numbers,
and maxima change nothing. All values of a level of sheets are therefore whole numbers in units of 1/w^(r·t). They are
at most the greatest score times w^(r·t), which determines the number of limbs. Nothing is rounded: equal actions are
equal. Every division has no remainder, which each division checks. Saved rolls count among the rolls to come.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import on_threads
from pasch.solver.entering import Ways, distinct_ways
from pasch.solver.estimates import check_memory, too_many_states
from pasch.solver.exact.kernels import BITS, Indices, Limbs, exact_level, multiply
from pasch.solver.score.targets import possible_totals
from pasch.solver.simulation.walk import ranks, states_of
from pasch.solver.sizes import FACES, LANES, TEN_FACES
from pasch.solver.turns import ENTER

if TYPE_CHECKING:
    from pasch.solver.program import Program, Tables
    from pasch.solver.watching import Progress


def exact_value(program: Program, progress: Progress | None = None) -> Fraction:
    """The expected score of optimal play from an empty sheet, exactly. Raises `NoRoom`, also for several columns."""
    if program.layout is not None:
        raise too_many_states(program.variant)
    check_memory(program.variant, memory_of(program))
    shape, sheets = program.shape, np.arange(program.sheets)
    possible, chances = possible_totals(program), _ways(program)
    after = _last(program)
    before, different = sheets[-1:], distinct_ways(program)
    done, whole = 0, int(possible[program.playable].sum())
    for count in range(shape.cells - 1, -1, -1):
        limbs = limbs_of(program, shape.cells - count)
        after = _scaled(program, after.reshape(-1, limbs_of(program, shape.cells - count - 1)), limbs)
        now = sheets[(program.filled == count) & program.playable]
        numbers = np.zeros(states_of(program, now) * limbs, np.int64)
        unit = _limbs(denominator(program, shape.cells - count), limbs)
        rank, rests = ranks(program, before), []
        for first, last in _flags(program, count):
            tables = program.tables_in(np.float64, program.script(first))
            rests += on_threads(
                exact_level, partial(_workspace, tables, different, limbs), numbers, after, now, first, last, possible,
                rank, unit, chances, shape, tables, different,
            )  # fmt: skip
        if any(rests):
            raise ArithmeticError(f"{program.variant.key}: a value is no multiple of its unit")
        before, after = now, numbers
        done += int(possible[now].sum())
        if progress is not None:
            progress(done / whole)
    return Fraction(_whole(after[: limbs_of(program, shape.cells)]), denominator(program, shape.cells))


def _workspace(tables: Tables, different: Ways, limbs: int) -> tuple[Limbs, Indices]:
    """The table of a turn, with the distinct entries and one scratch number, and the places of the best values."""
    entered = int(np.count_nonzero(tables.steps[:, 0] == ENTER)) * different.most
    places = tables.size // LANES + entered + 1
    return np.zeros(places * limbs, np.int64), np.zeros(places, np.int32)


def denominator(program: Program, to_come: int) -> int:
    """A common denominator of all values with this many cells open."""
    rolls = program.turn.rolls * to_come + program.shape.saved * (program.shape.cells - to_come)
    denominator: int = _weight(program) ** rolls
    return denominator


def limbs_of(program: Program, to_come: int) -> int:
    """The number of limbs of a value with this many cells open."""
    return (program.most * denominator(program, to_come)).bit_length() // BITS + 1


def memory_of(program: Program) -> int:
    """Bytes of the two largest neighbouring levels together."""
    shape = program.shape
    levels = np.bincount(program.filled[program.playable], minlength=shape.cells + 1)
    sizes = [limbs_of(program, shape.cells - count) * int(sheets) for count, sheets in enumerate(levels)]
    largest = max(before + 2 * after for before, after in pairwise(sizes))
    return largest * shape.flags * (shape.cap + 1) * np.dtype(np.int64).itemsize


def _weight(program: Program) -> int:
    """The number of ways in which all dice can fall."""
    return prod([FACES] * program.dice.six + [TEN_FACES] * program.dice.ten)


def _ways(program: Program) -> Limbs:
    """The number of ways in which every roll falls, and their sum."""
    weight = _weight(program)
    ways = np.rint(program.dice.chances[: program.dice.rolls] * weight).astype(np.int64)
    return np.append(ways, weight)


def _last(program: Program) -> Limbs:
    """The values of the full sheet: its bonus."""
    shape, limbs = program.shape, limbs_of(program, 0)
    one = denominator(program, 0)
    rows = [_limbs(int(bonus) * one, limbs) for bonus in program.last[: shape.cap + 1]]
    return np.tile(np.concatenate(rows), shape.flags)


def _scaled(program: Program, numbers: NDArray[np.int64], limbs: int) -> Limbs:
    """The values of a level in the units of the level before it, with as many limbs as needed."""
    wide = np.zeros((len(numbers), limbs), np.int64)
    wide[:, : numbers.shape[1]] = numbers
    row = wide.reshape(-1)
    for _ in range(program.turn.rolls - program.shape.saved):
        multiply(row, _weight(program), limbs)
    return row


def _flags(program: Program, count: int) -> list[tuple[int, int]]:
    """Ranges of flags, from first to before last, with the same script: that of the first flag's saved rolls."""
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
