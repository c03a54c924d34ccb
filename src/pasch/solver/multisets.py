"""The keeps of so many six-sided dice as index arrays for the kernels.

A keep of k dice leads to those of k + 1 dice by throwing one more die, so the mean over all
throws is a plain mean over six successors, level by level: 1,260 additions for five dice instead
of 4,116 multiplications. The best that a roll allows is the best of itself and of what one die
fewer allows, level by level the other way.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from pasch.solver.sizes import FACES, LANES, WEIGHED

Indices = NDArray[np.int32]
Faces = tuple[int, ...]


@dataclass(frozen=True)
class Multisets:
    """`keeps` from all dice down to none; the first `rolls` of them are the rolls.

    `successors[k - rolls]` are the keeps that one more die makes of keep k, by face. `order` lists
    all keeps with a die, small ones first and those with equally many faces together; `fewer` are
    for each of them the keeps of one die less. `groups` are (faces, start, end) in `order`. All
    of them count in elements of a table with a block of lanes for each keep. `chances` are the
    chances of the rolls, with zeros at the end so that they can be taken in fours.
    """

    keeps: tuple[Faces, ...]
    number: dict[Faces, int]
    rolls: int
    successors: Indices
    order: Indices
    fewer: Indices
    groups: Indices
    chances: NDArray[np.float64]


@lru_cache(maxsize=8)
def multisets(dice: int) -> Multisets:
    """The multisets of so many dice: 462 keeps for five, 924 for six."""
    faces = range(1, FACES + 1)
    keeps = tuple(k for size in range(dice, -1, -1) for k in combinations_with_replacement(faces, size))
    number = {keep: place for place, keep in enumerate(keeps)}
    rolls = sum(len(keep) == dice for keep in keeps)
    successors = [[number[tuple(sorted((*keep, f)))] for f in faces] for keep in keeps[rolls:]]
    order = sorted((k for k in range(len(keeps) - 1)), key=lambda k: (len(keeps[k]), len(set(keeps[k])), k))
    fewer = np.zeros((len(order), FACES), np.int32)
    for row, place in enumerate(order):
        less = [number[_without(keeps[place], f)] for f in sorted(set(keeps[place]))]
        fewer[row, : len(less)] = less
    return Multisets(
        keeps=keeps,
        number=number,
        rolls=rolls,
        successors=np.array(successors, np.int32).ravel() * LANES,
        order=np.array(order, np.int32) * LANES,
        fewer=fewer.ravel() * LANES,
        groups=_groups([(len(keeps[k]), len(set(keeps[k]))) for k in order]),
        chances=np.array([_chance(keep) for keep in keeps[:rolls]] + [0.0] * (-rolls % WEIGHED)),
    )


def _without(keep: Faces, face: int) -> Faces:
    place = keep.index(face)
    return keep[:place] + keep[place + 1 :]


def _groups(kinds: list[tuple[int, int]]) -> Indices:
    """Stretches of equal kind (dice, faces) as (faces, start, end)."""
    starts = [i for i, kind in enumerate(kinds) if i == 0 or kind != kinds[i - 1]]
    ends = [*starts[1:], len(kinds)]
    return np.array([(kinds[a][1], a, z) for a, z in zip(starts, ends, strict=True)], np.int32)


def _chance(roll: Faces) -> float:
    ways = factorial(len(roll)) // prod(map(factorial, Counter(roll).values()))
    return float(ways / FACES ** len(roll))
