"""Solving a variant: the table of values, and what can be read from it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import get_num_threads, set_num_threads
from numpy.typing import NDArray

from pasch.rules.variants import find_variant
from pasch.solver.kernels import level
from pasch.solver.program import Program, compile_variant

if TYPE_CHECKING:
    from pasch.rules.variant import Variant


@dataclass(frozen=True)
class Solution:
    """Optimal play of a variant. `table[sheet, flag, upper total]` is the value of what is still to come.

    Cells of a sheet that cannot come about hold not-a-number. `seconds` is what the solve took.
    """

    program: Program = field(repr=False)
    table: NDArray[Any] = field(repr=False)
    seconds: float

    @property
    def variant(self) -> Variant:
        """The rules that were solved."""
        return self.program.variant

    @property
    def value(self) -> float:
        """The expected score of optimal play from an empty sheet."""
        return float(self.table[0, 0, 0])

    @property
    def states(self) -> int:
        """States between turns that the table holds."""
        return self.program.states


def solve(variant: Variant | str, *, exact: bool = False, threads: int | None = None) -> Solution:
    """Optimal play of a variant of one column, by its key or itself.

    `exact` computes in float64 instead of float32, `threads` defaults to all processors. Raises
    `UnknownVariant`, `InvalidInput` for what has no exact table.
    """
    program = compile_variant(find_variant(variant) if isinstance(variant, str) else variant)
    precision = np.float64 if exact else np.float32
    if threads is not None:
        set_num_threads(threads)
    return _solved(program, precision)


def _solved(program: Program, precision: type[np.float32 | np.float64]) -> Solution:
    shape, tables = program.shape, program.tables_in(precision)
    values = np.full(program.sheets * shape.flags * shape.stride, np.nan, precision)
    full = program.sheets - 1
    for flag in range(shape.flags):
        start = (full * shape.flags + flag) * shape.stride
        values[start : start + shape.stride] = program.last
    sheets = np.arange(program.sheets, dtype=np.int32)
    filled = np.bitwise_count(sheets)
    began = time.perf_counter()
    for cells in range(shape.cells - 1, -1, -1):
        level(values, sheets[(filled == cells) & program.playable], get_num_threads(), shape, tables)
    seconds = time.perf_counter() - began
    return Solution(program, values.reshape(program.sheets, shape.flags, shape.stride), seconds)
