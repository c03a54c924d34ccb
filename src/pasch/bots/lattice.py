"""The numbered multisets of a game's dice, and their successors.

Rolling one more die leads from a keep of k dice to keeps of k + 1 dice. Going down from all dice to none, each keep's
mean is the plain mean over its successors, so the mean over all rolls costs one addition per face. Going up, the best
value of a roll is the best of those with one die fewer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pasch.rules.dice import SIX_SIDED, TEN_SIDED, Keep, Roll, Sides, all_rolls
from pasch.rules.variant import Variant


@dataclass(frozen=True)
class Lattice:
    """`keeps` from all dice down to none; the first `len(rolls)` of them are the rolls themselves.

    `successors[i]` are the numbers of the keeps that one more die makes from keep i, once for each face; `fewer[i]`
    are the numbers of the keeps that have keep i among their successors.
    """

    rolls: tuple[Roll, ...]
    keeps: tuple[Keep, ...]
    number: dict[Keep, int]
    successors: tuple[tuple[int, ...], ...]
    fewer: tuple[tuple[int, ...], ...]

    def means(self, values: Sequence[float]) -> list[float]:
        """For every keep, the mean of `values` (one per roll) after rolling the other dice."""
        means = list(values)
        for following in self.successors[len(values) :]:
            means.append(sum(map(means.__getitem__, following)) / len(following))
        return means

    def best(self, means: Sequence[float]) -> list[float]:
        """For every roll, the greatest mean among its keeps that leave a die to roll."""
        best = list(means)
        for keep in range(len(means) - 2, len(self.rolls) - 1, -1):
            best[keep] = max([best[keep], *map(best.__getitem__, self.fewer[keep])])
        return [max(map(best.__getitem__, fewer)) for fewer in self.fewer[: len(self.rolls)]]


@lru_cache(maxsize=16)
def lattice(dice: int, ten_sided: int) -> Lattice:
    """The lattice of these dice: 462 keeps for five dice, 924 for six, 5,082 for five and a ten-sided one."""
    rolls = all_rolls(dice, ten_sided)
    faces: list[Sides] = [(roll.faces, roll.tens) for roll in rolls]
    for size in range(dice + ten_sided - 1, -1, -1):
        faces += _of_size(size, dice, ten_sided)
    place = {keep: i for i, keep in enumerate(faces)}
    successors = tuple(tuple(place[k] for k in _one_more(*keep, dice, ten_sided)) for keep in faces)
    keeps = tuple(Keep(*keep) for keep in faces)
    number = {keep: i for i, keep in enumerate(keeps)}
    return Lattice(rolls, keeps, number, successors, _turned_round(successors))


def _of_size(size: int, dice: int, ten_sided: int) -> list[Sides]:
    splits = ((size - tens, tens) for tens in range(ten_sided + 1) if 0 <= size - tens <= dice)
    return [(roll.faces, roll.tens) for six, tens in splits for roll in all_rolls(six, tens)]


def _one_more(six: tuple[int, ...], ten: tuple[int, ...], dice: int, ten_sided: int) -> list[Sides]:
    """The keep with one die more, once for each face of that die; six-sided dice come first."""
    if len(six) < dice:
        return [(tuple(sorted((*six, face))), ten) for face in SIX_SIDED]
    if len(ten) < ten_sided:
        return [(six, tuple(sorted((*ten, face)))) for face in TEN_SIDED]
    return []


def _turned_round(successors: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """For every keep, its predecessors. They lead from a roll to all of its keeps; ten-sided dice leave first."""
    before: list[list[int]] = [[] for _ in successors]
    for keep, following in enumerate(successors):
        for more in dict.fromkeys(following):
            before[more].append(keep)
    return tuple(map(tuple, before))


# ------------------------------------------------------------------------------- yields


def yields(variant: Variant) -> tuple[float, ...]:
    """For each row, the exact mean of a turn played only for it, with dice kept freely."""
    return tuple(means[-2] for means in _means(variant))


def gains(variant: Variant) -> tuple[float, ...]:
    """For each row, the gain in its yield by one more roll."""
    return tuple(means[-1] - means[-2] for means in _means(variant))


@lru_cache(maxsize=256)
def _means(variant: Variant) -> tuple[list[float], ...]:
    """For each row, the means of turns of 1 roll up to one more than the variant has.

    Costs some milliseconds per row, once for each variant.
    """
    return tuple(turn_means(lattice_of(variant), points, variant.rolls + 1) for points in points_by_row(variant))


@lru_cache(maxsize=256)
def least(variant: Variant, row: int) -> float:
    """The mean of a turn played for as few points as possible in a row."""
    return -turn_means(lattice_of(variant), [-points for points in points_by_row(variant)[row]], variant.rolls)[-1]


@lru_cache(maxsize=4096)
def chance(variant: Variant, row: int, points: int) -> float:
    """The greatest chance that a turn scores at least `points` in a row."""
    reached = [float(brought >= points) for brought in points_by_row(variant)[row]]
    return turn_means(lattice_of(variant), reached, variant.rolls)[-1]


def turn_means(dice: Lattice, values: Sequence[float], rolls: int) -> list[float]:
    """The means of turns of 1, 2 … `rolls` rolls played for `values`, which has one value per roll."""
    best, found = list(values), []
    for _ in range(rolls):
        means = dice.means(best)
        found.append(means[-1])
        best = [max(pair) for pair in zip(dice.best(means), values, strict=True)]
    return found


def lattice_of(variant: Variant) -> Lattice:
    """The lattice of a variant's dice."""
    return lattice(variant.dice, variant.ten_sided)


def points_by_row(variant: Variant) -> list[tuple[float, ...]]:
    """For each row, the points of every roll as the last roll."""
    natural = (variant.natural(roll, variant.rolls, served=False) for roll in lattice_of(variant).rolls)
    return [tuple(map(float, points)) for points in zip(*natural, strict=True)]
