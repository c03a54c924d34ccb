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


Room = Callable[[Program, type[np.float32 | np.float64]], NDArray[Any]]
"""Allocates the numbers of a table as one flat array."""


def _in_memory(program: Program, precision: type[np.float32 | np.float64]) -> NDArray[Any]:
    """Filled with not-a-number; left unwritten where rolls are saved, so unused parts take no memory."""
    return np.zeros(program.size, precision) if program.shape.saved else np.full(program.size, np.nan, precision)


def _room(program: Program, precision: type[np.float32 | np.float64]) -> tuple[NDArray[Any], ...]:
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
    room: Room | None = None,
) -> SolvedTable:
    """Fill the table of a program, in memory or in the given room. Raises nothing; the caller checks memory first."""
    from pasch.solver import kernels
    from pasch.solver.compiling.kernels import on_threads

    values = (room or _in_memory)(program, precision)
    shape, tables = program.shape, program.tables_in(precision)
    level: Callable[..., None] = kernels.saving_level if shape.saved else kernels.level
    known: tuple[object, ...] = (shape, tables)
    if program.layout:
        from pasch.solver.columns.kernels import column_level

        columns = program.layout.columns
        level, known = column_level, (shape, tables, columns._replace(due=columns.due.astype(precision)))

    worked_with = partial(_room, program, precision)
    for flag in range(shape.flags):  # the full sheet is the last row
        start = program.size - (flag + 1) * shape.stride
        values[start : start + shape.stride] = program.last
    sheets = np.arange(program.sheets)
    blocks = blocks_of(program)
    done, whole = 0, int(blocks.sum())
    # Compiles if needed.
    level(values, sheets[:0], *known, worked_with(), 0, 1)
    began = time.perf_counter()
    for cells in range(shape.cells - 1, -1, -1):
        now = sheets[(program.filled == cells) & program.playable]
        for some in np.array_split(now, max(int(blocks[now].sum()) // PART, 1)):
            on_threads(level, worked_with, values, some, *known)
            done += int(blocks[some].sum())
            if progress is not None:
                progress(done / whole)
    seconds = time.perf_counter() - began
    return SolvedTable(program, values.reshape(program.table_shape), seconds)
