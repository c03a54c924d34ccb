"""Upper bounds on the value of a sheet of several columns."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pasch.rules.errors import InvalidInput
from pasch.solver.compiling.kernels import on_threads
from pasch.solver.estimates import check_memory
from pasch.solver.pooled.announcing import ends_of
from pasch.solver.pooled.kernels import announced_level, pooled_level
from pasch.solver.pooled.layout import PooledSheet
from pasch.solver.sizes import LANES
from pasch.solver.watching import Progress

if TYPE_CHECKING:
    from pasch.rules.variant import Variant

ROUNDING = 1e-6
"""More than the rounding of float64 adds up to.

A turn has fewer than 1,000 roundings in a row, each of at most 2^-53 of a value below 10,000 points. Sixty turns stay
below 1e-7.
"""

PART = 4096
"""Sheets between two progress reports."""


@dataclass(frozen=True, eq=False)
class PooledValues:
    """`table[sheet, total]` is the value still to come on a pooled sheet, in points."""

    sheet: PooledSheet
    table: NDArray[Any]
    seconds: float

    @property
    def value(self) -> float:
        """The value from the empty sheet."""
        return float(self.table[0, 0])

    @property
    def bound(self) -> float:
        """No play of these columns has a greater mean; allows for rounding."""
        return self.value + ROUNDING


def pooled_values(
    variant: Variant,
    columns: Sequence[int] | None = None,
    turns: int | None = None,
    progress: Progress | None = None,
    *,
    expected: bool = False,
) -> PooledValues:
    """The values of these columns, pooled; all columns by default.

    With more `turns` than cells the player may leave turns unused. `expected` as in `PooledSheet`. Two free columns of
    thirteen rows take 2 GB and a minute or two. Raises `InvalidInput` for rules that cannot be pooled, `NoRoom`.
    """
    sheet = PooledSheet(variant, tuple(range(len(variant.columns)) if columns is None else columns), expected)
    cells = sheet.cells
    spare = (cells if turns is None else turns) - cells
    check_memory(variant, sheet.size * 8 * (1 + (spare > 0)))
    values = np.full(sheet.size, np.nan)
    full = sheet.filled == cells
    padding = np.full(sheet.shape.stride - len(sheet.bonus), sheet.bonus[-1])
    values.reshape(-1, sheet.shape.stride)[full] = np.concatenate((sheet.bonus, padding))
    tables = sheet.tables()
    known: tuple[object, ...] = (sheet.shape, tables, sheet.pool)
    if sheet.announced:
        known += np.array(sheet.factors, np.float64), ends_of(sheet.single, sheet.points)
    kernel = announced_level if sheet.announced else pooled_level
    work = partial(_workspace, tables.size)
    began = time.perf_counter()
    levels = [np.flatnonzero(sheet.filled == filled) for filled in range(cells + 1)]
    done, whole = 0, sum(len(sheets) for sheets in levels[:-1]) * (spare + 1)
    for left in range(1, cells + spare + 1):
        after = values if not spare else values.copy()
        for open_cells in range(max(left - spare, 1), min(left, cells) + 1):
            sheets = levels[cells - open_cells]
            for some in np.array_split(sheets, max(len(sheets) // PART, 1)):
                skips = np.full(len(some), left > open_cells)
                on_threads(kernel, work, after, values, some, sheet.highest, skips, *known)
                done += len(some)
                if progress is not None:
                    progress(done / whole)
    return PooledValues(sheet, values.reshape(-1, sheet.shape.stride), time.perf_counter() - began)


def _workspace(size: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The workspace of a thread."""
    return np.zeros(size), np.zeros(LANES)


def bound_of_groups(variant: Variant, groups: Iterable[Sequence[int]]) -> float:
    """An upper bound on the value of a sheet: the sum of those of its groups of columns.

    Every group may use any of the turns of the whole sheet. Raises `InvalidInput`, `NoRoom` as `pooled_values` does.
    """
    turns = len(variant.columns) * len(variant.categories)
    return sum(pooled_values(variant, group, turns).bound for group in groups)


def bound_of_pairs(variant: Variant, progress: Progress | None = None) -> float:
    """An upper bound on the value of free columns that differ in their factors: half their sum, for a pooled pair.

    Where no factor exceeds the sum of the others, the points are a sum of points of pairs: a + 2b + 3c is
    (a + c) + 2(b + c). Each pair of columns with the factor one is worth at most as much as alone with all turns of
    the sheet. Raises `InvalidInput` for other columns, `NoRoom`.
    """
    factors = [column.factor for column in variant.columns]
    pair = variant.replace(columns="free|free")
    free = all(replace(column, factor=1) == pair.columns[0] for column in variant.columns)
    if not free or 2 * max(factors) > sum(factors):
        raise InvalidInput("There is no upper bound for the rules of {variant}", variant=variant.key)
    turns = len(factors) * len(variant.categories)
    return sum(factors) / 2 * pooled_values(pair, turns=turns, progress=progress).bound


def independent_columns(variant: Variant) -> float:
    """The bound when every column is a group."""
    return bound_of_groups(variant, [(number,) for number in range(len(variant.columns))])
