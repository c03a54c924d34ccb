"""A person's statistics: figures, a distribution next to that of perfect play, luck, and faces. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, fsum, sqrt
from statistics import fmean, pstdev
from typing import Literal

from pasch.analysis.ledger import Kind
from pasch.analysis.rating import LEAST, Rating, skill_of
from pasch.fairness.luck import band, evidence
from pasch.rules.variant import Variant
from pasch.service.ports import Perfect
from pasch.service.requests import Session
from pasch.service.results.outcomes import SIDES, Outcome, known_variant, plays_for_points, rules_text
from pasch.service.table.presence import time_text
from pasch.service.views.parts import rules_view
from pasch.service.views.schema.results import (
    Bar,
    DiceThrown,
    GameMeasures,
    GamePlayed,
    GamesPlayed,
    GameStatistics,
    LossByKind,
    LuckPoint,
    LuckSum,
    Profile,
    SkillFigure,
    SkillPoint,
    SkillShown,
    Statistics,
)
from pasch.service.views.schema.results import Rating as RatingView
from pasch.service.views.schema.shared_events import Streaks

WIDTHS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
"""The possible numbers of points per bar of the distribution."""

MOST_BARS = 24

RARE = 0.001
"""Scores in a tail of perfect play this rare get no bar, unless the person reached them."""

MOST_POINTS = 100
"""The maximum number of points in a curve."""

WINDOW = 20
"""The number of successive games in a point of the skill curve: more smooth it, fewer show changes sooner."""

LATEST = 20
"""The number of latest games listed."""

NORMAL_95 = 1.96
"""Within this many deviations are 95 of 100 values of a normal distribution."""


@dataclass(frozen=True)
class Mine:
    """A person's outcomes under one name or all, oldest first; `whole` are those that count, with what was played.

    Scores from typed dice never count, because they cannot be checked. `ratings` are by variant and rules.
    """

    name: str | None
    everything: tuple[Outcome, ...]
    outcomes: tuple[Outcome, ...]
    whole: tuple[tuple[Variant, Outcome], ...]
    ratings: Mapping[tuple[str, str], Rating]

    @classmethod
    def of(cls, outcomes: Sequence[Outcome], ratings: Mapping[tuple[str, str], Rating], name: str | None) -> "Mine":
        """The outcomes under a name, or all."""
        chosen = tuple(each for each in outcomes if name is None or each.name == name)
        whole = ((known_variant(each.variant, each.rules), each) for each in chosen if each.whole and not each.by_hand)
        return cls(
            name, tuple(outcomes), chosen, tuple((known, each) for known, each in whole if known is not None), ratings
        )

    def of_variant(self, variant: Variant) -> tuple[Outcome, ...]:
        """The whole games of a variant by its rules."""
        return tuple(each for known, each in self.whole if known == variant)

    def rating(self, variant: Variant) -> Rating | None:
        """The results rating in a variant by its rules."""
        return self.ratings.get((variant.key, rules_text(dict(variant.switches))))


@dataclass(frozen=True)
class Perfection:
    """The known data on perfect play, and the progress of its computation."""

    state: Literal["ready", "working", "none"] = "none"
    perfect: Perfect | None = None
    progress: float = 0.0

    @property
    def chances(self) -> Sequence[float]:
        """The chance of every score from 0; empty if unknown."""
        return self.perfect.chances if self.perfect else ()


def statistics_view(mine: Mine, variant: Variant | None, perfection: Perfection, lang: str) -> Statistics:
    """All statistics of a person, with one variant in detail. Some milliseconds for a thousand games."""
    names = Counter(each.name for each in mine.everything if each.whole and each.name)
    return {
        "name": mine.name,
        "names": [{"name": name, "games": count} for name, count in names.most_common()],
        "variants": _variants(mine, lang),
        "game": None if variant is None else _game(mine, variant, perfection, lang),
        "dice": _dice(mine),
    }


def profile_view(  # noqa: PLR0913, PLR0917 - all that a profile shows
    person: Session, mine: Mine, variant: Variant | None, perfection: Perfection, streaks: Streaks, lang: str
) -> Profile:
    """The figures of a person for everyone. It reveals no table that the lobby does not list."""
    return {
        "name": mine.name or "",
        "person": person.handle,
        "bot": person.computer,
        "games": len(mine.whole),
        "variants": _variants(mine, lang),
        "game": None if variant is None else _measures(mine, variant, perfection, lang, own=False),
        **streaks,
    }


def skill_in(outcomes: Sequence[Outcome], variant: Variant, perfection: Perfection) -> SkillFigure:
    """The skill in games of a variant."""
    start = _start(variant, perfection)
    losses = [] if start is None else [loss for _, loss in _counted(outcomes, start)]
    found = skill_of(losses)
    if start is None or found is None:
        return {"games": len(losses), "value": None, "error": None}
    return {"games": len(losses), "value": start - found.loss, "error": found.error}


def table_of(outcome: Outcome, *, mine: bool) -> str | None:
    """The table of the game, for those who may see it."""
    return outcome.table if mine or outcome.public else None


def _variants(mine: Mine, lang: str) -> list[GamesPlayed]:
    """Every variant played, most frequent first."""
    games: dict[Variant, list[Outcome]] = {}
    for variant, outcome in mine.whole:
        games.setdefault(variant, []).append(outcome)
    return [
        {
            **rules_view(variant, lang),
            "games": len(played),
            "mean": fmean(outcome.score for outcome in played),
            "best": max(outcome.score for outcome in played),
            "latest": time_text(played[-1].ended_at),
        }
        for variant, played in sorted(games.items(), key=lambda each: -len(each[1]))
    ]


def _game(mine: Mine, variant: Variant, perfection: Perfection, lang: str) -> GameStatistics:
    played, start = mine.of_variant(variant), _start(variant, perfection)
    return {
        **_measures(mine, variant, perfection, lang, own=True),
        "bars": _bars([outcome.score for outcome in played], perfection.chances),
        "latest": [_latest(outcome, start, own=True) for outcome in reversed(played[-LATEST:])],
    }


def _start(variant: Variant, perfection: Perfection) -> float | None:
    """The value of the start; None if it is unknown, or if luck and skill cannot be separated."""
    return perfection.perfect.mean if perfection.perfect and plays_for_points(variant) else None


def _measures(mine: Mine, variant: Variant, perfection: Perfection, lang: str, *, own: bool) -> GameMeasures:
    """The measures of a person in a variant; `own`: for that person."""
    played, start = mine.of_variant(variant), _start(variant, perfection)
    scores = [outcome.score for outcome in played]
    contests = [outcome for outcome in played if outcome.seats > 1]
    rating = mine.rating(variant)
    best = max(played, key=lambda outcome: outcome.score, default=None)
    return {
        **rules_view(variant, lang),
        "games": len(played),
        "mean": fmean(scores) if scores else None,
        "deviation": pstdev(scores) if len(scores) > 1 else None,
        "best": None if best is None else _latest(best, start, own=own),
        "contests": len(contests),
        "wins": sum(outcome.rank == 1 for outcome in contests),
        "perfect": {
            "state": perfection.state,
            "progress": perfection.progress,
            "mean": perfection.perfect.mean if perfection.perfect else None,
            "deviation": perfection.perfect.deviation if perfection.perfect else None,
        },
        "luck": _luck(played, perfection.perfect) if plays_for_points(variant) else None,
        "skill": None if start is None else _skill(played, start),
        "rating": None if rating is None else _rating(rating),
    }


def _latest(outcome: Outcome, start: float | None, *, own: bool) -> GamePlayed:
    return {
        "score": outcome.score,
        "at": time_text(outcome.ended_at),
        "rank": outcome.rank,
        "seats": outcome.seats,
        "hints": outcome.hints,
        "luck": outcome.luck,
        "loss": None if start is None else _loss(outcome, start),
        "table": table_of(outcome, mine=own),
    }


def _luck(played: Sequence[Outcome], perfect: Perfect | None) -> LuckSum | None:
    """The luck; None where it is unknown and no table can provide it."""
    lucky = [(outcome, outcome.luck) for outcome in played if outcome.luck is not None]
    known = [luck for _, luck in lucky]
    if not known and perfect is None:
        return None
    # Under perfect play a score is the mean plus the luck of the game, so both vary alike.
    each = None if perfect is None or not known else NORMAL_95 * perfect.deviation
    reach = None if each is None else each * sqrt(len(known))
    return {
        "games": len(known),
        "due": len(played) - len(known),
        "sum": fsum(known),
        "mean": fmean(known) if known else 0.0,
        "low": None if reach is None else -reach,
        "high": reach,
        "curve": _luck_curve(lucky, each),
    }


def _luck_curve(lucky: Sequence[tuple[Outcome, float]], each: float | None) -> list[LuckPoint]:
    """The sum of the luck after evenly spread games, the last one included; `each` is the reach of one game."""
    step = ceil(len(lucky) / MOST_POINTS)
    curve: list[LuckPoint] = []
    total = 0.0
    for games, (outcome, luck) in enumerate(lucky, 1):
        total += luck
        if games % step == len(lucky) % step:
            reach = None if each is None else each * sqrt(games)
            curve.append({"games": games, "at": time_text(outcome.ended_at), "sum": total, "reach": reach})
    return curve


def _loss(outcome: Outcome, start: float) -> float | None:
    """The loss, from score = start + luck - loss; float32 may make it slightly negative."""
    return None if outcome.luck is None else max(0.0, start + outcome.luck - outcome.score)


def _skill(played: Sequence[Outcome], start: float) -> SkillShown:
    """The skill in games without hints whose loss is known."""
    counted = _counted(played, start)
    losses = [loss for _, loss in counted]
    found = skill_of(losses)
    return {
        "games": len(losses),
        "least": LEAST,
        "loss": None if found is None else found.loss,
        "value": None if found is None else start - found.loss,
        "error": None if found is None else found.error,
        "kinds": _kinds([outcome.losses for outcome, _ in counted if outcome.losses is not None]),
        "curve": _skill_curve(counted, start),
    }


def _counted(played: Sequence[Outcome], start: float) -> list[tuple[Outcome, float]]:
    """The games that count for skill, with their loss."""
    return [(outcome, loss) for outcome in played if not outcome.hints and (loss := _loss(outcome, start)) is not None]


def _kinds(losses: Sequence[Mapping[str, float]]) -> LossByKind | None:
    """The mean loss of each kind of decision."""
    if not losses:
        return None
    mean = {kind: fmean(each[kind] for each in losses) for kind in Kind}
    return {
        "games": len(losses),
        "keeps": mean[Kind.KEEPS],
        "entries": mean[Kind.ENTRIES],
        "bonus": mean[Kind.BONUS],
        "endgame": mean[Kind.ENDGAME],
    }


def _skill_curve(counted: Sequence[tuple[Outcome, float]], start: float) -> list[SkillPoint]:
    """The skill after each of the latest games, over the games of a window that ends there."""
    curve: list[SkillPoint] = []
    for games in range(max(LEAST, len(counted) - MOST_POINTS + 1), len(counted) + 1):
        window = counted[max(0, games - WINDOW) : games]
        found = skill_of([loss for _, loss in window])
        assert found is not None
        at = time_text(window[-1][0].ended_at)
        curve.append({"games": games, "at": at, "value": start - found.loss, "error": found.error})
    return curve


def _rating(rating: Rating) -> RatingView:
    return {"games": rating.games, "mean": rating.mean, "deviation": rating.deviation}


def _bars(scores: Sequence[int], chances: Sequence[float]) -> list[Bar]:
    """Bars of equal width over all scores of the person and nearly all of perfect play."""
    low, high = _reach(scores, chances)
    width = next((width for width in WIDTHS if ceil((high - low + 1) / width) < MOST_BARS), WIDTHS[-1])
    first, last = low // width, high // width
    mine = Counter(score // width for score in scores)
    return [
        {
            "low": number * width,
            "high": number * width + width - 1,
            "games": mine[number],
            "perfect": fsum(chances[max(0, number * width) : max(0, (number + 1) * width)]) if chances else None,
        }
        for number in (range(first, last + 1) if scores or chances else ())
    ]


def _reach(scores: Sequence[int], chances: Sequence[float]) -> tuple[int, int]:
    ends = [*scores]
    if chances:
        ends += [_quantile(chances, RARE), _quantile(chances, 1 - RARE)]
    return min(ends, default=0), max(ends, default=0)


def _quantile(chances: Sequence[float], share: float) -> int:
    """The first score that this share of all games does not exceed."""
    total = 0.0
    for score, chance in enumerate(chances):
        total += chance
        if total >= share:
            return score
    return len(chances) - 1


def _dice(mine: Mine) -> DiceThrown:
    """The dice of every ended game with any result: aborted games must count as well."""
    rolls = [outcome.faces for outcome in mine.outcomes]
    counts = [sum(faces) for faces in zip(*rolls, strict=True)] or [0] * SIDES
    expected, found = band(sum(counts), SIDES), evidence(rolls)
    return {
        "thrown": sum(counts),
        "faces": [
            {"face": face, "count": count, "mean": expected.mean, "low": expected.low, "high": expected.high}
            for face, count in enumerate(counts, start=1)
        ],
        "e_value": found.now,
        "highest": found.highest,
        "chance": found.chance,
        "suspicious": found.suspicious,
    }
