"""Puts the service over a database together."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from pasch.bots import BOTS
from pasch.bots.play import Bot
from pasch.service.archive.history import History
from pasch.service.attempts import Attempts
from pasch.service.chat.chat import Chat
from pasch.service.daily import Daily
from pasch.service.people.accounts import Accounts, Argon2Passwords
from pasch.service.people.continuing import Continuing
from pasch.service.people.privacy import Leaving
from pasch.service.people.sessions import Sessions, Tokens
from pasch.service.people.store import PersonalDataStore
from pasch.service.ports import Bus, Clock, Entropy
from pasch.service.puzzles import Puzzles
from pasch.service.results.profiles import Profiles
from pasch.service.results.results import ResultRecorder, ResultSettings
from pasch.service.results.scores import Scores
from pasch.service.retention import Purge
from pasch.service.runtime.ownership import Ownership, SoleOwner
from pasch.service.runtime.shared_ownership import SharedOwnership
from pasch.service.runtime.tables import Lobby, Tables
from pasch.service.runtime.writer import TableSettings
from pasch.service.service import Service
from pasch.service.shared_events import SharedEvents
from pasch.service.system import SystemClock, SystemEntropy
from pasch.storage.bus import LocalBus, MakeBus, bus_of
from pasch.storage.chat import SqlChat
from pasch.storage.database import Database, is_postgres
from pasch.storage.opening import opened
from pasch.storage.ownership import SqlConnections
from pasch.storage.people import SqlKeys, SqlPeople, SqlTraces
from pasch.storage.progress import SqlProgress
from pasch.storage.puzzles import SqlPuzzles
from pasch.storage.results import SqlHistory, SqlResults
from pasch.storage.retention import SqlRetention
from pasch.storage.shared_events import SqlAttempts, SqlDaily, SqlSharedEvents
from pasch.storage.tables import SqlTables

LOCAL_BUS = bus_of("local")
"""A bus without other processes."""


@asynccontextmanager
async def service_on(  # noqa: PLR0913 - the parameters after the first are for tests and the server
    url: str,
    settings: TableSettings | None = None,
    bots: Mapping[str, Bot] | None = None,
    results: ResultSettings | None = None,
    entropy: Entropy | None = None,
    *,
    clock: Clock | None = None,
    make_bus: MakeBus = LOCAL_BUS,
    locks_at: str | None = None,
    opening: Callable[[str], AbstractAsyncContextManager[Database]] = opened,
) -> AsyncIterator[Service]:
    """The service over the database at a URL, for one process. Raises the errors of `opening`.

    `locks_at` is the address for the locks of several processes, if `url` leads to a transaction pooler.
    """
    clock = clock or SystemClock()
    entropy, settings = entropy or SystemEntropy(), settings or TableSettings()
    async with opening(url) as database, _bus(make_bus, database, clock) as bus:
        store = SqlTables(database)
        people, results_store = SqlPeople(database), SqlResults(database)
        ownership = await _ownership(url, locks_at or url, database, bus, clock)
        tables = Tables(store, bus, clock, entropy, settings, bots or BOTS, ownership)
        sessions, scores = Sessions(people, bus, clock, entropy), Scores(results_store, clock, tables.pace)
        chat = Chat(SqlChat(database), tables, bus, clock)
        attempts = Attempts(SqlAttempts(database), tables, entropy)
        daily = Daily(SqlDaily(database), attempts, tables, clock, entropy)
        events = SharedEvents(SqlSharedEvents(database), attempts, tables, clock, entropy)
        puzzles = Puzzles(SqlPuzzles(database), clock, tables.pace)
        personal: dict[str, PersonalDataStore] = {
            "tables": SqlTraces(database),
            "chat": chat,
            "results": scores,
            "attempts": attempts,
            "events": events,
            "puzzles": puzzles,
        }
        yield Service(
            tables,
            sessions,
            Accounts(people, sessions, Argon2Passwords(), clock, entropy),
            Tokens(people, sessions, clock, entropy),
            Leaving(people, sessions, tables, store, personal),
            ResultRecorder(results_store, store, clock, results, tables.writer.tables.known),
            scores,
            Profiles(people, results_store, scores, daily, tables),
            daily,
            events,
            puzzles,
            History(SqlHistory(database), store, clock, entropy, tables.pace),
            chat,
            Lobby(tables, bus, clock),
            Continuing(SqlKeys(database), tables.writer, entropy),
            Purge(SqlRetention(database), clock, settings.keep, tables.writer.forget),
            bus,
        )


@asynccontextmanager
async def _bus(make: MakeBus, database: Database, clock: Clock) -> AsyncIterator[Bus]:
    bus = make(SqlProgress(database), clock)
    async with bus.running():
        yield bus


async def _ownership(url: str, locks_at: str, database: Database, bus: Bus, clock: Clock) -> Ownership:
    """The ownership of this process: of all tables, on a file or with a local bus, else shared."""
    if isinstance(bus, LocalBus) or not is_postgres(url):
        return SoleOwner()
    from pasch.storage.ownership import PostgresLocks

    locks = PostgresLocks(locks_at)
    await locks.check(database)
    return SharedOwnership(locks, SqlConnections(database), bus, clock)
