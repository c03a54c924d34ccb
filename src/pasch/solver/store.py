"""Solved once, then loaded: from this process's memory, from disk, or by solving now."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from pasch.solver import cache
from pasch.solver.advice import Advice, game_of
from pasch.solver.advice import advise as advise_with
from pasch.solver.estimates import check_disk
from pasch.solver.program import Program, compile_variant
from pasch.solver.solve import Solution, variant_of
from pasch.solver.solve import solve as solve_now
from pasch.solver.watching import Progress, shown

if TYPE_CHECKING:
    from pasch.rules.game import Game
    from pasch.rules.notation.position import Position
    from pasch.rules.variant import Variant

KIND = "mean32"
"""The file name of a table of float32 values."""

_MOST = 8
_cached: OrderedDict[tuple[str, str], Solution] = OrderedDict()
"""By fingerprint and key: games with equal rules share a table on disk; each solution has a separate name."""


def solve(
    variant: Variant | str, *, fresh: bool = False, progress: Progress | None = None, gpu: bool = False
) -> Solution:
    """Optimal play of a variant, by key or object: `value`, `deviation`, `distribution`.

    A table is computed once and stored in the cache folder; `fresh` computes it again. `progress` is called with the
    completed share. Without it, terminals and notebooks show a bar after two seconds. `gpu` computes a sheet of several
    columns on the graphics card. Raises `UnknownVariant`, `InvalidInput` if there is no exact table or no card,
    `NoRoom`.
    """
    chosen = variant_of(variant)
    found = None if fresh else loaded(chosen)
    if found is None:
        with shown(f"{chosen.key}, {KIND}", progress) as report:
            found = replace(_solved(chosen, report, gpu=gpu), fresh=fresh)
    _remember(found)
    return found


def _solved(variant: Variant, progress: Progress | None, *, gpu: bool) -> Solution:
    """Solve now and store the table."""
    program, path = compile_variant(variant), cache.table_path(variant, KIND)
    if program.mapped:
        return _solved_on_disk(program, path, progress, gpu=gpu)
    done = solve_now(variant, progress=progress, gpu=gpu)
    cache.save(path, variant, done.table, {"seconds": done.seconds, "states": done.states})
    return done


def _solved_on_disk(program: Program, path: Path, progress: Progress | None, *, gpu: bool) -> Solution:
    """Solve a table too large for memory into its file."""
    check_disk(program.variant, program.memory, path.parent)
    with cache.growing(path, program.variant, program.table_shape, np.float32) as file:
        row = file.table.reshape(-1).view(np.ndarray)
        done = solve_now(program.variant, progress=progress, allocate=lambda _program, _precision: row, gpu=gpu)
        file.done({"seconds": done.seconds, "states": done.states})
    return done


def loaded(variant: Variant) -> Solution | None:
    """The solution of a variant if it is in memory or on disk, else None."""
    name = _name(variant)
    cached = _cached.get(name)
    if cached is not None:
        _cached.move_to_end(name)
        return cached
    read = cache.load(cache.table_path(variant, KIND), variant)
    if read is None:
        return None
    table, facts = read
    program = compile_variant(variant)
    if table.shape != program.table_shape or table.dtype != np.float32:
        return None  # a version with another table layout
    found = Solution(program, table.view(np.ndarray), facts["seconds"])
    _remember(found)
    return found


def advise(position: Position | Game | str) -> Advice:
    """The value of every action of the seat to move, given a position, its text or a game.

    Solves the variant first if needed. Raises `InvalidInput`, `UnknownVariant`, `NoRoom`.
    """
    game = game_of(position)
    return advise_with(solve(game.variant), game)


def _remember(solution: Solution) -> None:
    name = _name(solution.variant)
    _cached[name] = solution
    _cached.move_to_end(name)
    while len(_cached) > _MOST:
        _cached.popitem(last=False)


def _name(variant: Variant) -> tuple[str, str]:
    return variant.fingerprint, variant.key
