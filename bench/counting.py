"""The computation and memory traffic of a solve, counted from the program: one half of the roofline.

The count covers operations on numbers of the tables, a vector of 16 as 16. It excludes places, loop counters and the
points added to a whole block: a perfect program would hide this overhead. It also excludes the few rolls of equal
dice that are entered twice where they may be jokers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bench.peaks import Peaks
from pasch.solver.estimates import blocks_of
from pasch.solver.program import Program
from pasch.solver.sizes import FACES, LANES, TEN_FACES, WEIGHED
from pasch.solver.turns import ENTER, MEAN_SIX, MEAN_TEN, MOST_LINKS


@dataclass(frozen=True)
class Work:
    """Numbers added or multiplied, compared, loaded and stored; and bytes moved from or to memory."""

    sums: float = 0
    maxima: float = 0
    loads: float = 0
    stores: float = 0
    memory: float = 0

    def __add__(self, other: Work) -> Work:
        return Work(*(a + b for a, b in zip(vars(self).values(), vars(other).values(), strict=True)))

    def times(self, factor: float) -> Work:
        return Work(*(factor * number for number in vars(self).values()))

    def seconds(self, peaks: Peaks) -> dict[str, float]:
        """The time of each kind of work at its peak. The same units compute sums and maxima, so their times add up."""
        return {
            "arithmetic": self.sums / peaks.sums + self.maxima / peaks.maxima,
            "loads": self.loads / peaks.loads,
            "stores": self.stores / peaks.stores,
            "memory": self.memory / peaks.memory,
        }


@dataclass(frozen=True)
class Counted:
    """The work that a solve needs, and the work done: more, because upper totals come in blocks of 16."""

    states: int
    needed: Work
    done: Work


def counted(program: Program, precision: type[np.float32 | np.float64]) -> Counted:
    """Count the work of a solve without saved rolls."""
    blocks = blocks_of(program)
    totals = program.highest.astype(np.int64) + 1
    states = blocks // -(-totals // LANES) * totals
    further_cells = np.bitwise_count(np.maximum(program.allowed, 0)) - 1
    turn, further = _of_a_turn(program)
    # Each number is written once, and read at least once by the states before it.
    memory = Work(memory=2.0 * float(states.sum()) * np.dtype(precision).itemsize)

    def of(numbers: np.ndarray) -> Work:
        return turn.times(float(numbers.sum())) + further.times(float((numbers * further_cells).sum())) + memory

    return Counted(int(states.sum()), needed=of(states), done=of(blocks * LANES))


def _of_a_turn(program: Program) -> tuple[Work, Work]:
    """The work of a turn with one open cell, and of each additional cell; for one number of each vector."""
    rolls, groups = program.shape.dice_rolls, -(-program.shape.dice_rolls // WEIGHED)
    turn, further = Work(), Work()
    for what, a, b, _ in program.tables.steps.tolist():
        places = b - a
        if what == ENTER:
            turn += Work(sums=rolls, loads=rolls, stores=rolls)
            further += Work(sums=rolls, maxima=rolls, loads=2 * rolls, stores=rolls)
        elif what <= MOST_LINKS:
            turn += Work(maxima=what - 1, loads=what, stores=1).times(places)
        elif what in {MEAN_SIX, MEAN_TEN}:
            faces = FACES if what == MEAN_SIX else TEN_FACES
            turn += Work(sums=faces, loads=faces, stores=1).times(places)
        else:
            turn += Work(sums=2 * WEIGHED, loads=WEIGHED + 1, stores=1).times(groups)
    return turn, further
