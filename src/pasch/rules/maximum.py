"""The most points a game can bring, with the extra points that count in it."""

from pasch.rules.category import Category
from pasch.rules.columns import Order
from pasch.rules.extra import CountsIn, ExtraWhen, Joker
from pasch.rules.payments import ByRoll
from pasch.rules.product import Difference
from pasch.rules.settlement import Settlement
from pasch.rules.variant import Variant


def maximum(variant: Variant) -> int | None:
    """The highest result of one player when the dice fall as wished, None where it is unknown.

    Turns do not depend on each other but through further Kniffels: their gain is added cell
    by cell, the dearest first where a column limits them. Looks at every roll once for every
    category. Unknown it is where that gain depends on more than its cell: on the order of a
    column, or on a bonus that struck cells would lose.
    """
    extra = variant.extra
    pays = extra.points > 0 and extra.counts_in is CountsIn.GAME
    ordered = any(column.order is not Order.FREE for column in variant.columns)
    if pays and (ordered or extra.when is ExtraWhen.SCRATCH):
        return None
    score = sum(_column(variant, column.factor) for column in variant.columns)
    return score if variant.settlement is None else _settled(variant, variant.settlement, score)


def _settled(variant: Variant, settlement: Settlement, score: int) -> int:
    """The settlement of a sheet with the best entry everywhere."""
    best = {c.key: [_best(variant, c) * column.factor for column in variant.columns] for c in variant.categories}
    return settlement.settle(best, score)


def _column(variant: Variant, factor: int) -> int:
    naturals = [_best(variant, category) for category in variant.categories]
    upper = sum(naturals[: len(variant.upper)])
    bonus = variant.upper_bonus.earned(upper) if variant.upper_bonus else 0
    through_each_other = _difference(variant, variant.difference, naturals) if variant.difference else 0
    return (sum(naturals) + bonus + through_each_other + sum(_gains(variant, naturals))) * factor


def _difference(variant: Variant, rule: Difference, naturals: list[int]) -> int:
    """What the rows of a difference add to the plain sum at best."""
    rows = variant.rows
    low = variant.categories[rows[rule.low]]
    least = min(low.points(roll.values, 1, served=False) for roll in variant.all_rolls)
    best = (naturals[rows[rule.high]] - least) * naturals[rows[rule.times]]
    return best - naturals[rows[rule.high]] - naturals[rows[rule.low]]


def _best(variant: Variant, category: Category) -> int:
    throws = range(1, len(category.pays.points) + 1) if isinstance(category.pays, ByRoll) else (1,)
    return max(category.points(roll.values, throw, served=True) for roll in variant.all_rolls for throw in throws)


def _gains(variant: Variant, naturals: list[int]) -> list[int]:
    """What each cell wins when a further Kniffel is entered there instead, if that is more."""
    extra = variant.extra
    if not extra.points or extra.counts_in is CountsIn.MATCH:
        return []
    gains = []
    for row, natural in enumerate(naturals):
        if row == variant.kniffel_row:
            continue
        best = _best_further(variant, row)
        if best is not None:
            gains.append(extra.points + best - natural)
    most = len(gains) if extra.most is None else extra.most
    return sorted((gain for gain in gains if gain > 0), reverse=True)[:most]


def _best_further(variant: Variant, row: int) -> int | None:
    """The points of the best further Kniffel in this row that earns extra, None if none does."""
    extra, category = variant.extra, variant.categories[row]
    lower = row >= len(variant.upper)
    forced = extra.joker is Joker.FORCED
    if extra.when is ExtraWhen.NUMBER_CELL_OPEN and forced and lower:
        return None  # while the number cell is open the entry has to go there
    found = []
    for roll in variant.all_rolls:
        if not roll.all_equal:
            continue
        points = category.points(roll.values, 1, served=True)
        joker = lower and extra.joker is not Joker.NONE
        # A joker asks for a filled number cell, which this way to earn the extra forbids.
        if joker and extra.when is not ExtraWhen.NUMBER_CELL_OPEN:
            points = category.joker_points(roll.values, 1)
        if points or extra.when is not ExtraWhen.ENTRY_SCORES:
            found.append(points)
    return max(found, default=None)
