"""The keeps of the usual turn as index arrays for the kernels of a contest."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.compiling.multisets import Faces, multisets, one_fewer
from pasch.solver.sizes import FACES, LANES

Indices = NDArray[np.int32]


class Lattice(NamedTuple):
    """Places count in elements of a table with one block of lanes per keep, the `rolls` rolls first.

    `successors` are, for every other keep, the six keeps with one more die. `order` lists all keeps with a die, small
    ones first and those with equally many faces together. `fewer` are the keeps with one die less of each keep in
    `order`. `groups` are (faces, start, end) in `order`.
    """

    rolls: int
    keeps: int
    successors: Indices
    order: Indices
    fewer: Indices
    groups: Indices
    chances: NDArray[Any]


@lru_cache(maxsize=8)
def lattice(dice: int, precision: type[np.float32 | np.float64]) -> Lattice:
    """The keeps of this many six-sided dice."""
    known = multisets(dice)
    keeps, number = known.keeps, known.number
    order = sorted(range(len(keeps) - 1), key=lambda keep: (*_kind(keeps[keep]), keep))
    fewer = np.zeros((len(order), FACES), np.int32)
    for row, keep in enumerate(order):
        less = [number[part] for part in one_fewer(keeps[keep])]
        fewer[row, : len(less)] = less
    groups, end = [], 0
    for (_, faces), group in groupby(order, key=lambda keep: _kind(keeps[keep])):
        start, end = end, end + len(list(group))
        groups.append((faces, start, end))
    more = [number[after] for keep in keeps[known.rolls :] for after in known.successors(keep)]
    return Lattice(
        rolls=known.rolls,
        keeps=len(keeps),
        successors=np.array(more, np.int32) * LANES,
        order=np.array(order, np.int32) * LANES,
        fewer=fewer.ravel() * LANES,
        groups=np.array(groups, np.int32),
        chances=known.chances.astype(precision),
    )


def _kind(keep: Faces) -> tuple[int, int]:
    return len(keep), len(set(keep))
