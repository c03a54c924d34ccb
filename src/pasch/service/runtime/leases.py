"""Ownership of tables by several processes: leases in the store.

A process lives while its heartbeat in the store advances (`renew`), and owns its tables while it lives. A lease costs
nothing while it lasts, however many tables it covers. The other processes count unchanged heartbeats, each at its own
pace, and bury a process whose heartbeat has not advanced for a lease. No clocks are compared. A burial is one
transaction on the heartbeat that was seen, so one of several succeeds. A slow process that was buried starts again
under another name. A process that could not renew for a lease owns nothing from then on by its own clock, which is
never later than its burial.

Requests to publish, claim or read are queued. One task processes them together, so a thousand broken connections cost
a few transactions. The bus announces which connections to read; a process that missed an announcement reads them at
the next sweep. Old readings do no harm: the owner asks again before it announces an absence, and a process with a
connection of that player answers. A table that cannot be read is released after some attempts.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from itertools import islice

from pasch.service.ids import ProcessId, TableId
from pasch.service.ports import Bus, Clock, Entropy
from pasch.service.runtime.connections import NOBODY, OtherProcesses, ProcessConnections
from pasch.service.runtime.ownership import Host, LeaseStore, LeaseTimes, Takeover
from pasch.service.system import PATIENCE, report
from pasch.service.topics import watchers_topic

TRIES = 3
"""Failed attempts to load a table, by a store that answers, before other processes may own it."""

PROCESS_BYTES = 8
NOTHING = ProcessConnections()


class Heartbeats:
    """How often in a row the heartbeat of each process was found unchanged."""

    def __init__(self, looks: int) -> None:
        self._looks = looks
        self._known: Mapping[ProcessId, tuple[int, int]] = {}

    def look(self, beats: Mapping[ProcessId, int]) -> tuple[dict[ProcessId, int], bool]:
        """The dead processes with their last heartbeats, and whether any process has been buried."""
        before = self._known
        self._known = {process: (beat, self._still(process, beat)) for process, beat in beats.items()}
        dead = {process: beat for process, (beat, still) in self._known.items() if still >= self._looks}
        return dead, not before.keys() <= beats.keys()

    def _still(self, process: ProcessId, beat: int) -> int:
        """How often in a row a process was found at this heartbeat, after the first time."""
        last, still = self._known.get(process, (None, 0))
        return still + 1 if beat == last else 0


class LeasedOwnership:
    """The ownership of several processes: each owns the tables that it has leases for."""

    slack = 0.25

    def __init__(
        self, store: LeaseStore, bus: Bus, clock: Clock, entropy: Entropy, times: LeaseTimes | None = None
    ) -> None:
        self._store = store
        self._bus = bus
        self._clock = clock
        self._entropy = entropy
        self._times = times or LeaseTimes()
        self._host: Host | None = None
        self._me: ProcessId | None = None
        self._renewed: datetime | None = None
        self._pulses = Heartbeats(self._times.looks)
        self._rounds = 0
        self._searched: str | None = ""
        self._turnstile = asyncio.Lock()
        self._errand = asyncio.Event()
        self._ears: dict[str, asyncio.Task[None]] = {}
        self._held: set[TableId] = set()
        self._claimed: dict[TableId, Takeover] = {}
        self._in_vain: Counter[TableId] = Counter()
        self._wanted: dict[TableId, bool] = {}
        self._elsewhere: set[TableId] = set()
        self._free = False
        self._said: dict[TableId, ProcessConnections] = {}
        self._unsaid: dict[TableId, ProcessConnections] = {}
        self._unread: set[TableId] = set()

    # --------------------------------------------------------------------------- as the tables see it

    def owns(self, table: TableId) -> bool:
        """Whether this process owns a table at this moment."""
        return table in self._held and not self._lapsed

    def want(self, table: TableId, *, begun: bool = False) -> None:
        """The table needs an owner. `begun`: the match has just begun."""
        if table not in self._held and table not in self._claimed and table not in self._elsewhere:
            self._wanted[table] = begun or self._wanted.get(table, False)
            self._errand.set()

    def declare(self, table: TableId, through: ProcessConnections) -> None:
        """Publish the connections of this process to a table."""
        if through == self._said.get(table, NOTHING):
            return
        self._said[table] = self._unsaid[table] = through
        if through.empty:
            del self._said[table]
        self._tune(table)
        self._errand.set()

    async def ask(self, table: TableId) -> OtherProcesses:
        """What the other processes publish about a table at this moment. Raises what the store raises."""
        if self._me is None:
            return NOBODY
        return (await self._store.told(self._me, [table])).get(table, NOBODY)

    @asynccontextmanager
    async def together(self, host: Host) -> AsyncIterator[None]:
        """While the context is open, this process owns its share of the tables."""
        self._host = host
        tasks = [asyncio.create_task(self._beat()), asyncio.create_task(self._run_errands())]
        try:
            yield
        finally:
            await _stopped(tasks)
            await self._leave(host)
            await _stopped([*self._ears.values()])
            self._ears.clear()
            self._host = None

    # --------------------------------------------------------------------------- living and dying

    @property
    def _lapsed(self) -> bool:
        """Whether others may take this process for dead."""
        return self._renewed is None or self._clock.now() - self._renewed >= timedelta(seconds=self._times.lasts)

    async def _beat(self) -> None:
        while True:
            try:
                await self.round()
            except Exception as error:  # noqa: BLE001 - a store that fails for a while must not end this
                report("The leases of this process could not be renewed", error)
                if self._lapsed:
                    self._drop()
            await self._clock.sleep(self._times.renew)

    async def round(self) -> None:
        """Live on, bury who does not, and see now and then what is to be kept. Raises what the store does."""
        async with self._turnstile:
            begun = self._clock.now()
            beats = await self._renew()
            self._renewed = begun
            dead, vanished = self._pulses.look(beats)
            buried = [await self._store.bury(process, beat) for process, beat in dead.items() if process != self._me]
            if vanished or any(buried) or self._rounds % self._times.looks == 0:
                await self._sweep()
            await self._search()
            self._rounds += 1
        self._errand.set()

    async def _renew(self) -> Mapping[ProcessId, int]:
        if self._me is not None and not self._lapsed:
            beats = await self._store.renew(self._me)
            if beats is not None:
                return beats
        return await self._begin()

    async def _begin(self) -> Mapping[ProcessId, int]:
        """Under a new name, and without anything. What was kept under the old one, somebody takes up again."""
        self._drop()
        old, me = self._me, ProcessId(self._entropy.token(PROCESS_BYTES))
        await self._store.register(me)
        beats = await self._store.renew(me) or {}
        if old is not None and old in beats:
            await self._store.bury(old, beats[old])
        self._me, self._unsaid, self._rounds = me, dict(self._said), 0
        return beats

    def _drop(self) -> None:
        """Keep nothing any more."""
        held, self._held = self._held, set()
        self._claimed.clear()
        for table in held:
            self._lost(table)

    def _lost(self, table: TableId) -> None:
        if self._host is not None:
            self._host.lost(table)
        self._tune(table)

    async def _leave(self, host: Host) -> None:
        """Say who was there, and let the others go on at once."""
        host.leaving()
        held, me = set(self._held), self._me
        self._drop()
        if me is None:
            return
        try:
            await self._store.declare(me, self._unsaid)
            await self._store.end(me)
        except Exception as error:  # noqa: BLE001 - the others find it out by themselves
            report("The leases of this process could not be handed over", error)
        for table in held | self._unsaid.keys():
            await self._bus.publish(watchers_topic(table), 1)

    # --------------------------------------------------------------------------- what is to be kept

    async def _sweep(self) -> None:
        """See to what nobody told of."""
        me, host = self._present()
        self._elsewhere.clear()
        self._free = True
        told = await self._store.told_of_all(me)
        for table in self._said.keys() | self._held:
            host.heard(table, told.get(table, NOBODY))
        for table in await self._store.unkept(me):
            if host.wants(table):
                self.want(table)
        await self._let_go([table for table in self._held if not host.wants(table)])
        host.tidy()

    async def _let_go(self, tables: list[TableId]) -> None:
        if tables:
            me, _ = self._present()
            await self._store.let_go(me, tables)
            self._held.difference_update(tables)
            for table in tables:
                self._lost(table)

    async def _search(self) -> None:
        """After the start, go once through running tables that nobody has ever kept, some at a time."""
        if self._searched is not None:
            me, _ = self._present()
            found = await self._store.claim_running(me, self._searched, self._times.batch)
            self._claimed.update({table: how for table, how in found.items() if how})
            self._searched = max(found, default=None)

    def _present(self) -> tuple[ProcessId, Host]:
        assert self._me is not None  # a round has begun with it
        assert self._host is not None  # rounds and errands run in its context
        return self._me, self._host

    # --------------------------------------------------------------------------- errands

    async def _run_errands(self) -> None:
        while True:
            await self._errand.wait()
            self._errand.clear()
            try:
                await self.errands()
            except Exception as error:  # noqa: BLE001 - a store that fails for a while must not end this
                report("What this process has to tell could not be told", error)
                await self._clock.sleep(PATIENCE)
                self._errand.set()

    async def errands(self) -> None:
        """Say, claim, read and take up what is to be. Raises what the store does; what was not done is kept."""
        async with self._turnstile:
            if self._me is None or self._lapsed:
                return  # the next round that succeeds sees to it
            await self._say_all(self._me)
            await self._claim_all(self._me)
            await self._read_all()
            await self._take_up()

    async def _say_all(self, me: ProcessId) -> None:
        told = dict(islice(self._unsaid.items(), self._times.batch))
        if not told:
            return
        await self._store.declare(me, told)
        for table, through in told.items():
            if self._unsaid[table] is through:
                del self._unsaid[table]
            await self._bus.publish(watchers_topic(table), 1)
        if self._unsaid:
            self._errand.set()

    async def _claim_all(self, me: ProcessId) -> None:
        wanted = dict(islice(self._wanted.items(), self._times.batch))
        if wanted:
            got = await self._store.claim(me, sorted(wanted))
            for table in wanted:
                begun = self._wanted.pop(table)
                if table in got:
                    self._claimed[table] = Takeover.BEGUN if begun else got[table]
                else:
                    self._elsewhere.add(table)
        if self._free:
            free = await self._store.claim_free(me, self._times.batch)
            self._claimed.update(free)
            self._free = len(free) == self._times.batch
        if self._wanted or self._free:
            self._errand.set()

    async def _take_up(self) -> None:
        if not self._claimed:
            return
        me, host = self._present()
        told = await self._store.told(me, sorted(self._claimed))
        errors: dict[TableId, Exception] = {}
        for table, found in list(self._claimed.items()):
            self._held.add(table)
            try:
                await host.taken(table, found, told.get(table, NOBODY))
            except Exception as error:  # noqa: BLE001 - raised when all others are taken up
                self._held.discard(table)
                errors[table] = error
            else:
                del self._claimed[table]
                self._tune(table)
        self._in_vain = Counter({table: self._in_vain[table] + 1 for table in errors})
        await self._give_up(me, {table: error for table, error in errors.items() if self._in_vain[table] >= TRIES})
        to_be_tried_again = [error for table, error in errors.items() if table in self._claimed]
        if to_be_tried_again:
            raise to_be_tried_again[0]

    async def _give_up(self, me: ProcessId, errors: Mapping[TableId, Exception]) -> None:
        """Keep tables no more that cannot be replayed here: whoever can do that may have them."""
        if errors:
            await self._store.let_go(me, list(errors))
        for table, error in errors.items():
            del self._claimed[table]
            report("A table cannot be read", error, table)

    async def _read_all(self) -> None:
        tables = sorted(islice(self._unread, self._times.batch))
        if not tables:
            return
        me, host = self._present()
        self._unread.difference_update(tables)
        try:
            told = await self._store.told(me, tables)
        except BaseException:
            self._unread.update(tables)
            raise
        for table in tables:
            host.heard(table, told.get(table, NOBODY))
            self._elsewhere.discard(table)  # whoever kept it may have gone
            if host.wants(table):
                self.want(table)
        if self._unread:
            self._errand.set()

    # --------------------------------------------------------------------------- listening

    def _tune(self, table: TableId) -> None:
        """Listen to what concerns a table just now: who is there, and what happens if it is kept here."""
        held = table in self._held
        self._listen(watchers_topic(table), held or table in self._said, lambda _: self._told(table))
        self._listen(table, held, lambda seq: self._further(table, seq))

    def _listen(self, topic: str, wanted: bool, heard: Callable[[int], Awaitable[None]]) -> None:  # noqa: FBT001
        if wanted and topic not in self._ears:
            self._ears[topic] = asyncio.create_task(self._hear(topic, heard))
        elif not wanted and topic in self._ears:
            self._ears.pop(topic).cancel()

    async def _hear(self, topic: str, heard: Callable[[int], Awaitable[None]]) -> None:
        with self._bus.subscribe(topic) as subscription:
            seq = 0  # what happened before this began
            while True:
                try:
                    await heard(seq)
                except Exception as error:  # noqa: BLE001 - a store that fails for a while must not end this
                    report("What happened at a table could not be read", error)
                    await self._clock.sleep(PATIENCE)
                    continue
                seq = await subscription.news()

    async def _told(self, table: TableId) -> None:
        self._unread.add(table)
        self._errand.set()

    async def _further(self, table: TableId, seq: int) -> None:
        if self._host is not None and table in self._held:
            await self._host.further(table, seq)


async def _stopped(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
