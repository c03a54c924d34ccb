"""Runs the app on uvicorn: sockets bound beforehand, a shutdown that does not wait for open connections.

Garbage collection:
a full collection visits every object of every table in memory. It blocks the server for a fifth of a second for a
hundred tables, and Python starts one whenever enough has been added. So the program's own objects are frozen. Full
collections run only when the server is at rest, or after a long time without rest; then one request waits. Young
collections run by the clock, because each visits all objects made since the last. Python starts one when new objects
minus freed ones reach a threshold. A busy server frees old objects as fast as it makes new ones. Python's collections
would then come seconds apart, and each would block for more than a tenth of a second. Reference counting frees objects
outside cycles at once, as everywhere.
"""

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import ssl
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from math import ceil
from types import FrameType
from typing import Any, cast

import uvicorn
from fastapi import FastAPI
from uvicorn.loops.auto import auto_loop_factory

from pasch.server.configuration.settings import ServerSettings
from pasch.server.context import Context
from pasch.server.guards.heads import BoundedHeads, IdleConnections, SocketProtocol
from pasch.server.log import unexpected

YOUNG = 10_000
"""New objects, minus freed ones, before a young collection, which takes some milliseconds."""
NEVER = 1_000_000_000
INTERVAL = 0.05
"""The longest time between two young collections, in seconds."""
CHECK_AFTER = 20
"""Young collections between two checks for rest."""


@dataclass
class Collector:
    """Decides when a full collection is due. `seen` is the count at the last check, times are in seconds."""

    pause: float = 60.0
    """The shortest time between collections."""
    longest: float = 900.0
    """The time after which one runs even though requests may wait for it."""
    seen: int = 0
    last: float = 0.0

    def is_due(self, now: float, done: int) -> bool:
        """Whether to collect now, `done` requests and commands after the start; True counts as a collection."""
        at_rest, self.seen = done == self.seen, done
        since = now - self.last
        if since < (self.pause if at_rest else self.longest):
            return False
        self.last = now
        return True


def freeze_loaded_objects() -> None:
    """Freeze all objects loaded so far, and leave all but young collections to `collect_garbage`.

    A middle collection would stop a busy server for a fifth of a second. It would find next to nothing: requests and
    connections leave no cycles of references.
    The server's start may have disabled collections, which find nothing while it loads.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)
    gc.enable()


async def collect_garbage(done: Callable[[], int]) -> None:
    """Run young collections by the clock and full ones at rest, until cancelled. `done` returns the answers so far."""
    loop = asyncio.get_running_loop()
    collector = Collector(last=loop.time())
    for collections in count(1):
        await asyncio.sleep(INTERVAL)
        gc.collect(0)
        if collections % CHECK_AFTER == 0 and collector.is_due(loop.time(), done()):
            gc.collect()


log = logging.getLogger("pasch.server")

ENDING = 5.0
"""Seconds that other tasks get to end, after running requests have ended or were cut off."""
KEPT = 75
"""Seconds before an idle connection is closed: longer than in browsers and proxies. So they close it first, and no
request is on its way to a connection that has just been closed here.
"""
BACKLOG = 1024
JUST_COME = 0.5
"""The longest time between a connection and its first request that is still answered here, in seconds."""
SWITCH = 0.0005
"""Seconds that a thread may compute before the event loop goes on. The default is ten times as long, and commands
wait so long at each step while a record is written.
"""
UNREAD = 30
"""Seconds without acknowledgement of sent data or of a probe, after which a connection is cut."""


HANG_UP: signal.Signals | None = getattr(signal, "SIGHUP", None)
"""None on systems without it."""


def _shutdown_signals() -> list[signal.Signals]:
    """The signals that request the shutdown. A hang-up does too, unless `nohup` ignores it."""
    signals = [signal.SIGINT, signal.SIGTERM]
    if HANG_UP is not None and signal.getsignal(HANG_UP) is not signal.SIG_IGN:
        signals.append(HANG_UP)
    return signals


def _patient(listener: socket.socket) -> None:
    """Make the system cut connections whose far end is gone or reads nothing; accepted ones inherit this.

    The app cannot: a connection that it closes lasts until the written data has been acknowledged, which may be never.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (
        ("TCP_KEEPIDLE", UNREAD),
        ("TCP_KEEPINTVL", UNREAD // 3),
        ("TCP_KEEPCNT", 3),
        ("TCP_USER_TIMEOUT", UNREAD * 1000),
    ):
        if number := getattr(socket, option, None):  # some systems lack some of them
            listener.setsockopt(socket.IPPROTO_TCP, number, value)


def many_files() -> None:
    """Raise this process's limit of open files and connections to the system's maximum."""
    if os.name == "posix":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # some systems allow fewer than they report
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def bind(host: str, port: int) -> socket.socket:
    """A listening socket. `port` 0 selects a free one. Raises `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # Lets a server reuse its port right after it was killed; another listener there is still an error.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _patient(listener)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except Exception as error:
        listener.close()
        if isinstance(error, OSError):
            raise
        # For a host with characters that are invalid in names, or a port beyond the last.
        raise OSError(errno.EADDRNOTAVAIL, str(error)) from None
    return listener


def in_loop(serving: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine that opens a database and serves, in the event loop that suits a server."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(serving)


Ready = Callable[[], asyncio.Event | None]
"""Called once connections are answered; returns an event that is set when another process has replaced this one."""
Encrypted = tuple[socket.socket, ssl.SSLContext]
"""A listener for TLS, with its certificate."""
Rest = Callable[[float], Awaitable[None]]
"""Waits for a number of seconds."""


async def serve(  # noqa: PLR0913, PLR0917 - what is served, where, and how
    app: FastAPI,
    listeners: Sequence[socket.socket],
    settings: ServerSettings,
    ready: Ready,
    rest: Rest = asyncio.sleep,
    encrypted: Encrypted | None = None,
) -> None:
    """Serve until a signal or another process requests the shutdown. `encrypted` is an additional listener.

    Raises the failure after which the process cannot go on, such as `DatabaseReplaced`.
    """
    many_files()
    sys.setswitchinterval(SWITCH)
    config = uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(BoundedHeads, idle=IdleConnections(settings.idle_connections))),
        ws=SocketProtocol,
        ws_max_size=settings.body_limit,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEPT,
        proxy_headers=False,  # the app does that, since it has the trusted proxies
        timeout_graceful_shutdown=ceil(settings.operation.shutdown_grace),
    )
    asyncio.get_running_loop().set_exception_handler(unexpected)
    context: Context = app.state.context
    await _Server(config, context, ready, rest, encrypted).serve(sockets=list(listeners))
    if context.closing.failure is not None:
        raise context.closing.failure


class _Server(uvicorn.Server):
    """uvicorn's server; it reports readiness, closes streams first, and ends by returning, not by a signal."""

    def __init__(
        self, config: uvicorn.Config, context: Context, ready: Ready, rest: Rest, encrypted: Encrypted | None
    ) -> None:
        super().__init__(config)
        self._encrypted = encrypted
        self._context = context
        self._ready = ready
        self._rest = rest
        self._tasks: list[asyncio.Task[None]] = []
        self._loop = asyncio.get_running_loop()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            if self._encrypted is not None:
                listener, tls = self._encrypted
                self.servers.append(await self._loop.create_server(self._protocol, sock=listener, ssl=tls))
            freeze_loaded_objects()
            self._tasks.append(asyncio.create_task(collect_garbage(self._context.metrics.done)))
            self._tasks.append(asyncio.create_task(self._end_with_failure()))
            if (replaced := self._ready()) is not None:
                self._tasks.append(asyncio.create_task(self._leave(replaced)))

    def _protocol(self) -> asyncio.Protocol:
        """A connection like those that uvicorn accepts; it detects TLS from its transport."""
        make = cast("Callable[..., asyncio.Protocol]", self.config.http_protocol_class)
        return make(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._context.closing.begin()
        for task in self._tasks:
            task.cancel()
        grace = self._context.settings.operation.shutdown_grace
        try:
            async with asyncio.timeout(grace + ENDING):
                await super().shutdown(sockets)
        except TimeoutError:
            log.error("ended_late")  # noqa: TRY400 - the traceback would not show where it hangs

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Request the shutdown on the first signal, hasten it on further ones; afterwards the process goes on."""
        before = {number: signal.signal(number, self._asked) for number in _shutdown_signals()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _asked(self, number: int, _frame: FrameType | None) -> None:
        notice, announced = self._context.settings.operation.shutdown_notice, self._context.closing.announced
        if announced and number == HANG_UP:  # a closing terminal sends it twice: from the shell and from the system
            return
        self._context.closing.announce()
        if notice and not announced:
            # Load balancers see `/readyz` change first, and route clients elsewhere.
            self._loop.call_soon_threadsafe(self._loop.call_later, notice, self._end)
        else:
            if self.should_exit:  # uvicorn's forced exit prints tracebacks and does not shut down the app
                self._loop.call_soon_threadsafe(self._cut_off)
            self._end()

    def _cut_off(self) -> None:
        """End all running requests."""
        for task in self.server_state.tasks:
            task.cancel()

    def _end(self) -> None:
        self.should_exit = True

    async def _end_with_failure(self) -> None:
        await self._context.closing.failed.wait()
        self._end()

    async def _leave(self, replaced: asyncio.Event) -> None:
        """End when other processes have taken over the port, after answering connections that have just come."""
        await replaced.wait()
        for server in self.servers:
            server.close()
        await self._rest(JUST_COME)
        self._end()
