"""Which dice match: the first of the two questions a category asks.

A pattern is data; `matched` finds in the dice the part that fits it. What a match pays is
the second question and lives in `pasch.rules.payments`.

Groups ask for *different* faces and for *at least* so many of each. That one reading decides
every edge case of the family: 4 + 2 is two pairs, four equal dice are not.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import assert_never

Values = tuple[int, ...]
"""The points all dice show, ascending."""


@dataclass(frozen=True)
class AnyDice:
    """Every roll, all dice of it."""


@dataclass(frozen=True)
class Face:
    """The dice that show `face`; at least one."""

    face: int


@dataclass(frozen=True)
class Groups:
    """At least `sizes[i]` dice of one face each, the faces different.

    With `distinct=False` one face may serve several groups, so that five equal dice are a
    full house. `colors` asks in addition that all faces used share a colour: it names the
    faces of each colour.
    """

    sizes: tuple[int, ...]
    distinct: bool = True
    colors: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Run:
    """`length` faces in a row; with `start` exactly those from `start` upward.

    With `wrap` a row may go on from six to one: 3, 4, 5, 6, 1.
    """

    length: int
    start: int | None = None
    wrap: bool = False


@dataclass(frozen=True)
class Exactly:
    """Exactly these faces, in any order."""

    faces: tuple[int, ...]


@dataclass(frozen=True)
class Total:
    """The sum of all dice lies between the two bounds, both included."""

    at_least: int = 0
    at_most: int = 1000


@dataclass(frozen=True)
class Flush:
    """All dice of one colour; `colors` names the faces of each colour."""

    colors: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Both:
    """Dice that fit `first` and `second`; the first one says which dice match."""

    first: "Pattern"
    second: "Pattern"


Pattern = AnyDice | Face | Groups | Run | Exactly | Total | Flush | Both


def matched(pattern: Pattern, values: Values) -> Values | None:
    """The dice that fit, or None. Of several fits the one worth most."""
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
    """Remembered: the same dice are asked about again and again, for examples, maxima and the best five of six."""
    counts = {value: values.count(value) for value in values}
    best: Values | None = None
    for dice in _ways(_classes(pattern.sizes), tuple(counts), counts):
        if not pattern.colors or any(set(dice) <= set(color) for color in pattern.colors):
            best = _better(best, tuple(sorted(dice)))
    if not pattern.distinct:
        size = sum(pattern.sizes)
        for face in (f for f, count in counts.items() if count >= size):
            best = _better(best, (face,) * size)
    return best


def _classes(sizes: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Each size of group with how often it is asked for, the largest first."""
    return tuple((size, sizes.count(size)) for size in sorted(set(sizes), reverse=True))


def _ways(classes: tuple[tuple[int, int], ...], faces: Values, counts: Mapping[int, int]) -> Iterator[Values]:
    """Every choice of different faces for the groups, as the dice that it takes."""
    if not classes:
        yield ()
        return
    size, times = classes[0]
    for chosen in combinations([face for face in faces if counts[face] >= size], times):
        left = tuple(face for face in faces if face not in chosen)
        for others in _ways(classes[1:], left, counts):
            yield (*(face for face in chosen for _ in range(size)), *others)


def _better(best: Values | None, other: Values) -> Values:
    return other if best is None or sum(other) > sum(best) else best


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
