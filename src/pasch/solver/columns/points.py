"""The points of rolls in every cell of several columns, which may be closed after some rolls."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from pasch.rules.variant import Variant

CLOSED = -1e30
"""Points of an impossible entry; finite, because zero times infinity is not a number."""

Contexts = tuple[tuple[int, int], ...]
"""The contexts of every roll: when some dice stayed, and when none did."""


class Points(NamedTuple):
    """`points[x, c, r]` as in the tables; `contexts[x]` is the single-column context that x comes from."""

    points: NDArray[np.float64]
    contexts: list[int]
    numbered: Contexts


def column_points(variant: Variant, natural: NDArray[np.int64], contexts: Contexts) -> Points:
    """The points of every column with its factor; `natural` and `contexts` are those of one column."""
    rows, limits = len(variant.categories), [column.max_rolls or len(contexts) for column in variant.columns]

    def context(number: int, throw: int) -> tuple[int, tuple[bool, ...]]:
        return number, tuple(throw <= limit for limit in limits)

    pairs = [tuple(context(number, throw) for number in pair) for throw, pair in enumerate(contexts, start=1)]
    apart = sorted({each for pair in pairs for each in pair})
    points = np.full((len(apart), len(limits) * rows, natural.shape[2]), CLOSED)
    for place, (number, opened) in enumerate(apart):
        for column in np.flatnonzero(opened):
            points[place, column * rows : (column + 1) * rows] = natural[number] * variant.columns[column].factor
    numbered = tuple((apart.index(plain), apart.index(served)) for plain, served in pairs)
    return Points(points, [number for number, _ in apart], numbered)
