"""Exact analysis of one turn: the worth of every entry, roll and keep, over all following rolls.

Every cell has a yield, the mean of a turn played for it alone. An entry is worth its points and their proportional
share of the bonus, minus the yield of its cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from pasch.bots.lattice import Lattice, gains, lattice_of, least, yields
from pasch.rules.category import ByRoll, Cell
from pasch.rules.columns import Announce, DoubleWhen
from pasch.rules.dice import Keep, Roll
from pasch.rules.legal import enterable_cells, entry_points
from pasch.rules.sheet import Sheet
from pasch.rules.state import Hand, Turn
from pasch.rules.variant import Variant

IMPOSSIBLE = -1e9
"""The worth of a roll that no cell would take."""


class Worth(Protocol):
    """A player's valuation of the end of a turn. Equal objects give equal values."""

    @property
    def sheet(self) -> Sheet:
        """The player's sheet."""

    def entry(self, turn: Turn, index: int, points: int) -> float:
        """The worth of entering `points` at this place in `variant.cells`."""

    def best(self, turn: Turn) -> float:
        """The worth of the best end of a turn with dice on the table."""


@dataclass(frozen=True)
class SheetWorth:
    """The worth of playing for the sum of the player's own sheet."""

    sheet: Sheet

    def entry(self, turn: Turn, index: int, points: int) -> float:
        """Points, extra points and a share of the bonus, minus the yield of the cell."""
        assert turn.roll is not None
        return gain(self.sheet, index, points) + self.sheet.extra_points(index, turn.roll, points)

    def best(self, turn: Turn) -> float:
        """The worth of the best entry."""
        cells = enterable_cells(self.sheet, turn)
        pairs = list(zip(cells, entry_points(self.sheet, turn, cells), strict=True))
        prices = _prices(self.sheet)
        if turn.roll is not None and turn.roll.all_equal:  # only such a roll may earn more elsewhere, or by a scratch
            worths = [self.entry(turn, cell, entered) for cell, points in pairs for entered in (points, 0)]
        else:
            worths = [points * prices[cell][0] - prices[cell][1] for cell, points in pairs]
        return max(worths, default=IMPOSSIBLE)


def gain(sheet: Sheet, index: int, points: int) -> float:
    """The points of an entry at this place and their share of the bonus, minus the yield of the cell."""
    weight, price = _prices(sheet)[index]
    return points * weight - price - (0.0 if points else _lost_by_scratching(sheet, index))


def par_of(sheet: Sheet, index: int) -> float:
    """The mean worth of the open cell at this place, including its factor and its share of the bonus."""
    return _prices(sheet)[index][1]


def prospect(sheet: Sheet) -> float:
    """The expected total of a sheet: its entries, and the yields of its open cells."""
    return sheet.totals.score + sum(par_of(sheet, index) for index in sheet.open)


def price_of_roll(sheet: Sheet, spare: int = 0) -> float:
    """The mean gain of one more roll in a later turn, played for one of the remaining open cells.

    With `spare` more rolls in hand, each for another turn, it is the gain of the best turn still without one.
    """
    rows = len(sheet.variant.categories)
    gain = gains(sheet.variant)
    found = sorted((gain[i % rows] * sheet.variant.columns[i // rows].factor for i in sheet.open), reverse=True)
    if len(found) <= max(spare, 1):
        return 0.0
    return found[spare] if spare else sum(found) / len(found)


@lru_cache(maxsize=512)
def _prices(sheet: Sheet) -> tuple[tuple[float, float], ...]:
    """For every cell, the worth of a point there, and the cost of using the cell: its yield."""
    variant, rows = sheet.variant, len(sheet.variant.categories)
    prices = []
    for index in range(len(variant.cells)):
        column, row = divmod(index, rows)
        weight = _weight(sheet, column, row)
        cost = yields(variant)[row] if weight > 0 else least(variant, row)
        prices.append((weight, cost * variant.columns[column].factor * weight))
    return tuple(prices)


def _weight(sheet: Sheet, column: int, row: int) -> float:
    """The worth of a point in a row, including the share of an open bonus and of interdependent rows."""
    variant, bonus = sheet.variant, sheet.variant.upper_bonus
    weight = 1.0
    if bonus is not None and row < len(variant.upper) and not sheet.columns[column].bonus:
        weight += bonus.points / bonus.threshold
    rule = variant.difference
    if rule is None:
        return weight
    high, low, times = (variant.rows[key] for key in (rule.high, rule.low, rule.times))
    if row == high:
        return _expected(sheet, column, times)
    if row == low:
        return -_expected(sheet, column, times)
    if row == times:
        return weight + _expected(sheet, column, high) - _expected(sheet, column, low, fewest=True)
    return weight


def _lost_by_scratching(sheet: Sheet, index: int) -> float:
    """The additional loss of a scratched cell: without its low row, a difference loses the points of the others."""
    rule, rows = sheet.variant.difference, sheet.variant.rows
    column, row = divmod(index, len(rows))
    if rule is None or row != rows[rule.low]:
        return 0.0
    return _expected(sheet, column, rows[rule.high]) * _expected(sheet, column, rows[rule.times])


def _expected(sheet: Sheet, column: int, row: int, *, fewest: bool = False) -> float:
    """The entry of a cell, or its expected entry."""
    entry = sheet.at(column, row)
    if entry is not None:
        return float(entry)
    return least(sheet.variant, row) if fewest else yields(sheet.variant)[row]


SOME = Keep((1,))
"""The keep in hypothetical rolls, so that they do not count as served."""

NEVER = range(0)
"""No rolls of a turn."""
EVERY = range(10**6)
"""All rolls of a turn: more than any turn has."""


@dataclass(frozen=True)
class Outlook:
    """A turn seen from one of its moments.

    `rolls` is the number of rolls. One more costs a chip, worth `chip`; None without a chip. `saved` is the worth of
    each roll left at the end of the turn. `doubled` are the rolls whose dice count twice.
    """

    worth: Worth
    rolls: int
    announced: Cell | None = None
    doubled: range = NEVER
    chip: float | None = None
    saved: float = 0.0

    def of(self, roll: Roll, used: int) -> float:
        """The worth of the dice after `used` rolls, entered or rolled again."""
        return _values(self, used)[self.dice.number[Keep(roll.faces, roll.tens)]]

    def best_keep(self, keeps: Sequence[Keep], used: int) -> tuple[float, Keep]:
        """The keep with the best mean for the next roll after `used` rolls, and that mean."""
        means, number = _means(self, used + 1), self.dice.number
        best = max(keeps, key=lambda keep: means[number[keep]])
        return means[number[best]] - self.cost(used), best

    def ended(self, used: int) -> float:
        """The worth of the unused rolls if the turn ends after `used` rolls."""
        return self.saved * max(self.rolls - used, 0)

    @property
    def dice(self) -> Lattice:
        """The lattice of these dice."""
        return lattice_of(self.worth.sheet.variant)

    def cost(self, used: int) -> float:
        """The cost of one more roll."""
        return 0.0 if used < self.rolls else self.chip or 0.0


def outlook(worth: Worth, turn: Turn, hand: Hand) -> Outlook:
    """The outlook of this turn."""
    variant = worth.sheet.variant
    chip = price_of_roll(worth.sheet, hand.chips) if turn.chip else None
    saved = price_of_roll(worth.sheet) if variant.banks_rolls else 0.0
    return Outlook(worth, turn.rolls, turn.announced, _doubled(variant, turn), chip, saved)


def _doubled(variant: Variant, turn: Turn) -> range:
    """The remaining rolls whose dice count twice."""
    used = turn.rolls_used
    if variant.double_when is DoubleWhen.BEFORE_FIRST_ROLL:
        return EVERY if turn.doubled else NEVER
    return range(used if turn.doubled else used + 1, used + 2 if turn.doubles_next else used + 1)


@lru_cache(maxsize=512)
def _values(ahead: Outlook, used: int) -> tuple[float, ...]:
    """For every roll, its worth as roll number `used`, entered now or rolled again."""
    dice, kept = ahead.dice, ahead.ended(used)
    counted = _counted(ahead.worth.sheet.variant, used)
    now = tuple(worth + kept for worth in _entries(ahead, counted, doubled=used in ahead.doubled))
    if used >= ahead.rolls + (ahead.chip is not None):
        return now
    cost = ahead.cost(used)
    later = dice.best(_means(ahead, used + 1))
    return tuple(max(entered, rolled - cost) for entered, rolled in zip(now, later, strict=True))


@lru_cache(maxsize=512)
def _means(ahead: Outlook, used: int) -> tuple[float, ...]:
    """For every keep, the mean worth of roll number `used`."""
    return tuple(ahead.dice.means(_values(ahead, used)))


@lru_cache(maxsize=512)
def _entries(ahead: Outlook, used: int, *, doubled: bool) -> tuple[float, ...]:
    """For every roll, the worth of its best entry as roll number `used`."""
    variant = ahead.worth.sheet.variant
    return tuple(ahead.worth.best(turn) for turn in _turns(variant, ahead.announced, used, doubled=doubled))


@lru_cache(maxsize=64)
def _turns(variant: Variant, announced: Cell | None, used: int, *, doubled: bool) -> tuple[Turn, ...]:
    """A turn for every roll that is possible after `used` rolls."""
    blank = Turn(1, 1, 1, used, rolls_used=used, kept=SOME, announced=announced, doubled=doubled)
    return tuple(replace(blank, roll=roll) for roll in lattice_of(variant).rolls)


def _counted(variant: Variant, used: int) -> int:
    """The number of rolls, limited to the differences that the variant's rules make."""
    limits = [column.max_rolls or 0 for column in variant.columns]
    paid = [len(c.pays.points) for c in variant.categories if isinstance(c.pays, ByRoll)]
    announced = any(column.announce is not Announce.NONE for column in variant.columns)
    return min(used, 1 + max(announced, *limits, *paid))
