"""Facts that take longer than the table: computed on request and stored on disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from pasch.solver import cache
from pasch.solver.estimates import Estimate, NoRoom, check_memory, steps_of, too_many_states, two_levels
from pasch.solver.table import SolvedTable, memory_of, solved_table
from pasch.solver.watching import Progress, shown

if TYPE_CHECKING:
    from pasch.solver.program import Program
    from pasch.solver.results import Play

SMALL = 100_000_000
"""Bytes up to which a float64 table is retained for the next fact."""

_exact_tables: WeakKeyDictionary[SolvedTable, NDArray[np.float64]] = WeakKeyDictionary()

TARGETS = "targets"
"""The kind of stored best chances in float32."""

Found = tuple[NDArray[Any], Mapping[str, float]]


def play_of(solution: SolvedTable, progress: Progress | None = None) -> Play:
    """Deviation, bonus rate and every cell under optimal play."""
    from pasch.solver.results import CellPlay, Play

    def compute(progress: Progress) -> Found:
        from pasch.solver.score.distribution import sweep

        _check(solution, Fact.PLAY)
        play = sweep(solution.program, _exact(solution), progress)
        cells = np.array([(cell.mean, cell.extra, cell.scratch_rate) for cell in play.cells.values()])
        return cells, {"mean": play.mean, "deviation": play.deviation, "bonus_rate": play.bonus_rate}

    cells, facts = stored(solution, "play", compute, progress)
    keys = (category.key for category in solution.variant.categories)
    return Play(
        mean=facts["mean"],
        deviation=facts["deviation"],
        bonus_rate=facts["bonus_rate"],
        cells={key: CellPlay(*map(float, row)) for key, row in zip(keys, cells, strict=True)},
    )


def scores_of(solution: SolvedTable, progress: Progress | None = None) -> NDArray[np.float64]:
    """The chance of every score under optimal play."""

    def compute(progress: Progress) -> Found:
        from pasch.solver.score.distribution import score_chances

        _check(solution, Fact.SCORES)
        return score_chances(solution.program, _exact(solution), progress=progress), {}

    return stored(solution, "scores", compute, progress)[0]


def best_chances_of(solution: SolvedTable, progress: Progress | None = None) -> NDArray[Any]:
    """The greatest chance of reaching each score, in the precision of the table."""
    precision = np.float64 if solution.table.dtype == np.float64 else np.float32

    def compute(progress: Progress) -> Found:
        from pasch.solver.score.targets import best_chances, bytes_of_chances

        if solution.program.shape.saved:
            raise too_many_states(solution.variant)
        check_memory(solution.variant, bytes_of_chances(solution.program, precision))
        return best_chances(solution.program, precision, progress), {}

    return stored(solution, TARGETS if precision is np.float32 else f"{TARGETS}64", compute, progress)[0]


def fraction_of(solution: SolvedTable) -> Fraction:
    """The value as a fraction."""

    def compute(progress: Progress) -> Found:
        from pasch.solver.exact.values import exact_value

        return np.frombuffer(str(exact_value(solution.program, progress)).encode(), np.uint8), {}

    return Fraction(stored(solution, "fraction", compute, None)[0].tobytes().decode())


def _exact(solution: SolvedTable) -> NDArray[np.float64]:
    """The table in float64, which breaks ties better and preserves the moments."""
    if solution.table.dtype == np.float64:
        return solution.table
    known = _exact_tables.get(solution)
    if known is None:
        check_memory(solution.variant, memory_of(solution.program, exact=True))
        known = solved_table(solution.program, np.float64).table
        if known.nbytes <= SMALL:
            _exact_tables[solution] = known
    return known


def stored(solution: SolvedTable, kind: str, compute: Callable[[Progress], Found], progress: Progress | None) -> Found:
    """The stored result, else the result computed now and then stored."""
    path = cache.table_path(solution.variant, kind)
    known = None if solution.fresh else cache.load(path, solution.variant)
    if known is not None:
        return known
    with shown(f"{solution.variant.key}, {kind}", progress) as report:
        table, facts = compute(report)
    cache.save(path, solution.variant, table, facts)
    return table, facts


class Fact(StrEnum):
    """A fact about a solution in addition to its values."""

    PLAY = "play"
    SCORES = "scores"


def expected(solution: SolvedTable, fact: Fact, threads: int) -> Estimate:
    """A rough estimate of the cost of a fact, fitted to measurements of kniffel-plain."""
    program = solution.program
    turns = program.states * steps_of(program) * 1e-9  # seconds, at a nanosecond per value of a turn
    match fact:
        case Fact.PLAY:
            return Estimate(_exact_bytes(solution) + _two_levels(program, 3 * 8), 4 * turns / threads)
        case Fact.SCORES:
            scores = program.states * program.most * 2.6e-8
            return Estimate(_exact_bytes(solution) + _rows(program), (4 * turns + scores) / threads)


def _check(solution: SolvedTable, fact: Fact) -> None:
    """Raise `NoRoom`: with the figures, or because only the table is available."""
    if solution.program.only_values:
        raise NoRoom(
            "Deviation, distribution and frequencies of {variant} are unknown: saved rolls or several columns make too"
            " many states",
            variant=solution.variant.key,
        )
    check_memory(solution.variant, expected(solution, fact, threads=1).bytes)


def _exact_bytes(solution: SolvedTable) -> int:
    """Bytes that a float64 table takes in addition to the existing table."""
    return 0 if solution.table.dtype == np.float64 else 8 * solution.table.size


def _two_levels(program: Program, bytes_each: int) -> int:
    """Bytes of two neighbouring levels of sheets, with a fixed number of bytes per flag and upper total."""
    return two_levels(program) * program.shape.flags * (program.shape.cap + 1) * bytes_each


def _rows(program: Program) -> int:
    """Bytes of the chances of all scores so far in two neighbouring levels: a share of the score per cell."""
    shape, filled = program.shape, program.filled[program.playable].astype(np.int64)
    states = (program.highest[program.playable] + 1) * shape.flags * filled
    levels = np.bincount(filled, weights=states, minlength=shape.cells + 1)
    return int((levels[:-1] + levels[1:]).max()) * program.most // shape.cells * 8
