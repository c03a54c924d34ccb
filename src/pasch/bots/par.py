"""What a category is worth on average to somebody who rolls for it alone."""

from functools import lru_cache

from pasch.bots.lattice import lattice
from pasch.rules.variant import Variant


@lru_cache(maxsize=256)
def pars(variant: Variant) -> tuple[float, ...]:
    """For each row the exact mean of a turn played for nothing else, with dice kept freely.

    Costs some milliseconds a row, once for each variant.
    """
    dice = lattice(variant.dice, variant.ten_sided)
    natural = [variant.natural(roll, variant.rolls, served=False) for roll in dice.rolls]
    means = []
    for row in range(len(variant.categories)):
        values = [float(points[row]) for points in natural]
        for _ in range(variant.rolls - 1):
            thrown = dice.best(dice.means(values))
            values = [max(pair) for pair in zip(thrown, values, strict=True)]
        means.append(dice.means(values)[-1])
    return tuple(means)
