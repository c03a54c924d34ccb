"""Scoring beyond the entries: the upper bonus, extra Kniffels, rows that count together, settlements."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from pasch.rules.fingerprint import rule_data


@rule_data("UpperBonus", "higher")
@dataclass(frozen=True)
class UpperBonus:
    """`points` for an upper section of at least `threshold`; `higher` holds further steps."""

    threshold: int
    points: int
    higher: tuple[tuple[int, int], ...] = ()

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """Every (threshold, points), ascending."""
        return ((self.threshold, self.points), *self.higher)

    def earned(self, upper: int, factor: int = 1) -> int:
        """The bonus for this upper total, in a column with this factor."""
        return factor * _reached(self.steps, upper // factor)


def _reached(steps: Iterable[tuple[int, int]], score: int) -> int:
    """The points of the last of these ascending steps that the score reaches; 0 if it reaches none."""
    reached = [points for threshold, points in steps if score >= threshold]
    return reached[-1] if reached else 0


# ------------------------------------------------------------------------------- extra Kniffels
# Extra Kniffels: extra points and jokers, as data.
#
# When all dice are equal and the Kniffel cell is filled, a variant may pay extra points,
# restrict or widen the choice of the cell, do both, or do neither.


class JokerRule(StrEnum):
    """The cells open to an extra Kniffel once the Kniffel cell is filled.

    `FORCED` (Hasbro's leaflet, Schmidt's manual): it must go into its open number cell; if that is filled, into any
    lower cell at full points; else it scratches an upper cell. `FREE`: any open cell; a lower cell pays full points
    only if the number cell is filled too. `NONE`: an ordinary roll.
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
    """The entry that the Kniffel cell must hold: its points, or any entry."""

    SCORED = "scored"
    FILLED = "filled"


class ExtraScope(StrEnum):
    """Which Kniffel cells count: the one in the column of the entry, or those in all columns."""

    COLUMN = "column"
    ALL_COLUMNS = "all_columns"


class CountsIn(StrEnum):
    """Where extra points count: in the game, or only in the match."""

    GAME = "game"
    MATCH = "match"


@rule_data("ExtraKniffel", "points when needs joker most scope counts_in")
@dataclass(frozen=True)
class BonusKniffel:
    """The policy for extra Kniffels; `points` 0 pays nothing extra.

    `most` limits how often a column may earn them. The column's factor multiplies the points.
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
    """(`high` − `low`) × `times`, which replaces the entries of `high` and `low`.

    It is 0 until all three are filled. A scratched `low` gains nothing by counting as 0.
    """

    high: str
    low: str
    times: str

    def points(self, entry: Callable[[str], int | None]) -> int:
        """The points of the three rows; `entry` returns the entry of a category in the column."""
        high, low, times = entry(self.high), entry(self.low), entry(self.times)
        if high is None or not low or times is None:
            return 0
        return (high - low) * times


# ------------------------------------------------------------------------------- settlements


Entries = Sequence[int | None]
"""The entries of one category in all columns; None is an open cell."""


@rule_data("Reaches")
@dataclass(frozen=True)
class Reaches:
    """`points` if the entries of a category add up to at least `threshold`."""

    category: str
    threshold: int
    points: int


@rule_data("AllScored")
@dataclass(frozen=True)
class AllScored:
    """`points` if every entry of a category scores."""

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
    """The settlement of a full sheet: awards for its rows, and points for its score.

    `steps` are (score, points), ascending. Once the sheet is full, the last step reached counts.
    """

    awards: tuple[Award, ...]
    steps: tuple[tuple[int, int], ...]

    def settle(self, entries: Mapping[str, Entries], score: int) -> int:
        """The settlement points of a sheet; `entries` are by category, `score` is their sum."""
        points = sum(_awarded(award, entries[award.category]) for award in self.awards)
        full = all(None not in row for row in entries.values())
        return points + (_reached(self.steps, score) if full else 0)


def _awarded(award: Award, entries: Entries) -> int:
    match award:
        case Reaches(_, threshold, points):
            return points if sum(entry or 0 for entry in entries) >= threshold else 0
        case AllScored(_, points):
            return points if all(entries) else 0
        case EachScored(_, points):
            return points * sum(bool(entry) for entry in entries)
    assert_never(award)
