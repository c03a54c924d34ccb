"""Categories and the cells they make: one row of the sheet, and that row in one column."""

import re
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple, Self

from pasch.rules.errors import InvalidInput
from pasch.rules.patterns import AnyDice, Face, Groups, Pattern, Run, Values, matched
from pasch.rules.payments import AllDice, Fixed, MatchedDice, Payment, joker_part, pay

KNIFFEL = "kniffel"
"""Key of “all dice equal”, the category that further Kniffels and jokers refer to."""

_CELL = re.compile(r"([a-z][a-z0-9_]{0,39})(?:@([1-9][0-9]?))?")


MATCHED = MatchedDice()


@dataclass(frozen=True)
class Category:
    """One row of the sheet: which dice match, and what a match pays.

    `served` are points on top when all dice were thrown together in the throw that counts.
    `after` names a category that must hold points in the same column before this one can. With
    `best` only so many of the dice count, those that bring most, or the least where `lowest`.
    """

    key: str
    match: Pattern
    pays: Payment = MATCHED
    served: int = 0
    after: str = ""
    best: int = 0
    lowest: bool = False

    @property
    def face(self) -> int | None:
        """The face a number category counts, None for every other category."""
        return self.match.face if isinstance(self.match, Face) else None

    def points(self, values: Values, rolls: int, *, served: bool) -> int:
        """The natural score of dice in this category, 0 when they do not match."""
        if 0 < self.best < len(values):
            choose = min if self.lowest else max
            return choose(self._points(part, rolls, served=served) for part in set(combinations(values, self.best)))
        return self._points(values, rolls, served=served)

    def _points(self, values: Values, rolls: int, *, served: bool) -> int:
        part = matched(self.match, values)
        if part is None:
            return 0
        return pay(self.pays, values, part, rolls) + (self.served if served else 0)

    def joker_points(self, values: Values, rolls: int) -> int:
        """What a joker pays here: as if the dice matched, the sums being those of the dice."""
        part = matched(self.match, values) or joker_part(self.match, values)
        return pay(self.pays, values, part, rolls)

    def paying(self, pays: Payment) -> Self:
        """The same pattern with another payment."""
        return replace(self, pays=pays)


class Cell(NamedTuple):
    """A category in a column. Column None leaves the choice of the column to the rules."""

    category: str
    column: int | None = None

    @classmethod
    def from_text(cls, text: str) -> "Cell":
        """Read `full_house` or `full_house@2`. Raises `InvalidInput`."""
        found = _CELL.fullmatch(text)
        if found is None:
            raise InvalidInput(
                "“{text}” is not a cell: write a category such as full_house, with several columns full_house@2",
                text=text[:40],
            )
        category, column = found.groups()
        return cls(category, int(column) if column else None)

    def to_text(self) -> str:
        """The written form with the column, when there is one."""
        return self.category if self.column is None else f"{self.category}@{self.column}"


def as_cell(cell: Cell | str) -> Cell:
    """The cell itself, or the one a text names."""
    return Cell.from_text(cell) if isinstance(cell, str) else cell


UPPER = tuple(
    Category(key, Face(face)) for face, key in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1)
)
"""The number categories of nearly every game of the family."""

ONE_PAIR = Category("one_pair", Groups((2,)))
TWO_PAIRS = Category("two_pairs", Groups((2, 2)))
THREE_OF_A_KIND = Category("three_of_a_kind", Groups((3,)), AllDice())
FOUR_OF_A_KIND = Category("four_of_a_kind", Groups((4,)), AllDice())
FULL_HOUSE = Category("full_house", Groups((3, 2)), Fixed(25))
SMALL_STRAIGHT = Category("small_straight", Run(4), Fixed(30))
LARGE_STRAIGHT = Category("large_straight", Run(5), Fixed(40))
FIVE_EQUAL = Category(KNIFFEL, Groups((5,)), Fixed(50))
CHANCE = Category("chance", AnyDice(), AllDice())

KNIFFEL_LOWER = (
    THREE_OF_A_KIND,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    SMALL_STRAIGHT,
    LARGE_STRAIGHT,
    FIVE_EQUAL,
    CHANCE,
)
"""The seven lower categories of Kniffel and Yahtzee, in the order of the printed sheet."""
