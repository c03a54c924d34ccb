"""What entering a roll scores, compiled: the only place where kernels read the entry rules."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.kernels import inlined
from pasch.solver.program import MIXED, WHEN_SCORING, WHEN_SCRATCHING, WITH_NUMBER_OPEN, Program, Shape, Tables

ORDINARY, NUMBER_OPEN, NUMBER_TAKEN = map(np.int64, range(3))
"""Kinds of rolls: no extra Kniffel, or an extra Kniffel whose number cell is open or filled.

They are NumPy numbers because Numba compiles a function again for every Python number that a call names.
"""

WITH_POINTS = np.int64(0)
"""The way to fill a cell that always exists."""

Kind = np.int64


class Ways(NamedTuple):
    """The distinct entries: `number[x, c, r]` is the entry of roll r in cell c in context x, without the joker.

    `cell[x, n]` and `roll[x, n]` are an example of entry n. Context x has `size[x]` entries, at most `most`.
    """

    number: NDArray[np.int32]
    cell: NDArray[np.int64]
    roll: NDArray[np.int64]
    size: NDArray[np.int32]
    most: int


@inlined
def kind_of(sheet: int, roll: int, shape: Shape, tables: Tables) -> Kind:
    """The kind of a roll; only rules with extra Kniffels distinguish kinds."""
    number = tables.number[roll]
    means = shape.forced or shape.free or shape.extra > 0
    if not means or number == MIXED or shape.kniffel < 0 or not sheet >> shape.kniffel & 1:
        return ORDINARY
    return NUMBER_OPEN if number >= 0 and not sheet >> number & 1 else NUMBER_TAKEN


@inlined
def cells_for(sheet: int, roll: int, kind: Kind, shape: Shape, tables: Tables) -> int:
    """The cells that a roll may fill."""
    allowed: int = tables.allowed[sheet]
    if kind == ORDINARY or not shape.forced:
        return allowed
    if kind == NUMBER_OPEN:
        # The order of the column may close the open number cell; the roll is then ordinary.
        number = 1 << tables.number[roll]
        return allowed & number or allowed
    lower = allowed >> shape.upper << shape.upper
    return lower or allowed


@inlined
def ways(kind: Kind, shape: Shape) -> int:
    """The number of useful ways to fill a cell: with points, or scratched for extra points."""
    return 2 if kind != ORDINARY and shape.when == WHEN_SCRATCHING and shape.extra > 0 else 1


@inlined
def effect(
    sheet: int,
    flag: int,
    context: int,
    cell: int,
    roll: int,
    kind: Kind,
    way: int | np.int64,
    shape: Shape,
    tables: Tables,
) -> tuple[np.floating, np.floating, int, int]:
    """Points, extra points, the change of the upper total, and the row of the next state."""
    points, shift = tables.points[context, cell, roll], tables.shift[context, cell, roll]
    extra, after = np.float32(0), flag
    if kind == NUMBER_TAKEN and (shape.forced or shape.free):
        points = tables.joker[context, cell, roll]
    if way == 1 or (shape.waiting >> cell & 1 and flag == 0):
        points, shift = points - points, shift - shift  # zero, of the same type
    if cell == shape.watched:
        after = shape.most if points > 0 or shape.by_filling else 0
    elif kind != ORDINARY and _earns(flag, points, kind, shape):
        extra = np.float32(shape.extra)
        after = flag - 1 if shape.limited else flag
    return points, extra, shift, (sheet | 1 << cell) * shape.flags + after


@inlined
def _earns(flag: int, points: float, kind: Kind, shape: Shape) -> bool:
    """Whether an extra Kniffel earns extra points with this entry."""
    if shape.extra <= 0 or (shape.watched == shape.kniffel and shape.watched >= 0 and flag == 0):
        return False
    if shape.when == WITH_NUMBER_OPEN:
        return bool(kind == NUMBER_OPEN)
    if shape.when == WHEN_SCORING:
        return points > 0
    return shape.when != WHEN_SCRATCHING or points == 0


def distinct_ways(program: Program) -> Ways:
    """The entries that differ in their points, per cell and context."""
    contexts, cells, rolls = program.points.shape
    number = np.zeros((contexts, cells, rolls), np.int32)
    examples: list[list[tuple[int, int]]] = [[] for _ in range(contexts)]
    for context, found in enumerate(examples):
        for cell in range(cells):
            effects = np.stack((program.points[context, cell], program.shift[context, cell]))
            _, first, which = np.unique(effects, axis=1, return_index=True, return_inverse=True)
            number[context, cell] = which.reshape(-1) + len(found)
            found += [(cell, int(roll)) for roll in first]
    count = np.array([len(found) for found in examples], np.int32)
    most = int(count.max())
    padded = np.array([found + [(0, 0)] * (most - len(found)) for found in examples], np.int64)
    cells_of, rolls_of = np.ascontiguousarray(padded.transpose(2, 0, 1))
    return Ways(number, cells_of, rolls_of, count, most)
