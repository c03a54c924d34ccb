"""Whether this process can serve: alive it is as long as it answers, ready when what it needs answers too.

A bus that does not answer makes the process slower to hear of others, not unable: readers ask the store meanwhile. So
that is told, and nobody is sent away for it.

It also ends streams from outside: at the end of the server, and of the caller's session.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from enum import StrEnum
from itertools import count
from typing import TypeVar

from pasch.rules.errors import PaschError
from pasch.server.operation.metrics import Metrics
from pasch.service.errors import DatabaseReplaced, DatabaseUnwritable
from pasch.service.house import House
from pasch.service.ids import TableId

T = TypeVar("T")


class Closing:
    """Begins once. Long-lived answers end themselves when it does, so that the server need not wait for them."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._calls: set[Callable[[], None]] = set()
        self._failed = asyncio.Event()
        self.failure: PaschError | None = None
        """Why the server cannot go on; None if it ends for another reason."""
        self.announced = False
        """Whether the end is near: from then on nobody new should be sent here."""

    def announce(self) -> None:
        """Tell whoever watches over the process that it will end."""
        self.announced = True

    def fail(self, failure: PaschError) -> None:
        """Ask for the end because the server cannot go on."""
        self.announce()
        self.failure = failure
        self._failed.set()

    async def failed(self) -> None:
        """Return when the server cannot go on."""
        await self._failed.wait()

    def begin(self) -> None:
        """Tell everybody who streams."""
        self.announce()
        self._event.set()
        for call in tuple(self._calls):
            call()

    @property
    def begun(self) -> bool:
        """Whether the server ends."""
        return self._event.is_set()

    @contextmanager
    def calling(self, call: Callable[[], None]) -> Iterator[None]:
        """Call when the server ends, while the context is open: what waits for something else can be called away."""
        self._calls.add(call)
        try:
            yield
        finally:
            self._calls.discard(call)

    async def wait(self) -> None:
        """Return when the server ends."""
        await self._event.wait()

    async def through(
        self,
        items: AsyncIterator[T],
        silence: float | None = None,
        until: Callable[[], Awaitable[None]] | None = None,
    ) -> AsyncGenerator[T | None]:
        """The items until the server ends, or `until` returns; None whenever none has come for `silence` seconds.

        When `until` has returned no further item passes. Raises what `until` raises.
        """
        ending = asyncio.ensure_future(self.wait())
        revoked = asyncio.ensure_future((until or asyncio.Event().wait)())
        coming = asyncio.ensure_future(anext(items, None))
        waits = {ending, revoked, coming}
        try:
            while True:
                done, _ = await asyncio.wait(waits, timeout=silence, return_when=asyncio.FIRST_COMPLETED)
                if revoked in done:
                    revoked.result()
                    return
                if coming in done:
                    item = coming.result()
                    if item is None:
                        return
                    yield item
                    coming = asyncio.ensure_future(anext(items, None))
                    waits = {ending, revoked, coming}
                elif ending in done:
                    return
                else:
                    yield None
        finally:
            for wait in waits:
                wait.cancel()
            await asyncio.wait(waits)


log = logging.getLogger("pasch.server")

PATIENCE = 1.0
"""Seconds within which the database has to answer."""
LOOK = 5
"""Seconds between two looks that nobody asked for; the lag of the event loop is measured every second."""
NO_TABLE = TableId("-")


class Health(StrEnum):
    """Whether to send people here."""

    READY = "ready"
    DEGRADED = "degraded"
    """The line to other processes is broken, or the database takes nothing: what is there is shown."""
    ENDING = "ending"
    NO_DATABASE = "no_database"


class Watch:
    """Looks after database and bus, and tells the log when they go and come back."""

    def __init__(self, house: House, metrics: Metrics, closing: Closing) -> None:
        self._house = house
        self._metrics = metrics
        self._closing = closing
        self._bus_up = True
        self._unwritable: DatabaseUnwritable | None = None

    async def check(self) -> Health:
        """How the process does now; within `PATIENCE` seconds."""
        if self._closing.announced:
            return Health.ENDING
        if not await self._database_answers():
            return Health.NO_DATABASE
        writable = await self._database_takes()
        if not self._bus_stands() or not writable:
            return Health.DEGRADED
        return Health.READY

    async def _database_answers(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._house.tables.writer.store.find(NO_TABLE)
        except DatabaseReplaced as error:
            if self._closing.failure is None:
                log.critical("database_replaced")
            self._closing.fail(error)
            self._metrics.database_up = False
        except Exception as error:  # noqa: BLE001 - whatever it is, nothing can be read
            self._database_is(up=False, error=error)
        else:
            self._database_is(up=True)
        return self._metrics.database_up

    def _database_is(self, *, up: bool, error: Exception | None = None) -> None:
        if up != self._metrics.database_up:
            _tell("database_back" if up else "database_lost", up=up, error=error)
        self._metrics.database_up = up

    async def _database_takes(self) -> bool:
        """Whether the database can be written; told once when that ends, with the database's own error."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._house.tables.writer.store.writable()
        except DatabaseUnwritable as error:
            if self._unwritable is None or self._unwritable.full != error.full:
                _tell_unwritable(error)
            self._unwritable = error
        except Exception:  # noqa: BLE001, S110 - it answered a moment ago; the next look says more
            pass
        else:
            if self._unwritable is not None:
                _tell("database_back", up=True)
            self._unwritable = None
        return self._unwritable is None

    def _bus_stands(self) -> bool:
        up = self._house.bus.figures.connected
        if up != self._bus_up:
            _tell("bus_back" if up else "bus_lost", up=up)
        self._bus_up = up
        return up

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """While the context is open, look every few seconds, and measure how late the event loop is."""
        task = asyncio.create_task(self._again())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait([task])

    async def _again(self) -> None:
        loop = asyncio.get_running_loop()
        for second in count(1):
            due = loop.time() + 1
            await asyncio.sleep(1)
            self._metrics.late(loop.time() - due)
            if second % LOOK == 0:
                await self.check()


def _tell(event: str, *, up: bool, error: Exception | None = None) -> None:
    log.log(logging.WARNING if up else logging.ERROR, event, exc_info=error)


def _tell_unwritable(error: DatabaseUnwritable) -> None:
    told = {"code": error.name, "reason": error.reason}
    if error.full:
        log.error("database_full", extra=told)
    else:
        log.error("database_read_only", extra=told)
