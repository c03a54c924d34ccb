"""People who play the same dice: the daily game and shared events."""

from pasch.service.attempts import Attempts
from pasch.service.daily import Daily
from pasch.service.results.results import ResultRecorder
from pasch.service.shared_events import SharedEvents
from pasch.storage.results import SqlResults
from pasch.storage.shared_events import SqlAttempts, SqlDaily, SqlSharedEvents
from pasch.storage.tables import SqlTables
from tests.service.harness import Harness, SequentialEntropy
from tests.support.memory import MemoryDatabase


class SharedDiceHarness:
    """Several people with a daily game and shared events, over one database."""

    def __init__(self, database=None, **harness):
        self.database = database or MemoryDatabase()
        self.harness = Harness(SqlTables(self.database), **harness)
        self.results = SqlResults(self.database)
        self.recorder = ResultRecorder(self.results, self.harness.store, self.harness.clock)
        self.store = SqlDaily(self.database)
        entropy = SequentialEntropy(7)
        self.attempts = Attempts(SqlAttempts(self.database), self.harness.tables, entropy)
        self.daily = Daily(self.store, self.attempts, self.harness.tables, self.harness.clock, entropy)
        store = SqlSharedEvents(self.database)
        self.events = SharedEvents(store, self.attempts, self.harness.tables, self.harness.clock, entropy)

    async def finished(self, person, day=None):
        """The table of a day, played to its end."""
        return await self.played(person, await self.daily.open(person, day))

    async def played(self, person, table):
        """A table, played to its end, with its results stored."""
        snapshot = await self.harness.snapshot(person, table)
        while snapshot["status"] == "running":
            await self.harness.play_on(person, table)
            snapshot = await self.harness.snapshot(person, table)
        await self.recorder.catch_up()
        return snapshot

    async def shown(self, person, day=None):
        return await self.daily.show(person, day, "en")
