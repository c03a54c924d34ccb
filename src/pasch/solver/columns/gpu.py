"""A table of several columns on a graphics card, by CUDA."""

from typing import Any, TypeVar

import numpy as np
from numba import cuda as untyped

from pasch.rules.errors import InvalidInput
from pasch.solver.columns.kernels import Sheets
from pasch.solver.columns.layout import Columns
from pasch.solver.columns.states import level
from pasch.solver.estimates import NoRoom
from pasch.solver.kernels import Values
from pasch.solver.program import Program, Shape, Tables
from pasch.solver.sizes import LANES
from pasch.solver.turns import short_script

cuda: Any = untyped  # Numba's objects have no checkable types; this file is their adapter

Arrays = TypeVar("Arrays", Tables, Columns)

GRID = (1024, 128)
"""Blocks, and the threads of each: enough to hide the latency of memory. A thread's workspace takes some kilobytes."""


@cuda.jit  # type: ignore[untyped-decorator]  # as above
def _level(  # noqa: PLR0913, PLR0917 - compiled functions take arrays one by one
    values: Values, sheets: Sheets, shape: Shape, tables: Tables, columns: Columns, turns: Values
) -> None:
    block, blocks, thread, threads = cuda.blockIdx.x, cuda.gridDim.x, cuda.threadIdx.x, cuda.blockDim.x
    level(values, sheets, shape, tables, columns, turns, block, blocks, thread, threads)


class Card:
    """A table in the memory of the graphics card.

    Raises `InvalidInput` without a card that Numba can use, and for rules of one column; `NoRoom` for a card with too
    little memory.
    """

    def __init__(self, program: Program, values: Values) -> None:
        if program.layout is None:
            raise InvalidInput("{variant} has one column: the processor solves it", variant=program.variant.key)
        if not cuda.is_available():
            raise InvalidInput("There is no graphics card with CUDA, or the extra pasch[gpu] is not installed")
        size = short_script(program.turn).size // LANES * GRID[0] * GRID[1]
        needed, free = (len(values) + size) * values.itemsize, cuda.current_context().get_memory_info().free
        if needed > free:
            raise NoRoom(
                "{variant} needs {needed} MB on the graphics card; {free} MB are free",
                variant=program.variant.key,
                needed=-(-needed // 1_000_000),
                free=free // 1_000_000,
            )
        columns = program.layout.columns
        self._host = values
        self._values = cuda.to_device(values)
        self._known = (
            program.shape,
            _sent(program.tables),
            _sent(columns._replace(due=columns.due.astype(np.float32))),
            cuda.to_device(np.zeros(size, np.float32)),
        )

    def fill(self, sheets: Sheets) -> None:
        """Compute these sheets, which have equally many filled cells."""
        _level[GRID](self._values, cuda.to_device(sheets), *self._known)
        cuda.synchronize()

    def fetch(self) -> None:
        """Copy the table from the card."""
        self._values.copy_to_host(self._host)


def _sent(arrays: Arrays) -> Arrays:
    """The same with the arrays on the card."""
    return type(arrays)._make(cuda.to_device(each) if isinstance(each, np.ndarray) else each for each in arrays)
