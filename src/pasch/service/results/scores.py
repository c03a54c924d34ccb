"""High scores for everybody, statistics for one person."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import TypedDict

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
from pasch.service.results.views import RulesView, Statistics
from pasch.service.table.presence import time_text
from pasch.service.views.variants import rules_view
from pasch.words import bot_name, default_name

LISTED = 50
"""The most scores in a list, and the most house rules that are offered beside it."""

MOST_MINE = 20_000
"""The most outcomes that one person's statistics are made of, the latest."""


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
    """Which high scores are asked for."""

    variant: str
    rules: Mapping[str, SwitchValue] = field(default_factory=dict)
    period: Period = Period.ALL
    kind: Kind = Kind.PEOPLE


@dataclass(frozen=True)
class AskStatistics:
    """Which part of a person's games is asked for: `name` is the one they were played under, `variant` None the latest.

    `rules` belong to the variant.
    """

    variant: str | None = None
    rules: Mapping[str, SwitchValue] = field(default_factory=dict)
    name: str | None = None


class ScoreView(TypedDict):
    """One of the bests. `table` is its address where the caller may see it, `program`: a program has the account."""

    place: int
    name: str
    score: int
    at: str
    seats: int
    hints: bool
    program: bool
    table: str | None
    mine: bool


class PlayedView(RulesView):
    """House rules by which a variant has been played, and how many results there are."""

    results: int


class HighScores(RulesView):
    """The bests of a variant, and by which rules it is played."""

    period: str
    kind: str
    scores: list[ScoreView]
    played: list[PlayedView]


class Scores:
    """Answers questions about games that have ended. `lang` and callers as in `Tables`, `asker` as in `Solver`."""

    def __init__(self, store: ResultStore, clock: Clock, pace: Pace) -> None:
        self._store = store
        self._clock = clock
        self._pace = pace

    async def high_scores(self, caller: Session | None, wish: AskScores, lang: str) -> HighScores:
        """The best whole games with dice of the server. Raises `UnknownVariant`, `InvalidInput`."""
        variant = variant_with(wish.variant, wish.rules)
        days = DAYS.get(wish.period)
        since = None if days is None else self._clock.now() - timedelta(days=days)
        ranking = Ranking(variant.key, rules_text(dict(variant.switches)), PLAYERS[wish.kind], since)
        found = await self._store.best(ranking, LISTED)
        ranks = places([outcome.score for outcome in found])
        return {
            **rules_view(variant, lang),
            "period": wish.period.value,
            "kind": wish.kind.value,
            "scores": [_score(caller, *each, lang) for each in zip(found, ranks, strict=True)],
            "played": await self._played(variant, lang),
        }

    async def _played(self, variant: Variant, lang: str) -> list[PlayedView]:
        """Rules that have become the same meanwhile stand together."""
        counts: Counter[Variant] = Counter()
        for played in await self._store.played(variant.key, LISTED):
            known = known_variant(variant.key, played.rules)
            if known is not None:
                counts[known] += played.outcomes
        return [{**rules_view(known, lang), "results": count} for known, count in counts.most_common()]

    async def statistics(
        self, caller: Session, wish: AskStatistics, solver: Solver, lang: str, asker: str
    ) -> Statistics:
        """What a person's games came to. Raises `UnknownVariant`, `InvalidInput`."""
        outcomes = await self._store.of_session(caller.id, MOST_MINE)
        mine = Mine.of(outcomes, wish.name)
        variant = _asked(wish, mine)
        perfection = Perfection() if variant is None else await _perfection(solver, variant, asker)
        return await self._pace.apart(statistics_view, mine, variant, perfection, lang)

    # --------------------------------------------------------------------------- as a keeper of personal data

    async def told(self, person: SessionId) -> Mapping[str, Plain]:
        """Everything that is kept of a person's results."""
        return {"games": [_told(outcome) for outcome in await self._store.of_session(person, MOST_MINE)]}

    async def rename(self, person: SessionId, name: str) -> None:
        """Put another name on a person's results."""
        await self._store.rename(person, name)

    async def forget(self, person: SessionId) -> None:
        """Take a person off the results; the scores stay, as nobody's."""
        await self._store.forget(person)


def _asked(wish: AskStatistics, mine: Mine) -> Variant | None:
    """The variant that is asked for, or that was played last; None when nothing was played."""
    if wish.variant is not None:
        return variant_with(wish.variant, wish.rules)
    return mine.whole[-1][0] if mine.whole else None


async def _perfection(solver: Solver, variant: Variant, asker: str) -> Perfection:
    try:
        return Perfection("ready", await solver.perfect(variant, asker), 1.0)
    except NotReady as waiting:
        return Perfection("working", progress=waiting.progress or 0.0)
    except (InvalidInput, RateLimited):
        return Perfection()


def _score(caller: Session | None, outcome: Outcome, place: int, lang: str) -> ScoreView:
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


def _told(outcome: Outcome) -> Plain:
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
    }
