"""What a match pays: the second of the two questions a category asks."""

from dataclasses import dataclass
from typing import assert_never

from pasch.rules.patterns import Pattern, Run, Values


@dataclass(frozen=True)
class Fixed:
    """The same `points` for every match."""

    points: int


@dataclass(frozen=True)
class AllDice:
    """The sum of all dice, `times` so much, `plus` so many."""

    plus: int = 0
    times: int = 1


@dataclass(frozen=True)
class MatchedDice:
    """The sum of the dice that match, `plus` so many."""

    plus: int = 0


@dataclass(frozen=True)
class ByRoll:
    """`points[0]` on the first roll, `points[1]` on the second, and the last from then on."""

    points: tuple[int, ...]


Payment = Fixed | AllDice | MatchedDice | ByRoll


def pay(payment: Payment, values: Values, part: Values, rolls: int) -> int:
    """The points for `part` of `values`, entered after so many `rolls` (from 1)."""
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
    """The dice a joker stands for: those of a run that is fixed, else all of its own."""
    match pattern:
        case Run(length, int(start)):
            return tuple(range(start, start + length))
        case _:
            return values
