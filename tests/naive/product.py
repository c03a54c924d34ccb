"""The value of one column whose rows earn (high − low) × ones, by plain recursion over every roll, keep and entry.

Shares no code with the solver. The toy has the dice, the rolls and the bonus for ones, and whether rows are announced.
"""

from collections.abc import Callable
from functools import cache
from math import fsum

from tests.naive.solver import Card, Dice, Toy, Turn, bonus, keeps, thrown

Sheet = tuple[int | None, int | None, int | None]
"""The entries in the rows ones, high and low; None is an open cell."""


class Product:
    """Play on one such column."""

    def __init__(self, toy: Toy):
        self.toy = toy
        self.value = cache(self._value)
        self._turn = cache(self._turn)

    @property
    def start(self) -> float:
        """The value from the empty column."""
        return self.value((None, None, None))

    def _value(self, sheet: Sheet) -> float:
        ones, high, low = sheet
        if ones is not None and high is not None and low is not None:
            return bonus(self.toy, Card(upper=ones)) + ones + ((high - low) * ones if low else 0)
        return self._mean(Turn((), 0, self.toy.rolls), (), lambda turn: self._turn(sheet, turn, None))

    def _mean(self, turn: Turn, kept: Dice, value: Callable[[Turn], float]) -> float:
        after = thrown(self.toy, turn, kept)
        return fsum(ways * value(turn) for turn, ways in after) / sum(ways for _, ways in after)

    def _turn(self, sheet: Sheet, turn: Turn, row: int | None) -> float:
        """The value of a roll; `row` is the announced row."""
        if self.toy.announced and row is None:
            return max(self._turn(sheet, turn, each) for each in range(3) if sheet[each] is None)
        total = sum(face for _, face in turn.dice)
        points = (sum(face == 1 for _, face in turn.dice), total, total)
        due = [each for each in range(3) if sheet[each] is None and row in {None, each}]
        options = [
            self.value((*sheet[:each], entry, *sheet[each + 1 :])) for each in due for entry in {points[each], 0}
        ]
        some = keeps(self.toy, turn) if turn.left else ()
        options += [self._mean(turn, kept, lambda after: self._turn(sheet, after, row)) for kept in some]
        return max(options)
