"""Running the app on uvicorn: sockets bound beforehand, an end that does not wait for open connections.

Garbage collection:
a full search goes through every object of every table in memory: a fifth of a second for a hundred tables, in which
nothing is answered. Python starts one whenever enough has been added. Here what the program itself consists of is
passed over for good, young objects are searched as ever, and all of them only when the server is at rest, or when
that has not been so for long: then somebody waits once. What no cycle holds is freed at once, as everywhere.
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
from math import ceil
from types import FrameType
from typing import Any, cast

import uvicorn
from fastapi import FastAPI
from uvicorn.loops.auto import auto_loop_factory

from pasch.server.configuration.settings import ServerSettings
from pasch.server.context import Context
from pasch.server.guards.heads import BoundedHeads, IdleConnections, RefusableHandshakes
from pasch.server.operation.log import unexpected

YOUNG = (10_000, 20)
"""So many new objects are searched at once, and so many such searches are searched once more."""
NEVER = 1_000_000_000
LOOK = 1.0
"""Seconds between two looks whether the server is at rest."""


@dataclass
class Collector:
    """Decides when a full search is due. `seen` is what was counted at the last look, times are seconds."""

    pause: float = 60.0
    """Searches come no closer than this."""
    longest: float = 900.0
    """After so long one is made even though somebody may wait for it."""
    seen: int = 0
    last: float = 0.0

    def is_due(self, now: float, done: int) -> bool:
        """Whether to search now, `done` requests and commands after the start; True counts as a search made."""
        at_rest, self.seen = done == self.seen, done
        since = now - self.last
        if since < (self.pause if at_rest else self.longest):
            return False
        self.last = now
        return True


def pass_over_the_program() -> None:
    """Never search what has been loaded up to now, and leave full searches to `collect_at_rest`.

    Whoever starts the server may have turned all searches off, for they find nothing while it is loaded.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*YOUNG, NEVER)
    gc.enable()


async def collect_at_rest(done: Callable[[], int]) -> None:
    """Make full searches until cancelled. `done` counts what was answered so far."""
    loop = asyncio.get_running_loop()
    collector = Collector(last=loop.time())
    while True:
        await asyncio.sleep(LOOK)
        if collector.is_due(loop.time(), done()):
            gc.collect()


log = logging.getLogger("pasch.server")

ENDING = 5.0
"""Seconds that everything else gets to end, when requests under way have ended or were cut off."""
KEPT = 75
"""Seconds that an idle connection is kept: longer than browsers and proxies do, so that it is they who close it, and no
request is on its way to a connection that has just been closed here."""
BACKLOG = 1024
JUST_COME = 0.5
"""Seconds between a connection and the first request on it, at most, that is still answered here."""
SWITCH = 0.0005
"""Seconds that a thread may compute before the event loop goes on. By default they are ten times as many, and a command
waits so long at each of its steps while a record is written."""
UNREAD = 30
"""Seconds for which a connection may leave what it was sent untaken, or be silent when asked, before it is cut."""


HANG_UP: signal.Signals | None = getattr(signal, "SIGHUP", None)
"""Not every system has it."""


def _asking() -> list[signal.Signals]:
    """The signals that ask for the end; a hang-up does too, unless `nohup` has said that it is not to count."""
    asking = [signal.SIGINT, signal.SIGTERM]
    if HANG_UP is not None and signal.getsignal(HANG_UP) is not signal.SIG_IGN:
        asking.append(HANG_UP)
    return asking


def _patient(listener: socket.socket) -> None:
    """Have the system cut connections whose far end is gone or reads nothing; accepted ones inherit this.

    The app itself cannot: a connection it closes lasts until what was written has been taken, which may be never.
    """
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for option, value in (
        ("TCP_KEEPIDLE", UNREAD),
        ("TCP_KEEPINTVL", UNREAD // 3),
        ("TCP_KEEPCNT", 3),
        ("TCP_USER_TIMEOUT", UNREAD * 1000),
    ):
        if number := getattr(socket, option, None):  # not every system knows all of them
            listener.setsockopt(socket.IPPROTO_TCP, number, value)


def many_files() -> None:
    """Let this process have as many files and connections open as the system allows it."""
    if os.name == "posix":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(ValueError, OSError):  # some systems allow fewer than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def bind(host: str, port: int) -> socket.socket:
    """A listening socket. `port` 0 takes a free one. Raises `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # Lets a server come back at once on the port where it was killed; another listener there is still an error.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        _patient(listener)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except Exception as error:
        listener.close()
        if isinstance(error, OSError):
            raise
        # Of a host in which there are letters that no name has, or a port beyond the last.
        raise OSError(errno.EADDRNOTAVAIL, str(error)) from None
    return listener


def in_loop(serving: Coroutine[Any, Any, None]) -> None:
    """Run what opens a database and serves, in the event loop that suits a server."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        runner.run(serving)


Ready = Callable[[], asyncio.Event | None]
"""Called once connections are answered; what it returns is set when another process has taken the place of this one."""
Encrypted = tuple[socket.socket, ssl.SSLContext]
"""A listener for TLS, with its certificate."""
Rest = Callable[[float], Awaitable[None]]
"""Waits for so many seconds."""


async def serve(  # noqa: PLR0913, PLR0917 - what is served, where, and how
    app: FastAPI,
    listeners: Sequence[socket.socket],
    settings: ServerSettings,
    ready: Ready,
    rest: Rest = asyncio.sleep,
    encrypted: Encrypted | None = None,
) -> None:
    """Serve until a signal or another process asks for the end, then return. `encrypted` is served besides the others.

    Raises the failure after which the process cannot go on, such as `DatabaseReplaced`.
    """
    many_files()
    sys.setswitchinterval(SWITCH)
    config = uvicorn.Config(
        app,
        http=cast("type[asyncio.Protocol]", partial(BoundedHeads, idle=IdleConnections(settings.idle_connections))),
        ws=RefusableHandshakes,
        ws_max_size=settings.body_limit,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=KEPT,
        proxy_headers=False,  # the app does that, for it is told whom to believe
        timeout_graceful_shutdown=ceil(settings.operation.shutdown_grace),
    )
    asyncio.get_running_loop().set_exception_handler(unexpected)
    context: Context = app.state.context
    await _Server(config, context, ready, rest, encrypted).serve(sockets=list(listeners))
    if context.closing.failure is not None:
        raise context.closing.failure


class _Server(uvicorn.Server):
    """uvicorn's server; it tells when it is ready, closes streams first, and ends by returning, not by a signal."""

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
            pass_over_the_program()
            self._tasks.append(asyncio.create_task(collect_at_rest(self._context.metrics.done)))
            self._tasks.append(asyncio.create_task(self._end_with_failure()))
            if (replaced := self._ready()) is not None:
                self._tasks.append(asyncio.create_task(self._leave(replaced)))

    def _protocol(self) -> asyncio.Protocol:
        """A connection like those that uvicorn accepts; it sees for itself that it is encrypted."""
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
            log.error("ended_late")  # noqa: TRY400 - where it hangs is not where this was noticed

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ask for the end on the first signal, hasten it on further ones; afterwards the process simply goes on."""
        before = {number: signal.signal(number, self._asked) for number in _asking()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _asked(self, number: int, _frame: FrameType | None) -> None:
        notice, announced = self._context.settings.operation.shutdown_notice, self._context.closing.announced
        if announced and number == HANG_UP:  # a terminal that goes says so twice: the shell and the system
            return
        self._context.closing.announce()
        if notice and not announced:
            # Whoever sends people here sees `/readyz` change first, and sends them elsewhere.
            self._loop.call_soon_threadsafe(self._loop.call_later, notice, self._end)
        else:
            self.force_exit = self.should_exit
            self._end()

    def _end(self) -> None:
        self.should_exit = True

    async def _end_with_failure(self) -> None:
        await self._context.closing.failed()
        self._end()

    async def _leave(self, replaced: asyncio.Event) -> None:
        """End when others have taken over the port; but who has just come here gets to ask."""
        await replaced.wait()
        for server in self.servers:
            server.close()
        await self._rest(JUST_COME)
        self._end()
