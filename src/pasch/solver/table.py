"""The table of values of optimal play: its memory, and the sweep over all sheets that fills it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pasch.rules.variant import Variant
from pasch.solver.estimates import blocks_of, two_levels
from pasch.solver.program import Program
from pasch.solver.sizes import LANES
from pasch.solver.turns import short_script
from pasch.solver.watching import Progress

PART = 32_768
"""Blocks of upper totals computed between two progress reports."""


@dataclass(frozen=True, eq=False)
class SolvedTable:
    """`table[sheet, flag, upper total]` is the value still to come under optimal play.

    `seconds` is the duration of the sweep; `fresh` ignores results on disk.
    """

    program: Program
    table: NDArray[Any]
    seconds: float
    fresh: bool = False

    @property
    def variant(self) -> Variant:
        """The solved rules."""
        return self.program.variant


Allocate = Callable[[Program, type[np.float32 | np.float64]], NDArray[Any]]
"""Allocates the numbers of a table as one flat array."""


def _in_memory(program: Program, precision: type[np.float32 | np.float64]) -> NDArray[Any]:
    """Filled with not-a-number; left unwritten where rolls are saved, so unused parts take no memory."""
    return np.zeros(program.size, precision) if program.shape.saved else np.full(program.size, np.nan, precision)


def _workspace(program: Program, precision: type[np.float32 | np.float64]) -> tuple[NDArray[Any], ...]:
    """The workspace of a thread."""
    turn = np.zeros(short_script(program.turn).size, precision), np.zeros(LANES, precision)
    return (*turn, np.zeros((program.shape.cap + 1) * LANES, precision)) if program.layout else turn


def memory_of(program: Program, *, exact: bool = False, mapped: bool = False) -> int:
    """Bytes of memory that a solve needs. A table in a file needs room for two levels of sheets."""
    largest = two_levels(program) * program.shape.flags * program.shape.stride * 4
    return (min(program.memory, largest) if mapped else program.memory) * (1 + exact)


def solved_table(
    program: Program,
    precision: type[np.float32 | np.float64],
    progress: Progress | None = None,
    allocate: Allocate | None = None,
    *,
    gpu: bool = False,
) -> SolvedTable:
    """Fill the table of a program, in memory or as `allocate` makes it; the caller checks memory first.

    `gpu` computes on the graphics card, in float32. Raises nothing without it; else what `Card` raises.
    """
    values = (allocate or _in_memory)(program, precision)
    for flag in range(program.shape.flags):  # the full sheet is the last row
        start = program.size - (flag + 1) * program.shape.stride
        values[start : start + program.shape.stride] = program.last
    if gpu:
        from pasch.solver.columns.states import Card

        card = Card(program, values)
        seconds = sweep(program, card.fill, progress)
        card.fetch()
    else:
        seconds = sweep(program, _on_processors(program, values), progress)
    return SolvedTable(program, values.reshape(program.table_shape), seconds)


Filling = Callable[[NDArray[np.int64]], object]
"""Computes sheets that have equally many filled cells."""


def _on_processors(program: Program, values: NDArray[Any]) -> Filling:
    """A function that computes sheets on all wanted threads. Compiles the kernels if needed."""
    from pasch.solver import kernels
    from pasch.solver.compiling.kernels import on_threads

    precision = values.dtype.type
    level: Callable[..., None] = kernels.saving_level if program.shape.saved else kernels.level
    known: tuple[object, ...] = (program.shape, program.tables_in(precision))
    if program.layout:
        from pasch.solver.columns.kernels import column_level

        columns = program.layout.columns
        level, known = column_level, (*known, columns._replace(due=columns.due.astype(precision)))
    make_workspace = partial(_workspace, program, precision)
    level(values, np.zeros(0, np.int64), *known, make_workspace(), 0, 1)
    return lambda sheets: on_threads(level, make_workspace, values, sheets, *known)


def sweep(program: Program, fill: Filling, progress: Progress | None) -> float:
    """Compute all sheets, those with the fewest open cells first. Returns the seconds."""
    sheets, blocks = np.arange(program.sheets), blocks_of(program)
    done, whole = 0, int(blocks.sum())
    began = time.perf_counter()
    for cells in range(program.shape.cells - 1, -1, -1):
        now = sheets[(program.filled == cells) & program.playable]
        for some in np.array_split(now, max(int(blocks[now].sum()) // PART, 1)):
            fill(some)
            done += int(blocks[some].sum())
            if progress is not None:
                progress(done / whole)
    return time.perf_counter() - began
