"""The health of this process: alive while it answers, ready when its database answers too.

A bus that does not answer delays news from other processes, since readers then poll the store. So health reports it,
but the process still accepts clients.

The module also ends streams: at the end of the server, and of the caller's session.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from enum import StrEnum
from itertools import count
from typing import TypeVar

from pasch.rules.errors import PaschError
from pasch.server.metrics import Metrics
from pasch.service.errors import DatabaseReplaced, DatabaseUnwritable
from pasch.service.ids import TableId
from pasch.service.service import Service
from pasch.service.system import working

T = TypeVar("T")


class Closing:
    """The shutdown, which begins once. Long-lived responses then end, so that the server need not wait for them."""

    def __init__(self) -> None:
        self._event = asyncio.Event()
        self._calls: set[Callable[[], None]] = set()
        self.failed = asyncio.Event()
        """Set when the server cannot go on."""
        self.failure: PaschError | None = None
        """The reason why the server cannot go on; None if it ends for another reason."""
        self.announced = False
        """Whether the shutdown is near: new clients should go elsewhere."""

    def announce(self) -> None:
        """Show supervisors that the process will end."""
        self.announced = True

    def fail(self, failure: PaschError) -> None:
        """Request the shutdown because the server cannot go on."""
        self.announce()
        self.failure = failure
        self.failed.set()

    def begin(self) -> None:
        """Notify all streams."""
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
        """Run a callback when the server ends, while the context is open; at once when it ends already."""
        self._calls.add(call)
        if self.begun:
            call()
        try:
            yield
        finally:
            self._calls.discard(call)

    async def until_end(
        self, items: AsyncIterator[T], silence: float | None = None, until: Callable[[], Awaitable[None]] | None = None
    ) -> AsyncGenerator[T | None]:
        """The items until the server ends, or `until` returns; None whenever none has come for `silence` seconds.

        Once `until` has returned no further item passes. Raises the exceptions of `until`.
        """
        ending = asyncio.ensure_future(self._event.wait())
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
"""The database's time limit for an answer, in seconds."""
CHECK_SECONDS = 5
"""Seconds between two scheduled checks; the lag of the event loop is measured every second."""
NO_TABLE = TableId("-")


class Health(StrEnum):
    """Whether the process can serve clients."""

    READY = "ready"
    DEGRADED = "degraded"
    """The bus is disconnected, or the database is not writable: existing data is shown."""
    ENDING = "ending"
    NO_DATABASE = "no_database"


class Watch:
    """Checks database and bus, and logs their failures and recoveries."""

    def __init__(self, service: Service, metrics: Metrics, closing: Closing) -> None:
        self._service = service
        self._metrics = metrics
        self._closing = closing
        self._bus_up = True
        self._unwritable: DatabaseUnwritable | None = None

    async def check(self) -> Health:
        """The health of the process; takes at most `PATIENCE` seconds."""
        if self._closing.announced:
            return Health.ENDING
        if not await self._database_answers():
            return Health.NO_DATABASE
        writable = await self._is_writable()
        if not self._check_bus() or not writable:
            return Health.DEGRADED
        return Health.READY

    async def _database_answers(self) -> bool:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._service.tables.writer.store.find(NO_TABLE)
        except DatabaseReplaced as error:
            if self._closing.failure is None:
                log.critical("database_replaced")
            self._closing.fail(error)
            self._metrics.database_up = False
        except Exception as error:  # noqa: BLE001 - whatever the error, the database is unreadable
            self._database_is(up=False, error=error)
        else:
            self._database_is(up=True)
        return self._metrics.database_up

    def _database_is(self, *, up: bool, error: Exception | None = None) -> None:
        if up != self._metrics.database_up:
            _log_change("database_back" if up else "database_lost", up=up, error=error)
        self._metrics.database_up = up

    async def _is_writable(self) -> bool:
        """Whether the database is writable. Logs the database's error once when that changes."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._service.tables.writer.store.writable()
        except DatabaseUnwritable as error:
            if self._unwritable is None or self._unwritable.full != error.full:
                _log_unwritable(error)
            self._unwritable = error
        except Exception:  # noqa: BLE001, S110 - it answered a moment ago; the next check is more reliable
            pass
        else:
            if self._unwritable is not None:
                _log_change("database_back", up=True)
            self._unwritable = None
        return self._unwritable is None

    def _check_bus(self) -> bool:
        up = self._service.bus.figures.connected
        if up != self._bus_up:
            _log_change("bus_back" if up else "bus_lost", up=up)
        self._bus_up = up
        return up

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Check every few seconds while the context is open, and measure the lag of the event loop."""
        async with working(self._watch()):
            yield

    async def _watch(self) -> None:
        loop = asyncio.get_running_loop()
        for second in count(1):
            due = loop.time() + 1
            await asyncio.sleep(1)
            self._metrics.lag.observe(loop.time() - due)
            if second % CHECK_SECONDS == 0:
                await self.check()


def _log_change(event: str, *, up: bool, error: Exception | None = None) -> None:
    log.log(logging.WARNING if up else logging.ERROR, event, exc_info=error)


def _log_unwritable(error: DatabaseUnwritable) -> None:
    fields = {"code": error.name, "reason": error.reason}
    if error.full:
        log.error("database_full", extra=fields)
    else:
        log.error("database_read_only", extra=fields)
