"""Facts derived from a variant's data: the possible points of a cell, and the maximum of a game."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import product

from pasch.rules.bonus import CountsIn, Difference, ExtraWhen, JokerRule, Settlement
from pasch.rules.category import AllDice, ByRoll, Category, Fixed, MatchedDice
from pasch.rules.columns import Order, SheetOrder
from pasch.rules.dice import Roll, all_rolls
from pasch.rules.variant import Variant


@lru_cache(maxsize=1 << 14)
def possible_points(variant: Variant, index: int) -> frozenset[int]:
    """All possible points of an entry at this place in `variant.cells`, including 0. Cached."""
    column, row = divmod(index, len(variant.categories))
    category = variant.categories[row]
    found = set(_natural_points(category, variant.dice, variant.ten_sided))
    if variant.extra.joker is not JokerRule.NONE and row >= len(variant.upper):
        found.update(category.joker_points(roll.values, 1) for roll in equal_rolls(variant))
    factor = variant.columns[column].factor
    return frozenset(points * factor for points in found)


@lru_cache(maxsize=256)
def equal_rolls(variant: Variant) -> tuple[Roll, ...]:
    """The rolls in which all dice show the same value. Cached."""
    return tuple(roll for roll in variant.all_rolls if roll.all_equal)


def know_possible_points(variant: Variant) -> None:
    """Fill the cache of `possible_points` for a variant. Takes up to 0.2 s: do not call it in an event loop."""
    for index in range(variant.turns):
        possible_points(variant, index)


@lru_cache(maxsize=1 << 14)
def _natural_points(category: Category, dice: int, ten_sided: int) -> frozenset[int]:
    """The points that any roll of these dice can bring, including 0.

    Cached by category, because many house-rule variants share categories.
    """
    brought: tuple[int, ...]
    match category.pays:
        case Fixed(points):
            brought = (points,)  # some roll scores, or the variant would not exist
        case ByRoll(brought):
            pass
        case AllDice() | MatchedDice():
            shown = {roll.values for roll in all_rolls(dice, ten_sided)}
            brought = tuple(category.points(values, 1, served=False) for values in shown)
    return frozenset((0, *brought, *(points + category.served for points in brought if points)))


# ------------------------------------------------------------------------------- the most points


Way = tuple[int, int, int]
"""One way to score some cells: its points, extra Kniffels and doubled entries."""

Ways = dict[tuple[int, int], int]
"""The most points for each number of extra Kniffels and doubled entries."""


def maximum(variant: Variant) -> int | None:
    """The highest possible result of one player; None where it is unknown.

    Turns depend on each other only through extra Kniffels and doubled entries. The cells that gain most get both, as
    many as a column or a game allows. Scores every roll once in every category. The result is unknown where that gain
    depends on more than its cell: on the order of a column, on a bonus that scratched cells would lose, or on other
    players.
    """
    extra = variant.extra
    pays = extra.points > 0 and extra.counts_in is CountsIn.GAME
    ordered = variant.sheet_order is not SheetOrder.FREE or any(c.order is not Order.FREE for c in variant.columns)
    if pays and (ordered or extra.when is ExtraWhen.SCRATCH):
        return None
    score = _sheet(variant, variant.doubles)
    if variant.settlement is not None:
        return _settled(variant, variant.settlement, score)
    return score if variant.mechanic is None else variant.mechanic.most(variant, score)


def _settled(variant: Variant, settlement: Settlement, score: int) -> int | None:
    """The settlement of a sheet with the best entry in every cell.

    Ignores which entries are doubled: the result is known where doubling all of them changes nothing.
    """
    best = {c.key: [_best(variant, c) * column.factor for column in variant.columns] for c in variant.categories}
    twice = {key: [2 * points for points in entries] for key, entries in best.items()}
    once = settlement.settle(best, _sheet(variant, 0))
    return once if not variant.doubles or settlement.settle(twice, score) == once else None


def _sheet(variant: Variant, doubles: int) -> int:
    """The most points of all columns together with `doubles` doubled entries."""
    ways: Ways = {(0, 0): 0}
    one = _column(variant, doubles)
    for column in variant.columns:
        ways = _joined(ways, [(points * column.factor, 0, twice) for (_, twice), points in one.items()], 0, doubles)
    return max(ways.values())


def _column(variant: Variant, doubles: int) -> Ways:
    """The most points of a column, before its factor."""
    naturals = [_best(variant, category) for category in variant.categories]
    bonus = variant.upper_bonus.earned(sum(naturals[: len(variant.upper)])) if variant.upper_bonus else 0
    most = len(naturals) if variant.extra.most is None else variant.extra.most
    ways: Ways = {(0, 0): bonus}
    for cells in _cells(variant, naturals):
        ways = _joined(ways, cells, most, doubles)
    return ways


def _joined(before: Ways, cells: Iterable[Way], most: int, doubles: int) -> Ways:
    """The ways of the earlier cells joined with these, within the limits on extra Kniffels and doubled entries."""
    after: Ways = {}
    for ((bonuses, twice), so_far), (points, more, doubled) in product(before.items(), tuple(cells)):
        key = bonuses + more, twice + doubled
        if key[0] <= most and key[1] <= doubles:
            after[key] = max(so_far + points, after.get(key, 0))
    return after


def _cells(variant: Variant, naturals: list[int]) -> Iterator[list[Way]]:
    """The ways of every cell; interdependent cells form one group."""
    rule = variant.difference
    together = set() if rule is None else {rule.high, rule.low, rule.times}
    for row, category in enumerate(variant.categories):
        if category.key not in together:
            entries = _entries(variant, row, naturals[row])
            yield [(points + extra, bonuses, twice) for points, extra, bonuses, twice in entries]
    if rule is not None:
        yield list(_difference(variant, rule, naturals))


def _difference(variant: Variant, rule: Difference, naturals: list[int]) -> Iterator[Way]:
    """The ways of the three cells of a difference; the low cell is best at its minimum."""
    high, low, times = (variant.rows[key] for key in (rule.high, rule.low, rule.times))
    least = min(variant.categories[low].points(roll.values, 1, served=False) for roll in variant.all_rolls)
    three = (
        _entries(variant, high, naturals[high]),
        _entries(variant, low, least, choose=min),
        _entries(variant, times, naturals[times]),
    )
    for above, below, by in product(*three):
        extras, bonuses, twice = (sum(column) for column in zip(above[1:], below[1:], by[1:], strict=True))
        yield (above[0] - below[0]) * by[0] + by[0] + extras, bonuses, twice


def _entries(
    variant: Variant, row: int, natural: int, choose: Callable[[list[int]], int] = max
) -> list[tuple[int, int, int, int]]:
    """The best contents of a cell: entry, its extra points, extra Kniffels and doubled entries."""
    found = _bonus_kniffels(variant, row)
    plain = [(natural, 0, 0)] + ([(choose(found), variant.extra.points, 1)] if found else [])
    return [(points * times, extra, bonuses, times - 1) for points, extra, bonuses in plain for times in (1, 2)]


def _best(variant: Variant, category: Category) -> int:
    return max(_natural_points(category, variant.dice, variant.ten_sided))


def _bonus_kniffels(variant: Variant, row: int) -> list[int]:
    """The entry points of each extra Kniffel that earns extra points in this row."""
    extra, category = variant.extra, variant.categories[row]
    if not extra.points or extra.counts_in is CountsIn.MATCH or row == variant.kniffel_row:
        return []
    lower = row >= len(variant.upper)
    if extra.when is ExtraWhen.NUMBER_CELL_OPEN and extra.joker is JokerRule.FORCED and lower:
        return []  # an open number cell must take the entry
    found = []
    for roll in equal_rolls(variant):
        points = category.points(roll.values, 1, served=True)
        joker = lower and extra.joker is not JokerRule.NONE
        # A joker requires a filled number cell, which this way of earning the extra excludes.
        if joker and extra.when is not ExtraWhen.NUMBER_CELL_OPEN:
            points = category.joker_points(roll.values, 1)
        if points or extra.when is not ExtraWhen.ENTRY_SCORES:
            found.append(points)
    return found
