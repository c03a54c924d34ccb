"""Categories and their cells: which dice match, and what a match pays.

Groups require *different* faces and *at least* the given number of each. This reading decides every edge case of the
family: 4 + 2 is two pairs, four equal dice are not.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, Self, assert_never

from pasch.rules.errors import InvalidInput
from pasch.rules.fingerprint import rule_data

Values = tuple[int, ...]
"""The values of all dice, ascending."""


@rule_data("AnyDice")
@dataclass(frozen=True)
class AnyDice:
    """Every roll; all dice match."""


@rule_data("Face")
@dataclass(frozen=True)
class Face:
    """All dice that show `face`, at least one."""

    face: int


@rule_data("Groups", "distinct colors")
@dataclass(frozen=True)
class Groups:
    """At least `sizes[i]` dice of one face each, the faces different.

    With `distinct=False` one face may serve several groups, so five equal dice are a full house. `colors` names the
    faces of each colour; with it, all faces used must share a colour.
    """

    sizes: tuple[int, ...]
    distinct: bool = True
    colors: tuple[tuple[int, ...], ...] = ()


@rule_data("Run", "start wrap")
@dataclass(frozen=True)
class Run:
    """`length` faces in a row; with `start` exactly those from `start` upward.

    With `wrap` a row may continue from six to one: 3, 4, 5, 6, 1.
    """

    length: int
    start: int | None = None
    wrap: bool = False


@rule_data("Exactly")
@dataclass(frozen=True)
class Exactly:
    """Exactly these faces, in any order."""

    faces: tuple[int, ...]


@rule_data("Total", "at_least at_most")
@dataclass(frozen=True)
class Total:
    """A sum of all dice within the two bounds, both inclusive."""

    at_least: int = 0
    at_most: int = 1000


@rule_data("Flush")
@dataclass(frozen=True)
class Flush:
    """All dice of one colour; `colors` names the faces of each colour."""

    colors: tuple[tuple[int, ...], ...]


@rule_data("Both")
@dataclass(frozen=True)
class Both:
    """Dice that match both `first` and `second`; `first` determines the matched dice."""

    first: "Pattern"
    second: "Pattern"


Pattern = AnyDice | Face | Groups | Run | Exactly | Total | Flush | Both


def matched(pattern: Pattern, values: Values) -> Values | None:
    """The matching dice, or None; the match worth most if there are several."""
    match pattern:
        case AnyDice():
            return values
        case Face(face):
            return tuple(v for v in values if v == face) or None
        case Groups():
            return _groups(pattern, values)
        case Run():
            return _run(pattern, frozenset(values))
        case Exactly(faces):
            return values if values == tuple(sorted(faces)) else None
        case Total(at_least, at_most):
            return values if at_least <= sum(values) <= at_most else None
        case Flush(colors):
            return values if any(set(values) <= set(color) for color in colors) else None
        case Both(first, second):
            return None if matched(second, values) is None else matched(first, values)
    assert_never(pattern)


@lru_cache(maxsize=1 << 14)
def _groups(pattern: Groups, values: Values) -> Values | None:
    """Cached: examples, maxima and the best five of six ask for the same dice repeatedly."""
    counts = {value: values.count(value) for value in values}
    found = [tuple(sorted(dice)) for dice in _ways(_classes(pattern.sizes), tuple(counts), counts)]
    if pattern.colors:
        found = [dice for dice in found if any(set(dice) <= set(color) for color in pattern.colors)]
    if not pattern.distinct:
        size = sum(pattern.sizes)
        found += [(face,) * size for face, count in counts.items() if count >= size]
    return max(found, key=sum, default=None)


def _classes(sizes: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Each group size with its count, the largest size first."""
    return tuple((size, sizes.count(size)) for size in sorted(set(sizes), reverse=True))


def _ways(classes: tuple[tuple[int, int], ...], faces: Values, counts: Mapping[int, int]) -> Iterator[Values]:
    """Every choice of different faces for the groups, as dice."""
    if not classes:
        yield ()
        return
    size, times = classes[0]
    for chosen in combinations([face for face in faces if counts[face] >= size], times):
        left = tuple(face for face in faces if face not in chosen)
        for others in _ways(classes[1:], left, counts):
            yield (*(face for face in chosen for _ in range(size)), *others)


def _run(pattern: Run, shown: frozenset[int]) -> Values | None:
    if pattern.wrap:
        return _wrapped(pattern.length, shown)
    starts = range(max(shown), min(shown) - 1, -1) if pattern.start is None else (pattern.start,)
    runs = (tuple(range(start, start + pattern.length)) for start in starts)
    return next((run for run in runs if shown.issuperset(run)), None)


def _wrapped(length: int, shown: frozenset[int]) -> Values | None:
    circles = (tuple(sorted((start + step) % 6 + 1 for step in range(length))) for start in range(6))
    fitting = (run for run in circles if length <= 6 and shown.issuperset(run))  # noqa: PLR2004 - faces of a die
    return max(fitting, key=sum, default=None)


# ------------------------------------------------------------------------------- payments


@rule_data("Fixed")
@dataclass(frozen=True)
class Fixed:
    """The same `points` for every match."""

    points: int


@rule_data("AllDice", "plus times")
@dataclass(frozen=True)
class AllDice:
    """The sum of all dice, multiplied by `times`, plus `plus`."""

    plus: int = 0
    times: int = 1


@rule_data("MatchedDice", "plus")
@dataclass(frozen=True)
class MatchedDice:
    """The sum of the matching dice, plus `plus`."""

    plus: int = 0


@rule_data("ByRoll")
@dataclass(frozen=True)
class ByRoll:
    """`points[0]` on the first roll, `points[1]` on the second; the last item for every later roll."""

    points: tuple[int, ...]


Payment = Fixed | AllDice | MatchedDice | ByRoll


def pay(payment: Payment, values: Values, part: Values, rolls: int) -> int:
    """The points for `part` of `values`, entered after `rolls` rolls (from 1)."""
    match payment:
        case Fixed(points):
            return points
        case AllDice(plus, times):
            return sum(values) * times + plus
        case MatchedDice(plus):
            return sum(part) + plus
        case ByRoll(points):
            return points[min(rolls, len(points)) - 1]
    assert_never(payment)


def joker_part(pattern: Pattern, values: Values) -> Values:
    """The dice that a joker counts as: those of a fixed run, else its own."""
    match pattern:
        case Run(length, int(start)):
            return tuple(range(start, start + length))
        case _:
            return values


# ------------------------------------------------------------------------------- categories


KNIFFEL = "kniffel"
"""Key of “all dice equal”, the category behind extra Kniffels and jokers."""

_CELL = re.compile(r"([a-z][a-z0-9_]{0,39})(?:@([1-9][0-9]?))?")


@rule_data("Category", "pays served after best lowest")
@dataclass(frozen=True)
class Category:
    """One row of the sheet: the dice that match, and the points for a match.

    `served` are extra points if the scoring roll rolled all dice together. `after` names a category that must score
    first in the same column. With `best`, only that many dice count: those that bring most, or least with `lowest`.
    """

    key: str
    match: Pattern
    pays: Payment = MatchedDice()
    served: int = 0
    after: str = ""
    best: int = 0
    lowest: bool = False

    @property
    def face(self) -> int | None:
        """The face that a number category counts; None for other categories."""
        return self.match.face if isinstance(self.match, Face) else None

    def points(self, values: Values, rolls: int, *, served: bool) -> int:
        """The natural score of the dice in this category; 0 if they do not match."""
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
        """The points of a joker here: as if the dice matched, with sums taken from the dice."""
        part = matched(self.match, values) or joker_part(self.match, values)
        return pay(self.pays, values, part, rolls)

    def paying(self, pays: Payment) -> Self:
        """This category with another payment."""
        return replace(self, pays=pays)


class Cell(NamedTuple):
    """A category in a column; with column None the rules choose the column."""

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
        """The text form, with the column if there is one."""
        return self.category if self.column is None else f"{self.category}@{self.column}"


def as_cell(cell: Cell | str) -> Cell:
    """The given cell, or the cell that the text names."""
    return Cell.from_text(cell) if isinstance(cell, str) else cell


UPPER = tuple(
    Category(key, Face(face)) for face, key in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1)
)
"""The number categories of almost every game of the family."""

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
