"""The keeps of the usual turn as index arrays for the kernels of a contest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pasch.solver.multisets import Faces, multisets
from pasch.solver.sizes import FACES, LANES

Indices = NDArray[np.int32]


class Lattice(NamedTuple):
    """Places count in elements of a table with a block of lanes for each keep, the `rolls` rolls first.

    `successors` are for every keep after them the six keeps that one more die makes of it. `order` lists all keeps
    with a die, small ones first and those with equally many faces together; `fewer` are for each of
    them the keeps of one die less. `groups` are (faces, start, end) in `order`.
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
    """The keeps of so many six-sided dice."""
    known = multisets(dice)
    keeps, number = known.keeps, known.number
    order = sorted(range(len(keeps) - 1), key=lambda keep: (*_kind(keeps[keep]), keep))
    fewer = np.zeros((len(order), FACES), np.int32)
    for row, keep in enumerate(order):
        less = [number[_without(keeps[keep], face)] for face in sorted(set(keeps[keep]))]
        fewer[row, : len(less)] = less
    groups, end = [], 0
    for (_, faces), group in groupby(order, key=lambda keep: _kind(keeps[keep])):
        start, end = end, end + len(list(group))
        groups.append((faces, start, end))
    more = [number[tuple(sorted((*keep, f)))] for keep in keeps[known.rolls :] for f in range(1, FACES + 1)]
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


def _without(keep: Faces, face: int) -> Faces:
    place = keep.index(face)
    return keep[:place] + keep[place + 1 :]


@dataclass(frozen=True)
class Throws:
    """`chances[k, r]`: of roll r after throwing all dice but keep k; a roll stays as it is.

    `parts[r]` are the keeps of roll r, itself first and again where there are fewer than the most.
    """

    rolls: tuple[Faces, ...]
    chances: NDArray[np.float64]
    parts: NDArray[np.int64]


@lru_cache(maxsize=8)
def all_throws(dice: int) -> Throws:
    """The throws of so many six-sided dice. Takes some milliseconds, once."""
    known = multisets(dice)
    successors = lattice(dice, np.float64).successors.reshape(-1, FACES) // LANES
    chances = np.zeros((len(known.keeps), known.rolls))
    chances[: known.rolls] = np.eye(known.rolls)
    for row, following in enumerate(successors, start=known.rolls):
        chances[row] = chances[following].mean(axis=0)
    parts = [[known.number[part] for part in _parts(roll)] for roll in known.keeps[: known.rolls]]
    most = max(map(len, parts))
    padded = np.array([[*row, *row[:1] * (most - len(row))] for row in parts])
    return Throws(known.keeps[: known.rolls], chances, padded)


def _parts(roll: Faces) -> list[Faces]:
    """Every multiset within a roll, the roll itself first."""
    faces = sorted(set(roll))
    counts = product(*(range(roll.count(face), -1, -1) for face in faces))
    return [tuple(f for f, n in zip(faces, chosen, strict=True) for _ in range(n)) for chosen in counts]
