"""What counts besides the entries: the upper bonus, extra Kniffels, rows that count together, settlements."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from pasch.rules.fingerprint import rule_data


@rule_data("UpperBonus", "higher")
@dataclass(frozen=True)
class UpperBonus:
    """`points` when the upper section reaches `threshold`; `higher` are further steps."""

    threshold: int
    points: int
    higher: tuple[tuple[int, int], ...] = ()

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """Every (threshold, points), ascending."""
        return ((self.threshold, self.points), *self.higher)

    def earned(self, upper: int, factor: int = 1) -> int:
        """The bonus for an upper total in a column of this factor."""
        reached = [points for threshold, points in self.steps if upper >= threshold * factor]
        return reached[-1] * factor if reached else 0


# ------------------------------------------------------------------------------- extra Kniffels
# Extra Kniffels: extra points and jokers, as data.
#
# When all dice are equal and the Kniffel cell is already taken, a variant may pay extra points,
# bind or widen the choice of the cell, both, or neither.


class JokerRule(StrEnum):
    """What an extra Kniffel may stand for once the Kniffel cell is filled.

    `FORCED` (Hasbro's leaflet, Schmidt's manual): it must go into its open number cell; if
    that is filled, into any lower cell at that cell's full points; else an upper cell is
    scratched. `FREE`: any open cell, with the full points of a lower cell only when the number
    cell is filled too. `NONE`: an ordinary roll.
    """

    NONE = "none"
    FREE = "free"
    FORCED = "forced"


class ExtraWhen(StrEnum):
    """Which extra Kniffels earn the extra points."""

    ALWAYS = "always"
    NUMBER_CELL_OPEN = "number_cell_open"
    ENTRY_SCORES = "entry_scores"
    SCRATCH = "scratch"


class ExtraNeeds(StrEnum):
    """What must stand in the Kniffel cell: its points, or any entry."""

    SCORED = "scored"
    FILLED = "filled"


class ExtraScope(StrEnum):
    """Which Kniffel cell counts: that of the column played in, or those of all columns."""

    COLUMN = "column"
    ALL_COLUMNS = "all_columns"


class CountsIn(StrEnum):
    """Where extra points are added: to the game, or only to the whole match."""

    GAME = "game"
    MATCH = "match"


@rule_data("ExtraKniffel", "points when needs joker most scope counts_in")
@dataclass(frozen=True)
class BonusKniffel:
    """The policy for extra Kniffels. `points` 0 means that nothing extra is paid.

    `most` limits how often a column may earn them; the points are multiplied by the column's
    factor.
    """

    points: int = 0
    when: ExtraWhen = ExtraWhen.ALWAYS
    needs: ExtraNeeds = ExtraNeeds.SCORED
    joker: JokerRule = JokerRule.NONE
    most: int | None = None
    scope: ExtraScope = ExtraScope.COLUMN
    counts_in: CountsIn = CountsIn.GAME


NO_BONUS_KNIFFELS = BonusKniffel()


# ------------------------------------------------------------------------------- differences


@rule_data("Difference")
@dataclass(frozen=True)
class Difference:
    """(`high` − `low`) × `times` in place of the entries of `high` and `low`.

    Nothing until all three are filled; nor does a scratched `low` win anything by counting 0.
    """

    high: str
    low: str
    times: str

    def points(self, entry: Callable[[str], int | None]) -> int:
        """What the three rows bring; `entry` tells the entry of a category in the column."""
        high, low, times = entry(self.high), entry(self.low), entry(self.times)
        if high is None or not low or times is None:
            return 0
        return (high - low) * times


# ------------------------------------------------------------------------------- settlements


Entries = Sequence[int | None]
"""The entries of one category in all columns; None is open."""


@rule_data("Reaches")
@dataclass(frozen=True)
class Reaches:
    """`points` when the entries of a category add up to `threshold`."""

    category: str
    threshold: int
    points: int


@rule_data("AllScored")
@dataclass(frozen=True)
class AllScored:
    """`points` when every entry of a category scores."""

    category: str
    points: int


@rule_data("EachScored")
@dataclass(frozen=True)
class EachScored:
    """`points` for each entry of a category that scores."""

    category: str
    points: int


Award = Reaches | AllScored | EachScored


@rule_data("Settlement")
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
