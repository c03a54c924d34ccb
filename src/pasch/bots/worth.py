"""The worth of an entry: its points, and a fair price per cell for the rest of the game.

Every cell has a yield, the mean of a turn played for it alone. An entry is worth its points and their proportional
share of the bonus, minus the yield of its cell.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from pasch.bots.lattice import gains, least, yields
from pasch.rules.legal import enterable_cells, entry_points
from pasch.rules.sheet import Sheet
from pasch.rules.state import Turn

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
