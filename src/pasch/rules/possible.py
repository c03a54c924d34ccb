"""Which points a cell can hold at all, for entries of which the dice are not known."""

from functools import lru_cache

from pasch.rules.bonus import JokerRule
from pasch.rules.category import ByRoll, Category, Fixed, Values
from pasch.rules.dice import Roll, all_rolls
from pasch.rules.variant import Variant


@lru_cache(maxsize=1 << 14)
def possible_points(variant: Variant, index: int) -> frozenset[int]:
    """Every number of points an entry at this place in `variant.cells` can have, with 0. Remembered."""
    column, row = divmod(index, len(variant.categories))
    category = variant.categories[row]
    found = set(_natural_points(category, variant.dice, variant.ten_sided))
    if variant.extra.joker is not JokerRule.NONE and row >= len(variant.upper):
        found.update(category.joker_points(roll.values, 1) for roll in equal_rolls(variant))
    factor = variant.columns[column].factor
    return frozenset(points * factor for points in found)


def equal_rolls(variant: Variant) -> tuple[Roll, ...]:
    """The rolls in which all dice show the same."""
    return _equal(variant.dice, variant.ten_sided)


def know_possible_points(variant: Variant) -> None:
    """Work out what `possible_points` remembers of a variant: up to a fifth of a second, so not in an event loop."""
    for index in range(variant.turns):
        possible_points(variant, index)


@lru_cache(maxsize=1 << 14)
def _natural_points(category: Category, dice: int, ten_sided: int) -> frozenset[int]:
    """What any roll of these dice brings, with 0.

    Remembered by category, because house rules make variants of the same categories again and again.
    """
    brought: tuple[int, ...]
    match category.pays:
        case Fixed(points):
            brought = (points,)  # some roll scores, or the variant would not exist
        case ByRoll(brought):
            pass
        case _:
            brought = tuple(category.points(values, 1, served=False) for values in _shown(dice, ten_sided))
    return frozenset((0, *brought, *(points + category.served for points in brought if points)))


@lru_cache(maxsize=64)
def _shown(dice: int, ten_sided: int) -> frozenset[Values]:
    """What the dice can show together, whichever of them has ten sides."""
    return frozenset(roll.values for roll in all_rolls(dice, ten_sided))


@lru_cache(maxsize=64)
def _equal(dice: int, ten_sided: int) -> tuple[Roll, ...]:
    return tuple(roll for roll in all_rolls(dice, ten_sided) if roll.all_equal)
