"""The simple bot: one turn looked at exactly, the rest of the game as a fair price for each cell.

Every cell has a par, the mean that a turn played for it alone would bring. An entry is worth its points and what
they add to the bonus in proportion, less the par of the cell it uses up. Within the turn the bot maximises the
expectation of that worth over all throws; beyond the turn it sees nothing.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from pasch.bots.lattice import lattice
from pasch.bots.par import pars
from pasch.rules.actions import Action, Announce, RollDice, Score
from pasch.rules.category import Cell
from pasch.rules.columns import Announce as AnnounceRule
from pasch.rules.dice import Keep, Roll
from pasch.rules.game import Game
from pasch.rules.legal import enterable_cells, entry_points
from pasch.rules.payments import ByRoll
from pasch.rules.sheet import Sheet
from pasch.rules.turn import Turn
from pasch.rules.variant import Variant

IMPOSSIBLE = -1e9
"""The worth of a roll that no cell would take."""

SOME = Keep((1,))
"""Kept in throws that are only imagined, so that none of them counts as served."""


class SimpleBot:
    """Plays every variant; strong enough to be a companion, and honest about what it does."""

    key = "simple"

    def choose(self, game: Game) -> Action:
        """The legal action of the greatest worth."""
        turn, sheet = game.acting()
        if turn.roll is None:
            return RollDice()
        legal = game.legal_actions
        options: list[tuple[float, Action]] = [_best_entry(sheet, turn, legal.entries)] if legal.entries else []
        if legal.keeps:
            options.append(_best_keep(sheet, turn, legal.keeps))
        options += [(_announced(sheet, turn, cell), Announce(cell)) for cell in legal.announcements]
        return max(options, key=lambda option: option[0])[1]


def _best_entry(sheet: Sheet, turn: Turn, entries: dict[Cell, int]) -> tuple[float, Action]:
    assert turn.roll is not None
    worths = [
        (worth, Score(cell, entered))
        for cell, points in entries.items()
        for entered in {points, 0}
        for worth in [_worth(sheet, turn.roll, sheet.variant.index(cell), entered)]
    ]
    return max(worths, key=lambda option: option[0])


def _best_keep(sheet: Sheet, turn: Turn, keeps: Sequence[Keep]) -> tuple[float, Action]:
    means = _throws(sheet, turn.announced, turn.rolls, turn.rolls_used + 1)
    number = lattice(sheet.variant.dice, sheet.variant.ten_sided).number
    best = max(keeps, key=lambda keep: means[number[keep]])
    return means[number[best]], RollDice(best)


def _announced(sheet: Sheet, turn: Turn, cell: Cell) -> float:
    """The worth of the roll on the table once it is bound to a cell."""
    assert turn.roll is not None
    dice = lattice(sheet.variant.dice, sheet.variant.ten_sided)
    at = dice.number[Keep(turn.roll.faces, turn.roll.tens)]
    return _values(sheet, cell, turn.rolls, turn.rolls_used)[at]


def _worth(sheet: Sheet, roll: Roll, index: int, points: int) -> float:
    """Points, extra points and a share of the bonus, less the par of the cell."""
    weight, price = _prices(sheet)[index]
    return points * weight - price + sheet.extra_points(index, roll, points)


@lru_cache(maxsize=512)
def _prices(sheet: Sheet) -> tuple[tuple[float, float], ...]:
    """For every cell what a point is worth in it, and what its use costs: its par."""
    variant, weights = sheet.variant, _weights(sheet)
    prices = []
    for index in range(len(variant.cells)):
        column, row = divmod(index, len(variant.categories))
        weight = weights[column] if row < len(variant.upper) else 1.0
        prices.append((weight, pars(variant)[row] * variant.columns[column].factor * weight))
    return tuple(prices)


def _weights(sheet: Sheet) -> list[float]:
    """For every column what a point of the upper section is worth, its share of an open bonus included."""
    bonus = sheet.variant.upper_bonus
    if bonus is None:
        return [1.0] * len(sheet.columns)
    return [1.0 if sums.bonus else 1.0 + bonus.points / bonus.threshold for sums in sheet.columns]


@lru_cache(maxsize=512)
def _values(sheet: Sheet, announced: Cell | None, rolls: int, used: int) -> tuple[float, ...]:
    """For every roll its worth after so many throws, entered now or thrown on."""
    now = _entries(sheet, announced, _counted(sheet.variant, used))
    if used >= rolls:
        return now
    later = lattice(sheet.variant.dice, sheet.variant.ten_sided).best(_throws(sheet, announced, rolls, used + 1))
    return tuple(max(pair) for pair in zip(now, later, strict=True))


@lru_cache(maxsize=512)
def _throws(sheet: Sheet, announced: Cell | None, rolls: int, used: int) -> tuple[float, ...]:
    """For every keep the mean worth of the throw that makes it `used` throws."""
    dice = lattice(sheet.variant.dice, sheet.variant.ten_sided)
    return tuple(dice.means(_values(sheet, announced, rolls, used)))


@lru_cache(maxsize=512)
def _entries(sheet: Sheet, announced: Cell | None, used: int) -> tuple[float, ...]:
    """For every roll the worth of its best entry after so many throws."""
    return tuple(_entry(sheet, turn) for turn in _turns(sheet.variant, announced, used))


@lru_cache(maxsize=64)
def _turns(variant: Variant, announced: Cell | None, used: int) -> tuple[Turn, ...]:
    """A turn for every roll it could have after so many throws."""
    blank = Turn(seat=1, number=1, round=1, rolls=used, rolls_used=used, kept=SOME, announced=announced)
    return tuple(replace(blank, roll=roll) for roll in lattice(variant.dice, variant.ten_sided).rolls)


def _entry(sheet: Sheet, turn: Turn) -> float:
    assert turn.roll is not None
    cells = enterable_cells(sheet, turn)
    pairs = list(zip(cells, entry_points(sheet, turn, cells), strict=True))
    if turn.roll.all_equal:  # the one roll that may earn more elsewhere, by an entry or by a scratch
        worths = [_worth(sheet, turn.roll, cell, entered) for cell, best in pairs for entered in (best, 0)]
        return max(worths, default=IMPOSSIBLE)
    prices = _prices(sheet)
    return max([points * prices[cell][0] - prices[cell][1] for cell, points in pairs], default=IMPOSSIBLE)


def _counted(variant: Variant, used: int) -> int:
    """The number of throws, as far as any rule of the variant tells it from fewer."""
    limits = [column.max_rolls or 0 for column in variant.columns]
    paid = [len(c.pays.points) for c in variant.categories if isinstance(c.pays, ByRoll)]
    announced = any(column.announce is not AnnounceRule.NONE for column in variant.columns)
    return min(used, 1 + max(announced, *limits, *paid))
