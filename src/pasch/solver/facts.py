"""What takes longer than the table itself: worked out when it is asked for, and kept on disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pasch.solver import cache
from pasch.solver.room import check_room
from pasch.solver.sizes import LANES

if TYPE_CHECKING:
    from pasch.solver.program import Program
    from pasch.solver.results import Play
    from pasch.solver.solve import Solution

Found = tuple[NDArray[Any], Mapping[str, float]]


def play_of(solution: Solution) -> Play:
    """Deviation, bonus rate and every cell under optimal play."""
    from pasch.solver.results import CellPlay, Play

    def worked_out() -> Found:
        from pasch.solver.sweep import sweep

        check_room(solution.variant, 4 * 8 * solution.table.size)  # values, and three moments
        play = sweep(solution.program, _exact(solution))
        cells = np.array([(cell.mean, cell.extra, cell.scratch_rate) for cell in play.cells.values()])
        return cells, {"mean": play.mean, "deviation": play.deviation, "bonus_rate": play.bonus_rate}

    cells, facts = _kept(solution, "play", worked_out)
    keys = (category.key for category in solution.variant.categories)
    return Play(
        mean=facts["mean"],
        deviation=facts["deviation"],
        bonus_rate=facts["bonus_rate"],
        cells={key: CellPlay(*map(float, row)) for key, row in zip(keys, cells, strict=True)},
    )


def scores_of(solution: Solution) -> NDArray[np.float64]:
    """The chance of every score of optimal play."""

    def worked_out() -> Found:
        from pasch.solver.scores import score_chances

        # Every state with half of the scores it could have, in float64.
        check_room(solution.variant, solution.states * _greatest(solution.program) * 4)
        return score_chances(solution.program, _exact(solution)), {}

    return _kept(solution, "scores", worked_out)[0]


def best_chances_of(solution: Solution) -> NDArray[np.float32]:
    """For every score the greatest chance of reaching it."""

    def worked_out() -> Found:
        from pasch.solver.targets import best_chances

        check_room(solution.variant, _two_levels(solution.program))
        return best_chances(solution.program), {}

    return _kept(solution, "targets", worked_out)[0]


def _exact(solution: Solution) -> NDArray[np.float64]:
    """The table in float64: ties are broken better there, and moments lose nothing."""
    from pasch.solver.solve import solve

    return solution.table if solution.table.dtype == np.float64 else solve(solution.variant, exact=True).table


def _kept(solution: Solution, kind: str, worked_out: Callable[[], Found]) -> Found:
    """What lies on disk, else what is worked out now and put there."""
    path = cache.table_path(solution.variant, kind)
    known = None if solution.fresh else cache.load(path, solution.variant)
    if known is not None:
        return known
    table, facts = worked_out()
    cache.save(path, solution.variant, table, facts)
    return table, facts


def _greatest(program: Program) -> int:
    """A bound on the score."""
    tables, shape = program.tables, program.shape
    best = np.maximum(tables.points.max(axis=1), tables.joker.max(axis=1)) + shape.extra
    return int(best.sum() + program.last.max())


def _two_levels(program: Program) -> int:
    """Bytes of the rows of two neighbouring levels of sheets, in float32."""
    shape, tables = program.shape, program.tables
    margin = int(max(tables.points.max(), tables.joker.max()) + shape.extra)
    width = 2 * margin + _greatest(program) + 1 + LANES
    filled = np.bitwise_count(np.arange(program.sheets))
    levels = np.bincount(filled[program.playable], minlength=shape.cells + 1)
    return int((levels[:-1] + levels[1:]).max()) * shape.flags * (shape.cap + 1) * width * 4
