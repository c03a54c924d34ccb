"""Results: what came of every game is kept, ranked and told.

Theory of operation. Where the end of a game is written to a log, the table is marked as due in the same transaction.
Whoever serves takes the tables that are due, reads their logs, keeps the outcomes and takes the mark away; what a crash
interrupts is still due at the next start, and what two processes do at once is there once. The luck of people's games
is worked out afterwards, one game at a time, when nobody waits for anything else.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pasch.rules.errors import InvalidInput
from pasch.service.archive.records import record_of
from pasch.service.errors import NotReady, RateLimited
from pasch.service.ids import SessionId, TableId
from pasch.service.log import LogEvent
from pasch.service.ports import Clock, Solver, TableRow, TableStore
from pasch.service.results.outcomes import Outcome, Player, outcomes_of, plays_for_points
from pasch.service.runtime.cache import LiveTable
from pasch.service.system import report
from pasch.service.table.state import opened


@dataclass(frozen=True)
class Ranking:
    """Which outcomes a list of bests is made of: `rules` as `rules_text` writes them, `since` None for all times."""

    variant: str
    rules: str
    player: Player
    since: datetime | None = None


@dataclass(frozen=True)
class Played:
    """House rules (as `rules_text` writes them) by which a variant was played, and how many outcomes there are."""

    rules: str
    outcomes: int


class ResultStore(Protocol):
    """Outcomes of games. They outlive their tables; what is written twice is there once."""

    async def due(self, limit: int) -> Sequence[tuple[TableId, int]]:
        """Tables where games have ended whose outcomes are not kept yet, each with the event that ended the latest."""

    async def keep(self, table: TableId, seq: int, outcomes: Sequence[Outcome], lucky: Sequence[int]) -> None:
        """Keep the outcomes of a table as it was after event `seq`; it is not due any more unless it is further.

        The luck of the games in `lucky` is due now.
        """

    async def best(self, ranking: Ranking, limit: int) -> Sequence[Outcome]:
        """The best whole games with the server's dice; of equal scores the older one first."""

    async def played(self, variant: str, limit: int) -> Sequence[Played]:
        """By which rules a variant was played to the end, the most frequent first."""

    async def of_session(self, session: SessionId, limit: int) -> Sequence[Outcome]:
        """The latest outcomes of a person, whole or not, oldest first."""

    async def luck_due(self, limit: int) -> Sequence[tuple[TableId, int]]:
        """Games whose luck is not worked out yet, the latest first."""

    async def put_luck(self, table: TableId, game: int, luck: Mapping[int, float]) -> None:
        """Keep the luck of a game by seat, none where it cannot be known; it is not due any more."""

    async def rename(self, session: SessionId, name: str) -> None:
        """Put another name on everything of a person."""

    async def forget(self, session: SessionId) -> None:
        """Take person and name off everything of a person; the scores stay, as nobody's."""


LUCK = "luck"
"""Whom solves are counted against that the luck of games causes."""

BATCH = 50
"""Tables that are looked up at once."""

LUCKY = 8
"""Games whose luck is asked for at once: one that waits for a long solve does not keep the others waiting."""

PATIENCE = 5.0
"""Seconds to wait after something went wrong."""


@dataclass(frozen=True)
class ResultSettings:
    """`luck_pause` is the seconds between two games whose luck is worked out; None works out none.

    `luck_patience` is the seconds until what was not ready is asked for again.
    """

    luck_pause: float | None = 0.5
    luck_patience: float = 2.0


class ResultRecorder:
    """Keeps what comes of games while `working` is open."""

    def __init__(
        self, store: ResultStore, tables: TableStore, clock: Clock, settings: ResultSettings | None = None
    ) -> None:
        self._store = store
        self._tables = tables
        self._clock = clock
        self._settings = settings or ResultSettings()
        self._given_up: set[TableId] = set()
        self._lucky = asyncio.Event()

    @asynccontextmanager
    async def working(self, solver: Solver, games_over: asyncio.Event) -> AsyncIterator[None]:
        """Take up what is due, and again whenever `games_over` is set."""
        loop = asyncio.get_running_loop()
        tasks = [loop.create_task(self._again(self.catch_up, games_over))]
        pause = self._settings.luck_pause
        if pause is not None:
            tasks.append(loop.create_task(self._again(lambda: self.find_luck(solver, pause), self._lucky)))
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)

    async def _again(self, work: Callable[[], Awaitable[None]], more: asyncio.Event) -> None:
        """Work, and whenever there is more to do; a store that fails for a while ends nothing."""
        while True:
            more.clear()
            try:
                await work()
            except Exception as error:  # noqa: BLE001 - told, and tried again
                report("Results cannot be kept just now", error)
                await self._clock.sleep(PATIENCE)
            else:
                await more.wait()

    # --------------------------------------------------------------------------- outcomes

    async def catch_up(self) -> None:
        """Keep the outcomes of all games that have ended. A log that cannot be read is told of and passed over."""
        while True:
            due = await self._store.due(BATCH + len(self._given_up))
            due = [(table, seq) for table, seq in due if table not in self._given_up]
            if not due:
                return
            for table, seq in due:
                await self._take_up(table, seq)

    async def _take_up(self, table: TableId, seq: int) -> None:
        read = await self._read(table)
        try:
            outcomes = [] if read is None else await asyncio.to_thread(outcomes_of, *read)
        except Exception as error:  # noqa: BLE001 - one table must not keep the others from being looked at
            self._given_up.add(table)
            report("The results of a table cannot be read off its log", error, table)
            return
        lucky = [] if read is None else _lucky(read[1], outcomes)
        await self._store.keep(table, seq, outcomes, lucky)
        if lucky:
            self._lucky.set()

    async def _read(self, table: TableId) -> tuple[TableRow, list[LogEvent]] | None:
        log = await self._tables.read(table, 0)
        row = await self._tables.find(table)
        return None if row is None or not log else (row, [*log])

    # --------------------------------------------------------------------------- luck

    async def find_luck(self, solver: Solver, pause: float) -> None:
        """Work out the luck of every game that is due, the latest first."""
        while due := await self._store.luck_due(LUCKY):
            waiting = [await self._luck_of(solver, *game, pause) for game in due]
            if all(waiting):
                await self._clock.sleep(self._settings.luck_patience)

    async def _luck_of(self, solver: Solver, table: TableId, game: int, pause: float) -> bool:
        """Whether the game has to wait: what its luck follows from is being made."""
        found: dict[int, float] = {}
        read = await self._read(table)
        if read is not None:
            try:
                record = await asyncio.to_thread(lambda: record_of(LiveTable(*read), "en"))
                luck = await solver.luck(record, LUCK)
            except (NotReady, RateLimited):
                return True
            except InvalidInput:
                luck = []
            found = {seat: value for seat, value in enumerate(luck[game - 1] if luck else [], 1) if value is not None}
        await self._store.put_luck(table, game, found)
        await self._clock.sleep(pause)
        return False


def _lucky(log: list[LogEvent], outcomes: list[Outcome]) -> list[int]:
    """The games whose luck somebody may want to know."""
    if not plays_for_points(opened(log[0]).variant):
        return []
    return sorted({each.game for each in outcomes if each.whole and each.player is Player.PERSON})
