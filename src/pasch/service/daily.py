"""The daily game: one variant per day (UTC), the same dice for everyone, one attempt for each person.

An attempt is an ordinary table whose seed comes from a chain (`pasch.fairness.stream`). The seed of a day is the
commitment to the next one, and stays secret until its day is over. Nothing happens between requests: the first request
ever makes a chain, and after ten years a request makes the next one.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from math import fsum
from typing import Protocol

from pasch.fairness.stream import LENGTH, chained, commitment
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.rules.variant import Variant
from pasch.rules.variants import find_variant
from pasch.service.archive.records import record_of
from pasch.service.attempts import Attempts, SharedGame
from pasch.service.ids import TableId
from pasch.service.ports import Clock, Entropy, Solver
from pasch.service.requests import Session
from pasch.service.results.scores import perfection_of
from pasch.service.runtime.tables import Tables
from pasch.service.table.options import SharedSeed
from pasch.service.table.presence import time_text
from pasch.service.views.schema.shared_events import (
    DailyArchive,
    DailyDay,
    DailyGame,
    DailyResult,
    PerfectGames,
    Streaks,
)
from pasch.words import mark_of, share_text, variant_name

WEEK = ("kniffel", "yatzy", "yahtzee", "spiffel", "yacht", "crag", "swiss-yatzy")
"""The variant of each weekday, from Monday: one column, solved in seconds. The archive depends on it too."""

PREFIX = "daily-"
"""The names of all days in their dice begin like this."""

LISTED = 28
"""The number of days in a page of the archive."""

MOST_DAYS = 5000
"""The number of attempts that count for the streaks of a person: the latest, of more than ten years."""

ONE_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Chain:
    """A chain of seeds: the day of its first seed, and its secret."""

    first_day: date
    secret: bytes = field(repr=False)

    def covers(self, day: date) -> bool:
        """Whether the chain has a seed for a day."""
        return 0 <= (day - self.first_day).days < LENGTH


class DailyStore(Protocol):
    """The chains. A write that has returned is on disk."""

    async def chains(self) -> Sequence[Chain]:
        """All chains, the earliest first."""

    async def add_chain(self, chain: Chain) -> None:
        """Store a chain, unless one with the same first day exists."""


def variant_of(day: date) -> Variant:
    """The variant of a day."""
    return find_variant(WEEK[day.weekday()])


def event_of(day: date) -> str:
    """The name of a day in its dice."""
    return f"{PREFIX}{day.isoformat()}"


def shared_seed(day: date) -> SharedSeed:
    """The name of a day in its dice, and the moment at which the next day begins."""
    return SharedSeed(event_of(day), datetime.combine(day + ONE_DAY, time(), UTC))


class Daily:
    """The daily game. `lang` and callers as in `Tables`, `asker` as in `Solver`.

    `day` None is today by the server's clock, in UTC. Methods with a day raise `InvalidInput` for a day that has not
    begun, and for a day before the first chain.
    """

    def __init__(self, store: DailyStore, attempts: Attempts, tables: Tables, clock: Clock, entropy: Entropy) -> None:
        self._store = store
        self._attempts = attempts
        self._tables = tables
        self._clock = clock
        self._entropy = entropy

    async def open(self, caller: Session, day: date | None) -> TableId:
        """The caller's table for a day. A past day gets a new table each time, which does not count.

        Today's table is the only attempt, begun or resumed. Raises `IllegalAction` when it has ended, and
        `ContinuedElsewhere`.
        """
        day, seed = await self._day(day)
        game = SharedGame(shared_seed(day), seed, variant_of(day).key, {})
        if day < self._today():
            return await self._attempts.play_again(caller, game)
        table = await self._attempts.play(caller, game, caller.name)
        if table is None:
            raise IllegalAction("You have already played the game of this day: the next one begins at 00:00 UTC")
        return table

    async def show(self, caller: Session | None, day: date | None, lang: str) -> DailyGame:
        """A day: its game, its commitment, the caller's attempt and streaks."""
        day, seed = await self._day(day)
        own, finished = await self._attempts.own(caller, event_of(day)), await self._finished(caller)
        today, ends_at = self._today(), shared_seed(day).opens_at
        if own.in_time(ends_at):
            finished.add(day)  # the score may not be stored yet
        return {
            **_game(day, lang),
            "today": today.isoformat(),
            "now": time_text(self._clock.now()),
            "ends_at": time_text(ends_at),
            "commitment": commitment(seed),
            "seed": seed.hex() if day < today else None,
            "state": own.state,
            "table": None if own.live is None else own.live.id,
            "score": own.score,
            "players": sum((await self._attempts.store.scores(event_of(day))).values()),
            **_streaks(finished, today),
        }

    async def archive(self, caller: Session | None, before: date | None, lang: str) -> DailyArchive:
        """Past days, the latest first, with the caller's points; `before` requests the days before a day."""
        today = self._today()
        first = (await self._chains(today))[0].first_day
        latest = min(before or today, today) - ONE_DAY
        count = max(0, min(LISTED, (latest - first).days + 1))
        days = [latest - ago * ONE_DAY for ago in range(count)]
        attempts = [] if caller is None else await self._attempts.store.attempts(caller.id, PREFIX, MOST_DAYS)
        scores = {attempt.event: attempt.score for attempt in attempts}
        more = bool(days) and days[-1] > first
        return {
            "days": [{**_game(day, lang), "score": scores.get(event_of(day))} for day in days],
            "before": days[-1].isoformat() if more else None,
        }

    async def result(  # noqa: PLR0913, PLR0917 - the caller, and where the answer is shown
        self, caller: Session, day: date | None, solver: Solver, lang: str, asker: str, address: str
    ) -> DailyResult:
        """The analysis of the caller's finished attempt; `address` is that of the page, for the text to share.

        Raises `IllegalAction` before the end of the attempt, and the solver's errors.
        """
        day, _ = await self._day(day)
        own, ends_at = await self._attempts.own(caller, event_of(day)), shared_seed(day).opens_at
        if own.live is None or not own.games:
            raise IllegalAction("Finish the game of this day first")
        [score] = own.games
        # Par needs the seed. It goes to the solver alone: the caller learns only the total.
        record = await self._tables.pace.in_thread(record_of, own.live.still(), lang, ends_at)
        sheet = (await solver.analyse(record, asker)).games[0].seats[0]
        losses = [turn.loss for turn in sheet.turns]
        scores = await self._attempts.store.scores(event_of(day)) if own.in_time(ends_at) else {}
        others = Counter(scores)
        others[score] -= 1 if others[score] else 0  # the caller, unless the score is not stored yet
        return {
            **_game(day, lang),
            "score": score,
            "par": sheet.par,
            "luck": sheet.luck,
            "loss": sheet.loss,
            "turns": [{"loss": loss, "mark": mark_of(loss)} for loss in losses],
            "others": others.total(),
            "better_than": _share_below(score, others),
            **await _perfect(solver, variant_of(day), score, asker),
            "share": share_text(lang, variant_of(day), day, score, sheet.par, losses, address),
        }

    # --------------------------------------------------------------------------- days

    def _today(self) -> date:
        return self._clock.now().astimezone(UTC).date()

    async def _day(self, day: date | None) -> tuple[date, bytes]:
        """A day that has begun, and its seed."""
        today = self._today()
        day = day or today
        if day > today:
            raise InvalidInput("The game of {day} has not begun: days begin at 00:00 UTC", field="day", day=f"{day}")
        chains = await self._chains(today)
        chain = next((chain for chain in reversed(chains) if chain.covers(day)), None)
        if chain is None:
            raise InvalidInput("There was no daily game on {day}", field="day", day=f"{day}")
        return day, chained(chain.secret, (day - chain.first_day).days)

    async def _chains(self, today: date) -> Sequence[Chain]:
        """All chains, one of which covers today. Of several processes that lack it, the first stores it."""
        chains = await self._store.chains()
        if not any(chain.covers(today) for chain in chains):
            await self._store.add_chain(Chain(today, self._entropy.seed()))
            chains = await self._store.chains()
        return chains

    async def _finished(self, caller: Session | None) -> set[date]:
        """The days whose game the caller finished in time."""
        attempts = [] if caller is None else await self._attempts.store.attempts(caller.id, PREFIX, MOST_DAYS)
        finished = (attempt.event for attempt in attempts if attempt.score is not None)
        return {date.fromisoformat(event.removeprefix(PREFIX)) for event in finished}

    async def streaks(self, person: Session) -> Streaks:
        """How often and how regularly a person has finished the daily game in time."""
        return _streaks(await self._finished(person), self._today())


def _game(day: date, lang: str) -> DailyDay:
    variant = variant_of(day)
    return {"day": day.isoformat(), "variant": variant.key, "variant_name": variant_name(variant, lang)}


def _share_below(score: int, others: Mapping[int, float]) -> float | None:
    """The share of scores below this one, equal ones counting half; None without others."""
    every = fsum(others.values())
    if every <= 0:
        return None
    return (fsum(count for points, count in others.items() if points < score) + others.get(score, 0) / 2) / every


async def _perfect(solver: Solver, variant: Variant, score: int, asker: str) -> PerfectGames:
    """The share of perfect games, with other dice, that score less. `working`: ask again to learn it."""
    found = await perfection_of(solver, variant, asker)
    return {"perfect": _share_below(score, dict(enumerate(found.chances))), "working": found.state == "working"}


def _streaks(finished: set[date], today: date) -> Streaks:
    """The days in a row up to today, or up to yesterday while today's game is open; the longest; and all."""
    lengths: dict[date, int] = {}
    for day in sorted(finished):
        lengths[day] = lengths.get(day - ONE_DAY, 0) + 1
    streak = lengths.get(today) or lengths.get(today - ONE_DAY, 0)
    return {"streak": streak, "longest": max(lengths.values(), default=0), "played": len(finished)}
