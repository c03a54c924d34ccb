"""Shared events: a person invites others by a code to play the same dice, at once or over months.

Each player has one attempt (`pasch.service.attempts`). An event ends at a moment that its owner chose, or when the
owner closes it. Until then a player who has finished sees the totals of the others, but not their games. The end is
a column of the event's row: the store adds it to the rows of all tables of the event, and every request compares it
with the server's clock.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol

from pasch.fairness.stream import commitment
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.rules.fingerprint import Plain
from pasch.rules.switches import SwitchValue
from pasch.rules.variant import Variant
from pasch.rules.variants import variant_with
from pasch.service.archive.records import record_of
from pasch.service.attempts import Attempt, Attempts, OwnAttempt, SharedGame, request_of
from pasch.service.errors import UnknownEvent
from pasch.service.ids import SessionId, TableId
from pasch.service.people.continuing import ALPHABET, BLANKS
from pasch.service.people.names import clean_name, distinct_names
from pasch.service.ports import Clock, Entropy, Solver
from pasch.service.requests import Session
from pasch.service.results.outcomes import plays_for_points
from pasch.service.runtime.tables import Tables
from pasch.service.table.options import SharedSeed
from pasch.service.table.presence import time_text
from pasch.service.views.schema.shared_events import (
    EventCard,
    EventGame,
    EventResult,
    EventRow,
    EventState,
    EventSummary,
)
from pasch.words import default_name, variant_name

PREFIX = "event-"
"""The names of all events in their dice begin like this; the code follows."""
CODE_LENGTH = 10
"""Characters of the alphabet of seat keys: 41.7 bits, and a limit on guesses."""

MOST_GAMES = 20
MOST_PLAYERS = 500
MOST_EVENTS = 20
"""The events of one person that are not over, or were created within `FRESH`."""
FRESH = timedelta(days=1)
LONGEST = timedelta(days=366)
"""Every event is over by then, although its owner does not close it."""
LISTED = 100


@dataclass(frozen=True)
class NewEvent:
    """A requested event. `last_day` in UTC; None: the owner closes it."""

    name: str
    variant: str
    rules: Mapping[str, SwitchValue] = field(default_factory=dict)
    games: int = 1
    last_day: date | None = None


@dataclass(frozen=True)
class SharedEvent:
    """An event. `id` is its name in the dice; `owner` None: the person was deleted."""

    id: str
    owner: SessionId | None
    name: str
    variant: str
    rules: Mapping[str, SwitchValue]
    games: int
    seed: bytes = field(repr=False)
    opened_at: datetime
    ends_at: datetime

    @property
    def code(self) -> str:
        """The code that invites people."""
        return self.id.removeprefix(PREFIX)

    @property
    def played(self) -> Variant:
        """The game with its house rules."""
        return variant_with(self.variant, self.rules)

    @property
    def game(self) -> SharedGame:
        """What each attempt plays."""
        return SharedGame(SharedSeed(self.id, self.ends_at), self.seed, self.variant, self.rules, self.games)


class SharedEventStore(Protocol):
    """Events. A write that has returned is on disk."""

    async def add(self, event: SharedEvent, most: int, fresh: timedelta) -> bool:
        """Store an event; false if its owner has `most` that are not over, or were created within `fresh`."""

    async def find(self, event: str) -> SharedEvent | None:
        """An event by its name in the dice."""

    async def of_person(self, person: SessionId, limit: int) -> Sequence[SharedEvent]:
        """The events that a person created or plays, the latest first."""

    async def close(self, event: str, now: datetime) -> None:
        """End an event, unless it is over."""

    async def forget(self, person: SessionId, now: datetime) -> None:
        """End the events of a person, and remove the person and the names of the events."""


class SharedEvents:
    """The shared events. `lang` and callers as in `Tables`, `asker` as in `Solver`.

    Methods with a code raise `UnknownEvent`. Codes may be typed: small letters, blanks and dashes are allowed.
    """

    def __init__(
        self, store: SharedEventStore, attempts: Attempts, tables: Tables, clock: Clock, entropy: Entropy
    ) -> None:
        self._store = store
        self._attempts = attempts
        self._tables = tables
        self._clock = clock
        self._entropy = entropy

    async def create(self, caller: Session, request: NewEvent) -> str:
        """Create an event; returns its code.

        Raises `InvalidInput` and the errors of opening a table, and `IllegalAction` for too many events.
        """
        now, name = self._clock.now(), clean_name(request.name)
        if not name:
            raise InvalidInput("Give the event a name", field="name")
        if not 1 <= request.games <= MOST_GAMES:
            raise InvalidInput("An event has from 1 to {most} games", field="games", most=MOST_GAMES)
        ends_at = _end(now, request.last_day)
        seed, event = self._entropy.seed(), f"{PREFIX}{_code(self._entropy.seed())}"
        made = SharedEvent(event, caller.id, name, request.variant, request.rules, request.games, seed, now, ends_at)
        self._tables.check(caller, request_of(made.game, ""))
        if not await self._store.add(replace(made, variant=made.played.key), MOST_EVENTS, FRESH):
            raise IllegalAction("You have {most} open or new events: close one, or wait a day", most=MOST_EVENTS)
        return made.code

    async def play(self, caller: Session, code: str, name: str) -> TableId:
        """The table of the caller's only attempt, begun or resumed. An empty `name` becomes the caller's.

        Raises `IllegalAction` when the attempt has ended, when the event is over, and when it has too many players.
        """
        event = await self._event(code)
        own = await self._attempts.own(caller, event.id)
        if own.state == "new" and self._has_ended(event):
            raise IllegalAction("This event is over")
        if own.state == "new" and await self._attempts.store.count(event.id) >= MOST_PLAYERS:
            raise IllegalAction("An event has at most {most} players", most=MOST_PLAYERS)
        table = await self._attempts.play(caller, event.game, clean_name(name) or caller.name)
        if table is None:
            raise IllegalAction("You have already played this event")
        return table

    async def close(self, caller: Session, code: str) -> None:
        """End an event now. Raises `IllegalAction` for all but its owner."""
        event = await self._event(code)
        if event.owner != caller.id:
            raise IllegalAction("Only the person who created the event may close it")
        await self._store.close(event.id, self._clock.now())
        self._tables.rows_changed()

    async def mine(self, caller: Session, lang: str) -> Sequence[EventSummary]:
        """The events that the caller created or plays, the latest first."""
        events = await self._store.of_person(caller.id, LISTED)
        attempts = await self._attempts.store.attempts(caller.id, PREFIX, LISTED)
        scores = {attempt.event: attempt.score for attempt in attempts}
        return [{**self._summary(each, caller, lang), "score": scores.get(each.id)} for each in events]

    async def show(self, caller: Session | None, code: str, solver: Solver, lang: str) -> EventState:
        """An event and the caller's attempt. The ranking is empty until the caller has finished or the event is over.

        The seed and the tables of the others are part of it once the event is over.
        """
        event = await self._event(code)
        own, over, played = await self._attempts.own(caller, event.id), self._has_ended(event), event.played
        finished = await self._finished(event, own)
        mine = None if own.row is None else own.row.table
        return {
            **self._summary(event, caller, lang),
            "now": time_text(self._clock.now()),
            "commitment": commitment(event.seed),
            "seed": event.seed.hex() if over else None,
            "state": own.state,
            "table": None if own.live is None else own.live.id,
            "score": own.score,
            "players": len(finished),
            "measured": plays_for_points(played) and await solver.exact(played),
            "ranking": ranking(finished, mine, lang, over=over) if over or own.state == "finished" else [],
        }

    async def result(self, caller: Session, code: str, solver: Solver, lang: str, asker: str) -> EventResult:
        """The analysis of the caller's finished attempt.

        Raises `IllegalAction` before the end of the attempt, and the solver's errors.
        """
        event = await self._event(code)
        own = await self._attempts.own(caller, event.id)
        if own.live is None or not own.games:
            raise IllegalAction("Finish your game of this event first")
        # Par needs the seed. It goes to the solver alone: the caller learns only the totals.
        record = await self._tables.pace.in_thread(record_of, own.live.still(), lang, event.ends_at)
        [player] = (await solver.analyse(record, asker)).players
        games: list[EventGame] = [{"score": each.score, "par": each.par, "loss": each.loss} for each in player.games]
        return {"score": player.score, "par": player.par, "luck": player.luck, "loss": player.loss, "games": games}

    # --------------------------------------------------------------------------- events

    async def _event(self, code: str) -> SharedEvent:
        typed = "".join(character for character in code[: 4 * CODE_LENGTH].upper() if character not in BLANKS)
        event = await self._store.find(f"{PREFIX}{typed}")
        if event is None:
            raise UnknownEvent
        return event

    def _has_ended(self, event: SharedEvent) -> bool:
        return event.ends_at <= self._clock.now()

    async def _finished(self, event: SharedEvent, own: OwnAttempt) -> Sequence[Attempt]:
        """The attempts that were finished in time. The score of the caller's may not be stored yet."""
        others = [each for each in await self._attempts.store.finished(event.id) if each != own.row]
        if own.row is None:
            return others
        mine = replace(own.row, score=own.score, games=own.games) if own.in_time(event.ends_at) else own.row
        return others if mine.score is None else [*others, mine]

    def _summary(self, event: SharedEvent, caller: Session | None, lang: str) -> EventCard:
        return {
            "code": event.code,
            "name": event.name,
            "variant": event.variant,
            "variant_name": variant_name(event.played, lang),
            "rules": dict(event.rules),
            "games": event.games,
            "ends_at": time_text(event.ends_at),
            "over": self._has_ended(event),
            "mine": caller is not None and event.owner == caller.id,
        }

    # --------------------------------------------------------------------------- personal data

    async def export(self, person: SessionId) -> Mapping[str, Plain]:
        """The events that a person created. The seed of an open event stays secret."""
        events = [each for each in await self._store.of_person(person, LISTED) if each.owner == person]
        return {"events": [_exported(each) for each in events]}

    async def rename(self, person: SessionId, name: str) -> None:
        """Do nothing: events do not name their owners."""

    async def forget(self, person: SessionId) -> None:
        """End the events of a person, and remove the person and the names of the events."""
        await self._store.forget(person, self._clock.now())
        self._tables.rows_changed()


def _end(now: datetime, last_day: date | None) -> datetime:
    """The end of the last day, or of the longest event. Raises `InvalidInput` for a past day and one too far ahead."""
    if last_day is None:
        return now + LONGEST
    first = now.astimezone(UTC).date()
    last = first + LONGEST
    if not first <= last_day <= last:
        raise InvalidInput(
            "The last day of an event is from {first} to {last}", field="last_day", first=str(first), last=str(last)
        )
    return datetime.combine(last_day + timedelta(days=1), time(), UTC)


def _code(drawn: bytes) -> str:
    """A code from random bytes."""
    number = int.from_bytes(drawn)
    return "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(CODE_LENGTH))


def _exported(event: SharedEvent) -> Plain:
    return {
        "code": event.code,
        "name": event.name,
        "variant": event.variant,
        "rules": dict(event.rules),
        "games": event.games,
        "opened_at": time_text(event.opened_at),
        "ends_at": time_text(event.ends_at),
    }


def ranking(finished: Sequence[Attempt], mine: TableId | None, lang: str, *, over: bool) -> list[EventRow]:
    """The rows of finished attempts, the most points first; `mine` is the table of the caller's attempt.

    `over`: the event is over, so the rows name their tables.
    """
    attempts = sorted(finished, key=lambda each: (-_points(each), each.table))
    names = distinct_names(each.name or default_name(place, lang) for place, each in enumerate(attempts, 1))
    by_game = zip(*(each.games for each in attempts), strict=True)
    matchpoints = [sum(halves) / 2 for halves in zip(*map(_halves, by_game), strict=True)]
    scores = sorted(-_points(each) for each in attempts)
    losses = sorted(each.loss for each in attempts if each.loss is not None)
    ranks = sorted(-points for points in matchpoints)
    return [
        {
            "name": name,
            "mine": each.table == mine,
            "score": _points(each),
            "games": [*each.games],
            "loss": each.loss,
            "rank_points": points,
            "ranks": {
                "score": _place(-_points(each), scores),
                "loss": None if each.loss is None else _place(each.loss, losses),
                "rank_points": _place(-points, ranks),
            },
            "table": each.table if over else None,
        }
        for name, each, points in zip(names, attempts, matchpoints, strict=True)
    ]


def _points(attempt: Attempt) -> int:
    return sum(attempt.games)


def _halves(scores: Sequence[int]) -> list[int]:
    """Twice the rank points of each score of one game."""
    ordered = sorted(scores)
    return [bisect_left(ordered, score) + bisect_right(ordered, score) - 1 for score in scores]


def _place(value: float, ordered: Sequence[float]) -> int:
    """The place of a value among all of them, the lowest first."""
    return bisect_left(ordered, value) + 1
