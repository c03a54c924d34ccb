"""Results: the outcome of every game is stored, ranked and published.

Theory of operation. The transaction that writes the end of a game also marks the table as due. A
serving process takes the due tables, reads their logs, stores the outcomes and removes the mark.
Work that a crash interrupts is still due at the next start; work that two processes do is stored
once. The luck of people's games is computed afterwards, one game at a time, when no other work
waits.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from math import fsum
from typing import Protocol

from pasch.analysis.rating import Rating
from pasch.rules.errors import InvalidInput
from pasch.rules.variant import Variant
from pasch.service.archive.records import record_of
from pasch.service.errors import NotReady, RateLimited
from pasch.service.ids import SessionId, TableId
from pasch.service.ports import Clock, Solver, Split, Splits, TableRow, TableStore
from pasch.service.results.outcomes import Outcome, Player, outcomes_of, plays_for_points
from pasch.service.runtime.cache import LiveTable
from pasch.service.system import report, working
from pasch.service.table.state import TableState
from pasch.service.views.redaction import seed_opens_at


@dataclass(frozen=True)
class Ranking:
    """The outcomes in a high-score list: `rules` as `rules_text` writes them; `since` None covers all time."""

    variant: str
    rules: str
    player: Player
    since: datetime | None = None


@dataclass(frozen=True)
class Played:
    """House rules (as `rules_text` writes them) of a variant, and the number of their outcomes."""

    rules: str
    outcomes: int


class ResultStore(Protocol):
    """Outcomes of games. They outlive their tables; duplicate writes are stored once."""

    async def due(self, limit: int) -> Sequence[tuple[TableId, int]]:
        """Tables with ended games whose outcomes are not stored yet, each with the event that ended the latest."""

    async def keep(self, table: TableId, seq: int, outcomes: Sequence[Outcome], lucky: Sequence[int]) -> None:
        """Store the outcomes of a table as of event `seq`; it is no longer due unless it has advanced.

        The luck of the games in `lucky` is then due.
        """

    async def keep_attempt(self, table: TableId, seq: int, scores: Sequence[int], measure: Outcome | None) -> None:
        """Store the scores of an attempt's games, none if it does not count; the table is no longer due.

        The loss of the attempt is due with the luck of the game to `measure`.
        """

    async def best(self, ranking: Ranking, limit: int) -> Sequence[Outcome]:
        """The best whole games with the server's dice; of equal scores, the older comes first."""

    async def played(self, variant: str, limit: int) -> Sequence[Played]:
        """The rules by which a variant was played to the end, most frequent first."""

    async def of_session(self, session: SessionId, limit: int) -> Sequence[Outcome]:
        """The latest outcomes of a person, whole or not, oldest first."""

    async def usual_name(self, session: SessionId) -> str:
        """The name of most finished games of a person; of equal ones the latest. Empty without one."""

    async def latest_split(self, session: SessionId, name: str, variant: Variant, limit: int) -> Sequence[Outcome]:
        """The latest games of a person under a name that count for skill: of known luck, without hints."""

    async def luck_due(self, limit: int) -> Sequence[tuple[TableId, int]]:
        """Games whose luck is not computed yet, latest first."""

    async def put_luck(self, table: TableId, game: int, splits: Mapping[int, Split]) -> None:
        """Store luck and losses of a game by seat, none where they cannot be known; the game is no longer due."""

    async def put_loss(self, table: TableId, game: int, loss: float | None) -> None:
        """Store the loss of an attempt, None where it cannot be known; the game is no longer due."""

    async def ratings(self, session: SessionId) -> Mapping[tuple[str, str], Rating]:
        """The results ratings of a person by variant and rules. `keep` updates them, once for each game."""

    async def rename(self, session: SessionId, name: str) -> None:
        """Replace the name in all results of a person."""

    async def forget(self, session: SessionId) -> None:
        """Remove person and name from all results of a person, and the ratings; the scores remain anonymously."""


LUCK = "luck"
"""The asker of solves that the luck of games causes."""

BATCH = 50
"""Tables read at once."""

LUCKY = 8
"""Games whose luck is requested at once: one that waits for a long solve does not delay the others."""

PATIENCE = 5.0
"""Seconds to wait after an error."""


@dataclass(frozen=True)
class ResultSettings:
    """`luck_pause` is the seconds between two luck computations; None disables them.

    `luck_patience` is the seconds until a retry of what was not ready.
    """

    luck_pause: float | None = 0.5
    luck_patience: float = 2.0


@dataclass(frozen=True)
class _Source:
    """The row of a table, and a function that loads the table, which may take some milliseconds."""

    row: TableRow
    load: Callable[[], LiveTable]


class ResultRecorder:
    """Stores the outcomes of games while `working` is open. `known` finds the tables that are in memory."""

    def __init__(
        self,
        store: ResultStore,
        tables: TableStore,
        clock: Clock,
        settings: ResultSettings | None = None,
        known: Callable[[TableId], LiveTable | None] = lambda _: None,
    ) -> None:
        self._store = store
        self._tables = tables
        self._known = known
        self._clock = clock
        self._settings = settings or ResultSettings()
        self._given_up: set[TableId] = set()
        self._lucky = asyncio.Event()

    def working(self, solver: Solver, games_over: asyncio.Event) -> AbstractAsyncContextManager[None]:
        """Process everything due, and again whenever `games_over` is set."""
        works = [self._repeat(self.catch_up, games_over)]
        pause = self._settings.luck_pause
        if pause is not None:
            works.append(self._repeat(lambda: self.find_luck(solver, pause), self._lucky))
        return working(*works)

    async def _repeat(self, work: Callable[[], Awaitable[None]], more: asyncio.Event) -> None:
        """Work now and whenever there is more to do. A temporary store failure does not end this."""
        while True:
            more.clear()
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - reported and retried
                report("Results cannot be kept just now", error)
                await self._clock.sleep(PATIENCE)
            else:
                await more.wait()

    # --------------------------------------------------------------------------- outcomes

    async def catch_up(self) -> None:
        """Store the outcomes of all ended games. An unreadable log is reported and skipped."""
        while True:
            due = await self._store.due(BATCH + len(self._given_up))
            due = [(table, seq) for table, seq in due if table not in self._given_up]
            if not due:
                return
            for table, seq in due:
                await self._take_up(table, seq)

    async def _take_up(self, table: TableId, seq: int) -> None:
        source = await self._source(table, lambda live: live.state.seq >= seq)
        if source is None:
            await self._store.keep(table, seq, [], [])
            return
        try:
            live = await asyncio.to_thread(source.load)
            outcomes = await asyncio.to_thread(outcomes_of, source.row, live)
        except Exception as error:  # noqa: BLE001 - one table must not block the others
            self._given_up.add(table)
            report("The results of a table cannot be read off its log", error, table)
            return
        if live.state.options.shared_seed is not None:
            await self._keep_attempt(table, seq, source.row, live.state, outcomes)
            return
        lucky = _lucky(live.state, outcomes)
        await self._store.keep(table, seq, outcomes, lucky)
        if lucky:
            self._lucky.set()

    async def _keep_attempt(
        self, table: TableId, seq: int, row: TableRow, state: TableState, outcomes: Sequence[Outcome]
    ) -> None:
        games = _in_time(outcomes, seed_opens_at(row, state))
        if len(games) < state.games:
            await self._store.keep_attempt(table, seq, (), None)
            return
        # The loss of a daily game is computed when its player asks.
        measured = row.event_ends_at is not None and plays_for_points(state.variant)
        await self._store.keep_attempt(table, seq, [each.score for each in games], games[-1] if measured else None)
        if measured:
            self._lucky.set()

    async def _source(self, table: TableId, suffices: Callable[[LiveTable], bool]) -> _Source | None:
        """The table in memory if that suffices, else its log; None for a deleted table."""
        known = self._known(table)
        if known is not None and suffices(known):
            still = known.still()
            row = await self._tables.find(table)
            return None if row is None else _Source(row, lambda: still)
        log = await self._tables.read(table, 0)
        row = await self._tables.find(table)
        return None if row is None or not log else _Source(row, partial(LiveTable, row, log))

    # --------------------------------------------------------------------------- luck

    async def find_luck(self, solver: Solver, pause: float) -> None:
        """Compute the luck of every due game, latest first."""
        while due := await self._store.luck_due(LUCKY):
            waiting = [await self._luck_of(solver, *game, pause) for game in due]
            if all(waiting):
                await self._clock.sleep(self._settings.luck_patience)

    async def _luck_of(self, solver: Solver, table: TableId, game: int, pause: float) -> bool:
        """Whether the game has to wait because the solver is not ready."""
        source = await self._source(table, lambda live: _has_ended(live.state, game))
        if source is None:
            await self._store.put_luck(table, game, {})
            return False
        live = await asyncio.to_thread(source.load)
        attempt = live.state.options.shared_seed is not None
        splits: Splits = []
        try:
            record = await asyncio.to_thread(record_of, live, "en")
            splits = await solver.luck(record, LUCK, None if attempt else game)
        except (NotReady, RateLimited):
            return True
        except InvalidInput:
            pass  # there is no table for these rules
        if attempt:
            await self._store.put_loss(table, game, _loss(splits))
        else:
            seats = enumerate(splits[game - 1] if splits else [], 1)
            await self._store.put_luck(table, game, {seat: split for seat, split in seats if split is not None})
        await self._clock.sleep(pause)
        return False


def _in_time(outcomes: Sequence[Outcome], end: datetime | None) -> list[Outcome]:
    """The games that a person finished while the seed was secret.

    Games with a shared seed count nowhere else: other tables may have shown its dice before.
    """
    whole = (each for each in outcomes if each.whole and each.player is Player.PERSON)
    return [each for each in whole if end is not None and each.ended_at < end]


def _loss(splits: Splits) -> float | None:
    """The loss of the only seat in all games; None if it is unknown in one."""
    known = [split for [split] in splits if split is not None]
    return fsum(fsum(split.losses.values()) for split in known) if splits and len(known) == len(splits) else None


def _has_ended(state: TableState, game: int) -> bool:
    games = () if state.match is None else state.match.games[game - 1 : game]
    return any(each.over for each in games)


def _lucky(state: TableState, outcomes: list[Outcome]) -> list[int]:
    """The games whose luck may be of interest."""
    if not plays_for_points(state.variant):
        return []
    return sorted({each.game for each in outcomes if each.whole and each.player is Player.PERSON})
