"""Games that are settled in points of another kind: what rows and the whole sheet are worth in the end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

Entries = Sequence[int | None]
"""The entries of one category in all columns; None is open."""


@dataclass(frozen=True)
class Reaches:
    """`points` when the entries of a category add up to `threshold`."""

    category: str
    threshold: int
    points: int


@dataclass(frozen=True)
class AllScored:
    """`points` when every entry of a category scores."""

    category: str
    points: int


@dataclass(frozen=True)
class EachScored:
    """`points` for each entry of a category that scores."""

    category: str
    points: int


Award = Reaches | AllScored | EachScored


@dataclass(frozen=True)
class Settlement:
    """How a full sheet is settled: the awards of its rows, and points by its score.

    `steps` are (score, points), ascending; the last one reached counts, once the sheet is full.
    """

    awards: tuple[Award, ...]
    steps: tuple[tuple[int, int], ...]

    def settle(self, entries: Mapping[str, Entries], score: int) -> int:
        """The points of a sheet: `entries` by category, `score` the sum of all of them."""
        points = sum(_awarded(award, entries[award.category]) for award in self.awards)
        return points + (self._by_score(score) if _full(entries.values()) else 0)

    def _by_score(self, score: int) -> int:
        reached = [points for threshold, points in self.steps if score >= threshold]
        return reached[-1] if reached else 0


def _awarded(award: Award, entries: Entries) -> int:
    match award:
        case Reaches(_, threshold, points):
            return points if sum(entry or 0 for entry in entries) >= threshold else 0
        case AllScored(_, points):
            return points if all(entries) else 0
        case EachScored(_, points):
            return points * sum(bool(entry) for entry in entries)
    assert_never(award)


def _full(rows: Iterable[Entries]) -> bool:
    return all(entry is not None for row in rows for entry in row)
