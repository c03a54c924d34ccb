"""Solving a variant: the table of values, and the facts derived from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pasch.rules.errors import wrong_type
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant
from pasch.solver.estimates import Estimate, blocks_of, check_memory, steps_of
from pasch.solver.program import Program, compile_variant
from pasch.solver.table import Allocate, SolvedTable, memory_of, solved_table
from pasch.solver.watching import Progress, stretch

if TYPE_CHECKING:
    from fractions import Fraction

    from pasch.solver.results import CellPlay, Play


@dataclass
class _Known:
    """Cached answers of a solution."""

    play: Play | None = None
    distribution: dict[int, float] | None = None
    best_chances: NDArray[np.float32] | None = None


@dataclass(frozen=True, eq=False)
class Solution(SolvedTable):
    """Optimal play of a variant. `table[sheet, flag, upper total]` is the value still to come.

    Optimal play maximises the expected total of the own sheet, with all cells filled. It ignores other players'
    actions and instant wins by a served roll; see `alone`.

    Cells of unreachable sheets hold not-a-number. `seconds` is the duration of the solve. Facts that need more than
    the table (deviation, distribution, …) are computed in float64 on first use and stored on disk. `fresh` ignores
    the stored facts.
    """

    _known: _Known = field(default_factory=_Known, init=False)

    def __repr__(self) -> str:
        return f"<Solution {self.variant.key} {self.value:.2f}>"

    @property
    def value(self) -> float:
        """The expected score of optimal play from an empty sheet."""
        return float(self.table[0, 0, 0])

    @property
    def alone(self) -> bool:
        """Whether the solution ignores other players' actions or an instant win."""
        return self.program.alone

    @cached_property
    def states(self) -> int:
        """The number of states between turns in the table."""
        return self.program.states

    @property
    def deviation(self) -> float:
        """The standard deviation of the score of optimal play."""
        return self.play.deviation

    @property
    def bonus_rate(self) -> float:
        """How often optimal play reaches the upper bonus."""
        return self.play.bonus_rate

    @property
    def categories(self) -> Mapping[str, CellPlay]:
        """Per category: the mean, the mean of extra points earned there, and the scratch rate."""
        return self.play.cells

    @property
    def play(self) -> Play:
        """Facts about optimal play. Takes seconds the first time; raises `NoRoom`."""
        return self._play()

    @cached_property
    def fraction(self) -> Fraction:
        """The value as a fraction, computed in whole numbers, in which equal actions are equal.

        The first call takes about a hundred times as long as the table: half a minute of one processor for thirteen
        cells. The denominator divides the number of ways in which all dice of a game can fall
        (`pasch.solver.exact.values` explains why). Raises `NoRoom`.
        """
        from pasch.solver.facts import fraction_of

        return fraction_of(self)

    @property
    def distribution(self) -> dict[int, float]:
        """The exact chance of every final score under optimal play. Some seconds the first time; raises `NoRoom`."""
        return self._distribution()

    def work_out(self, progress: Progress | None = None) -> Solution:
        """Compute `play` and `distribution` now instead of on first use.

        Returns the solution. Raises `NoRoom`.
        """
        self._play(stretch(progress, 0, 0.5))
        self._distribution(stretch(progress, 0.5, 1))
        return self

    def best_chance(self, score: int, progress: Progress | None = None) -> float:
        """The greatest chance of at least this score, by play for that goal alone.

        The first call takes a minute or more and covers all scores; raises `NoRoom`.
        """
        if not hasattr(score, "__index__"):
            raise wrong_type(score, "A whole number of points")
        chances = self._best_chances(progress)
        return float(chances[max(score, 0)]) if score < len(chances) else 0.0

    def _play(self, progress: Progress | None = None) -> Play:
        if self._known.play is None:
            from pasch.solver.facts import play_of

            self._known.play = play_of(self, progress)
        return self._known.play

    def _distribution(self, progress: Progress | None = None) -> dict[int, float]:
        if self._known.distribution is None:
            from pasch.solver.facts import scores_of

            chances = scores_of(self, progress)
            self._known.distribution = {score: float(chance) for score, chance in enumerate(chances) if chance > 0}
        return self._known.distribution

    def _best_chances(self, progress: Progress | None) -> NDArray[np.float32]:
        if self._known.best_chances is None:
            from pasch.solver.facts import best_chances_of

            self._known.best_chances = best_chances_of(self, progress)
        return self._known.best_chances


def solve(  # noqa: PLR0913 - each has a default
    variant: Variant | str,
    *,
    exact: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
    allocate: Allocate | None = None,
    gpu: bool = False,
) -> Solution:
    """Optimal play of a variant, given by key or object.

    `exact` computes in float64 instead of float32, `threads` defaults to all processors, and `allocate` makes the table
    outside memory. `gpu` computes a sheet of several columns on the graphics card, in float32. Raises `UnknownVariant`,
    `InvalidInput` if there is no exact table or no card, `NoRoom` if memory is too small.
    """
    program = compile_variant(variant_of(variant))
    precision = np.float64 if exact and not gpu else np.float32
    check_memory(program.variant, memory_of(program, exact=exact, mapped=allocate is not None))
    if threads is not None:
        from pasch.solver.compiling.kernels import use_threads

        use_threads(threads)
    table = solved_table(program, precision, progress, allocate, gpu=gpu)
    return Solution(program, table.table, table.seconds)


def variant_of(variant: Variant | str) -> Variant:
    """The variant, or the variant with this key. Raises `UnknownVariant`, `TypeError`."""
    if isinstance(variant, str):
        return find_variant(variant)
    if not isinstance(variant, Variant):
        raise wrong_type(variant, "A variant or its key")
    return variant


def estimate(program: Program, *, exact: bool = False, threads: int | None = None) -> Estimate:
    """The estimated cost of a solve: memory, or a file where the table is too large for memory.

    Needs no compiler if `threads` is given.
    """
    if threads is None:
        from pasch.solver.compiling import kernels

        threads = kernels.threads()
    blocks = program.layout.block_count if program.layout else int(blocks_of(program).sum())
    steps = blocks * steps_of(program) * (1 + exact)
    return Estimate(bytes=program.memory * (1 + exact), seconds=steps * NANOSECONDS * 1e-9 / threads)


NANOSECONDS = 3.0
"""Time per value of a block of upper totals in float32; measured: 1.9 for small tables, 4.1 for large ones."""
