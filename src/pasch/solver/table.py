"""The table of values of optimal play: room for it, and the sweep over all sheets that fills it."""

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
"""Blocks of upper totals that are worked out before progress is told."""


@dataclass(frozen=True, eq=False)
class SolvedTable:
    """`table[sheet, flag, upper total]` is the value of what is still to come under optimal play.

    `seconds` is what the sweep took, `fresh` says that results on disk are to be ignored.
    """

    program: Program
    table: NDArray[Any]
    seconds: float
    fresh: bool = False

    @property
    def variant(self) -> Variant:
        """The rules that were solved."""
        return self.program.variant


Room = Callable[[Program, type[np.float32 | np.float64]], NDArray[Any]]
"""Makes room for the numbers of a table, all in one row."""


def _in_memory(program: Program, precision: type[np.float32 | np.float64]) -> NDArray[Any]:
    """Not-a-number everywhere; where rolls are saved, nothing, so that what is never written takes no memory."""
    return np.zeros(program.size, precision) if program.shape.saved else np.full(program.size, np.nan, precision)


def _room(program: Program, precision: type[np.float32 | np.float64]) -> tuple[NDArray[Any], NDArray[Any]]:
    """What a thread works with."""
    return np.zeros(short_script(program.turn).size, precision), np.zeros(LANES, precision)


def memory_of(program: Program, *, exact: bool = False, mapped: bool = False) -> int:
    """Bytes of memory that a solve needs. A table in a file works as long as two levels of sheets fit."""
    largest = two_levels(program) * program.shape.flags * program.shape.stride * 4
    return (min(program.memory, largest) if mapped else program.memory) * (1 + exact)


def solved_table(
    program: Program,
    precision: type[np.float32 | np.float64],
    progress: Progress | None = None,
    room: Room | None = None,
) -> SolvedTable:
    """Fill the table of a program, in memory or in the room that is given. Raises nothing: room was checked before."""
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
    # Compiles, where that has not been done before.
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
