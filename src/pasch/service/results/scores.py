"""High scores for everyone, statistics for one person."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from enum import StrEnum

from pasch.rules.errors import InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.rules.game import places
from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants import variant_with
from pasch.service.errors import NotReady, RateLimited
from pasch.service.ids import SessionId
from pasch.service.pace import Pace
from pasch.service.ports import Clock, Solver
from pasch.service.requests import Session
from pasch.service.results.outcomes import Outcome, Player, known_variant, rules_text
from pasch.service.results.results import Ranking, ResultStore
from pasch.service.results.statistics import Mine, Perfection, statistics_view, table_of
from pasch.service.table.presence import time_text
from pasch.service.views.parts import rules_view
from pasch.service.views.schema.results import HighScore, HighScores, OtherRules, Statistics
from pasch.words import bot_name, default_name

LISTED = 50
"""The maximum number of scores in a list, and of house rules offered with it."""

MOST_MINE = 20_000
"""The maximum number of outcomes in one person's statistics; the latest count."""


class Period(StrEnum):
    """The last day, week, month or year up to now, or all times."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    ALL = "all"


DAYS = {Period.DAY: 1, Period.WEEK: 7, Period.MONTH: 30, Period.YEAR: 365}


class Kind(StrEnum):
    """Whose scores: people's, or those of computers, whether they are bots of ours or play by an account."""

    PEOPLE = "people"
    BOTS = "bots"


PLAYERS = {Kind.PEOPLE: Player.PERSON, Kind.BOTS: Player.BOT}


@dataclass(frozen=True)
class AskScores:
    """A query for high scores."""

    variant: str
    rules: Mapping[str, SwitchValue] = field(default_factory=dict)
    period: Period = Period.ALL
    kind: Kind = Kind.PEOPLE


@dataclass(frozen=True)
class AskStatistics:
    """A query for part of a person's games: `name` is the one they were played under, `variant` None the latest.

    `rules` belong to the variant.
    """

    variant: str | None = None
    rules: Mapping[str, SwitchValue] = field(default_factory=dict)
    name: str | None = None


class Scores:
    """Answers questions about ended games. `lang` and callers as in `Tables`, `asker` as in `Solver`."""

    def __init__(self, store: ResultStore, clock: Clock, pace: Pace) -> None:
        self._store = store
        self._clock = clock
        self._pace = pace

    async def high_scores(self, caller: Session | None, request: AskScores, lang: str) -> HighScores:
        """The best whole games with the server's dice. Raises `UnknownVariant`, `InvalidInput`."""
        variant = variant_with(request.variant, request.rules)
        days = DAYS.get(request.period)
        since = None if days is None else self._clock.now() - timedelta(days=days)
        ranking = Ranking(variant.key, rules_text(dict(variant.switches)), PLAYERS[request.kind], since)
        found = await self._store.best(ranking, LISTED)
        ranks = places([outcome.score for outcome in found])
        return {
            **rules_view(variant, lang),
            "period": request.period.value,
            "kind": request.kind.value,
            "scores": [_score(caller, *each, lang) for each in zip(found, ranks, strict=True)],
            "played": await self._played(variant, lang),
        }

    async def _played(self, variant: Variant, lang: str) -> list[OtherRules]:
        """The rules played. Rules that have become equal since are merged."""
        counts: Counter[Variant] = Counter()
        for played in await self._store.played(variant.key, LISTED):
            known = known_variant(variant.key, played.rules)
            if known is not None:
                counts[known] += played.outcomes
        return [{**rules_view(known, lang), "results": count} for known, count in counts.most_common()]

    async def statistics(
        self, caller: Session, request: AskStatistics, solver: Solver, lang: str, asker: str
    ) -> Statistics:
        """The statistics of a person. Raises `UnknownVariant`, `InvalidInput`."""
        found = await self.figures(caller.id, request, solver, asker)
        return await self._pace.in_thread(statistics_view, *found, lang)

    async def figures(
        self, person: SessionId, request: AskStatistics, solver: Solver, asker: str
    ) -> tuple[Mine, Variant | None, Perfection]:
        """A person's outcomes, the requested variant and what is known about it. Raises as `statistics`."""
        outcomes = await self._store.of_session(person, MOST_MINE)
        mine = Mine.of(outcomes, await self._store.ratings(person), request.name)
        variant = _asked(request, mine)
        return mine, variant, Perfection() if variant is None else await perfection_of(solver, variant, asker)

    # --------------------------------------------------------------------------- personal data

    async def export(self, person: SessionId) -> Mapping[str, Plain]:
        """All stored results of a person."""
        ratings = await self._store.ratings(person)
        return {
            "games": [_exported(outcome) for outcome in await self._store.of_session(person, MOST_MINE)],
            "ratings": [
                {"variant": variant, "rules": json.loads(rules), **asdict(rating)}
                for (variant, rules), rating in ratings.items()
            ],
        }

    async def rename(self, person: SessionId, name: str) -> None:
        """Replace the name in a person's results."""
        await self._store.rename(person, name)

    async def forget(self, person: SessionId) -> None:
        """Remove a person from the results, and the ratings; the scores remain anonymously."""
        await self._store.forget(person)


def _asked(request: AskStatistics, mine: Mine) -> Variant | None:
    """The requested variant, or the one played last; None when nothing was played."""
    if request.variant is not None:
        return variant_with(request.variant, request.rules)
    return mine.whole[-1][0] if mine.whole else None


async def perfection_of(solver: Solver, variant: Variant, asker: str) -> Perfection:
    """What the solver knows about perfect play of a variant."""
    try:
        return Perfection("ready", await solver.perfect(variant, asker), 1.0)
    except NotReady as waiting:
        return Perfection("working", progress=waiting.progress or 0.0)
    except (InvalidInput, RateLimited):
        return Perfection()


def _score(caller: Session | None, outcome: Outcome, place: int, lang: str) -> HighScore:
    mine = caller is not None and caller.id == outcome.session
    unnamed = default_name(outcome.seat, lang) if outcome.bot is None else bot_name(outcome.bot, lang)
    return {
        "place": place,
        "name": outcome.name or unnamed,
        "score": outcome.score,
        "at": time_text(outcome.ended_at),
        "seats": outcome.seats,
        "hints": outcome.hints,
        "program": outcome.player is Player.BOT and outcome.bot is None,
        "table": table_of(outcome, mine=mine),
        "mine": mine,
    }


def _exported(outcome: Outcome) -> Plain:
    return {
        "table": outcome.table,
        "game": outcome.game,
        "seat": outcome.seat,
        "at": time_text(outcome.ended_at),
        "variant": outcome.variant,
        "rules": json.loads(outcome.rules),
        "name": outcome.name,
        "whole": outcome.whole,
        "hints": outcome.hints,
        "score": outcome.score,
        "rank": outcome.rank,
        "seats": outcome.seats,
        "faces": list(outcome.faces),
        "luck": outcome.luck,
        "losses": None if outcome.losses is None else dict(outcome.losses),
    }
