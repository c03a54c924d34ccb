"""What an entry is worth beside its points: the rest of the game as a fair price for each cell.

Every cell has a yield, the mean that a turn played for it alone would bring. An entry is worth its points and what
they add to the bonus in proportion, less the yield of the cell it uses up.
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
    """How a player values the end of a turn. Equal objects give equal values."""

    @property
    def sheet(self) -> Sheet:
        """The sheet that is played on."""

    def entry(self, turn: Turn, index: int, points: int) -> float:
        """The worth of entering so many points at this place in `variant.cells`."""

    def best(self, turn: Turn) -> float:
        """The worth of the best end of a turn whose dice lie on the table."""


@dataclass(frozen=True)
class SheetWorth:
    """Played for the sum of one's own sheet."""

    sheet: Sheet

    def entry(self, turn: Turn, index: int, points: int) -> float:
        """Points, extra points and a share of the bonus, less the yield of the cell."""
        assert turn.roll is not None
        return gain(self.sheet, index, points) + self.sheet.extra_points(index, turn.roll, points)

    def best(self, turn: Turn) -> float:
        """The worth of the best entry."""
        cells = enterable_cells(self.sheet, turn)
        pairs = list(zip(cells, entry_points(self.sheet, turn, cells), strict=True))
        prices = _prices(self.sheet)
        if turn.roll is not None and turn.roll.all_equal:  # the one roll that may earn more elsewhere, or by a scratch
            worths = [self.entry(turn, cell, entered) for cell, points in pairs for entered in (points, 0)]
        else:
            worths = [points * prices[cell][0] - prices[cell][1] for cell, points in pairs]
        return max(worths, default=IMPOSSIBLE)


def gain(sheet: Sheet, index: int, points: int) -> float:
    """What an entry brings at this place, a share of the bonus included, less the yield of the cell."""
    weight, price = _prices(sheet)[index]
    return points * weight - price - (0.0 if points else _lost_by_scratching(sheet, index))


def par_of(sheet: Sheet, index: int) -> float:
    """What the open cell at this place is worth on average, after its factor and its share of the bonus."""
    return _prices(sheet)[index][1]


def prospect(sheet: Sheet) -> float:
    """What a sheet will come to: what stands there, and the yield of what is open."""
    return sheet.totals.score + sum(par_of(sheet, index) for index in sheet.open)


def price_of_roll(sheet: Sheet, spare: int = 0) -> float:
    """What one more roll adds on average to a later turn, played for one of the open cells after this one.

    With `spare` further rolls in hand, each for another turn, it is what the best turn left without one gains.
    """
    rows = len(sheet.variant.categories)
    gain = gains(sheet.variant)
    found = sorted((gain[i % rows] * sheet.variant.columns[i // rows].factor for i in sheet.open), reverse=True)
    if len(found) <= max(spare, 1):
        return 0.0
    return found[spare] if spare else sum(found) / len(found)


@lru_cache(maxsize=512)
def _prices(sheet: Sheet) -> tuple[tuple[float, float], ...]:
    """For every cell what a point is worth in it, and what its use costs: its yield."""
    variant, rows = sheet.variant, len(sheet.variant.categories)
    prices = []
    for index in range(len(variant.cells)):
        column, row = divmod(index, rows)
        weight = _weight(sheet, column, row)
        cost = yields(variant)[row] if weight > 0 else least(variant, row)
        prices.append((weight, cost * variant.columns[column].factor * weight))
    return tuple(prices)


def _weight(sheet: Sheet, column: int, row: int) -> float:
    """What a point in a row is worth, a share of an open bonus and of rows that count together included."""
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
    """What else a scratched cell costs: the low row of a difference takes what the others would have brought."""
    rule, rows = sheet.variant.difference, sheet.variant.rows
    column, row = divmod(index, len(rows))
    if rule is None or row != rows[rule.low]:
        return 0.0
    return _expected(sheet, column, rows[rule.high]) * _expected(sheet, column, rows[rule.times])


def _expected(sheet: Sheet, column: int, row: int, *, fewest: bool = False) -> float:
    """What stands in a cell, or what will stand there on average."""
    entry = sheet.at(column, row)
    if entry is not None:
        return float(entry)
    return least(sheet.variant, row) if fewest else yields(sheet.variant)[row]
