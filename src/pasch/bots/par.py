"""The mean points of a category for a player who rolls only for it."""

from collections.abc import Sequence
from functools import lru_cache

from pasch.bots.lattice import Lattice, lattice
from pasch.rules.variant import Variant


def pars(variant: Variant) -> tuple[float, ...]:
    """For each row the exact mean of a turn played for nothing else, with dice kept freely."""
    return tuple(means[-2] for means in _means(variant))


def gains(variant: Variant) -> tuple[float, ...]:
    """For each row what one more roll would add to its par."""
    return tuple(means[-1] - means[-2] for means in _means(variant))


@lru_cache(maxsize=256)
def _means(variant: Variant) -> tuple[list[float], ...]:
    """For each row the means of turns of 1 roll and more, to one more than there is.

    Costs some milliseconds a row, once for each variant.
    """
    return tuple(turn_means(_dice(variant), points, variant.rolls + 1) for points in _by_row(variant))


@lru_cache(maxsize=256)
def least(variant: Variant, row: int) -> float:
    """The mean of a turn played for as few points as possible in a row."""
    return -turn_means(_dice(variant), [-points for points in _by_row(variant)[row]], variant.rolls)[-1]


@lru_cache(maxsize=4096)
def chance(variant: Variant, row: int, points: int) -> float:
    """The greatest chance of a turn to bring so many points in a row, or more."""
    reached = [float(brought >= points) for brought in _by_row(variant)[row]]
    return turn_means(_dice(variant), reached, variant.rolls)[-1]


def turn_means(dice: Lattice, values: Sequence[float], rolls: int) -> list[float]:
    """The means of turns of 1, 2 … `rolls` rolls that are played for `values`, one for each roll of the dice."""
    best, found = list(values), []
    for _ in range(rolls):
        means = dice.means(best)
        found.append(means[-1])
        best = [max(pair) for pair in zip(dice.best(means), values, strict=True)]
    return found


def _dice(variant: Variant) -> Lattice:
    return lattice(variant.dice, variant.ten_sided)


def _by_row(variant: Variant) -> list[tuple[float, ...]]:
    """For each row what every roll brings there in the last roll."""
    natural = (variant.natural(roll, variant.rolls, served=False) for roll in _dice(variant).rolls)
    return [tuple(map(float, points)) for points in zip(*natural, strict=True)]
