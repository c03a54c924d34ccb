"""Which points a cell can hold at all, for entries of which the dice are not known."""

from functools import lru_cache

from pasch.rules.extra import Joker
from pasch.rules.payments import ByRoll
from pasch.rules.variant import Variant


@lru_cache(maxsize=1024)
def possible_points(variant: Variant, index: int) -> frozenset[int]:
    """Every number of points an entry at this place in `variant.cells` can have, with 0.

    Looks at every roll once; remembered.
    """
    column, row = divmod(index, len(variant.categories))
    category = variant.categories[row]
    throws = range(1, len(category.pays.points) + 1) if isinstance(category.pays, ByRoll) else (1,)
    found = {0}
    for roll in variant.all_rolls:
        for throw in throws:
            found.add(category.points(roll.values, throw, served=False))
            found.add(category.points(roll.values, throw, served=True))
        if variant.extra.joker is not Joker.NONE and roll.all_equal and row >= len(variant.upper):
            found.add(category.joker_points(roll.values, 1))
    factor = variant.columns[column].factor
    return frozenset(points * factor for points in found)
