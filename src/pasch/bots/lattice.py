"""The multisets of a game's dice, numbered, and how one leads to the next.

A keep of k dice leads to those of k + 1 dice by throwing one more die. Going down from all dice to none, each
keep's mean is the plain mean over its successors, so the mean over all throws costs one addition for each face.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pasch.rules.dice import SIX_SIDED, TEN_SIDED, Keep, Roll, all_rolls


@dataclass(frozen=True)
class Lattice:
    """`keeps` from all dice down to none; the first `len(rolls)` of them are the rolls themselves.

    `successors[i]` are the numbers of the keeps with one more die, `parts[r]` those of the keeps a roll allows
    that leave a die to throw.
    """

    rolls: tuple[Roll, ...]
    keeps: tuple[Keep, ...]
    number: dict[Keep, int]
    successors: tuple[tuple[int, ...], ...]
    parts: tuple[tuple[int, ...], ...]

    def means(self, values: Sequence[float]) -> list[float]:
        """For every keep the mean of `values` (one for each roll) when the other dice are thrown."""
        means = list(values)
        for following in self.successors[len(values) :]:
            means.append(sum(means[i] for i in following) / len(following))
        return means

    def best(self, means: Sequence[float]) -> list[float]:
        """For every roll the greatest mean among the keeps it allows."""
        return [max(means[i] for i in part) for part in self.parts]


@lru_cache(maxsize=16)
def lattice(dice: int, ten_sided: int) -> Lattice:
    """The lattice of so many dice: 462 keeps for five dice, 924 for six."""
    rolls = all_rolls(dice, ten_sided)
    keeps = [Keep(roll.faces, roll.tens) for roll in rolls]
    for size in range(dice + ten_sided - 1, -1, -1):
        keeps += _of_size(size, dice, ten_sided)
    number = {keep: i for i, keep in enumerate(keeps)}
    successors = tuple(tuple(number[k] for k in _one_more(keep, dice, ten_sided)) for keep in keeps)
    parts = tuple(tuple(number[keep] for keep in roll.keeps) for roll in rolls)
    return Lattice(rolls, tuple(keeps), number, successors, parts)


def _of_size(size: int, dice: int, ten_sided: int) -> list[Keep]:
    splits = ((size - tens, tens) for tens in range(ten_sided + 1) if 0 <= size - tens <= dice)
    return [Keep(roll.faces, roll.tens) for six, tens in splits for roll in all_rolls(six, tens)]


def _one_more(keep: Keep, dice: int, ten_sided: int) -> list[Keep]:
    """The keep with one die more, once for each of its faces; six-sided dice come first."""
    if len(keep.faces) < dice:
        return [Keep((*keep.faces, face), keep.tens) for face in SIX_SIDED]
    if len(keep.tens) < ten_sided:
        return [Keep(keep.faces, (*keep.tens, face)) for face in TEN_SIDED]
    return []
