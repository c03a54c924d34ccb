"""`pasch serve --processes`: several server processes behind one port, and the one that looks after them.

Theory of operation. The first process takes the port and serves nobody. It starts the others with the command it was
started with itself, so each reads the settings anew, and hands each two descriptors: the listening socket, which all of
them accept from, and a line of its own. Over the line a process says that it serves; when the line ends, because its
place is taken by a new one or because the first process is gone, it ends as well, once it has answered what it was
asked. One that ends by itself, or does not come to serve, is started again after a pause that doubles as long as that
does not help. `SIGHUP` has all of them replaced, one after the other, each by one that serves already; the port is open
all the while. `SIGTERM` and Ctrl-C end them all.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from pasch.rules.errors import PaschError
from pasch.server.configuration.settings import Operation

log = logging.getLogger("pasch.server")

FIRST_PAUSE = 0.1
LONGEST_PAUSE = 30.0
"""Seconds before a process that ended is started again: the first time, and at most."""
SOUND = 60.0
"""A process that lived for so many seconds ended for another reason than the one before."""
READY_WITHIN = 60.0
"""Seconds that a new process may take to serve, before the old one is kept or another one started."""
ENDING = 10.0
"""Seconds that a process gets to end, beside those that are set, before it is ended."""
READY = b"!"
LOG_KEY = "PASCH_LOG_KEY"


class CannotShare(PaschError):
    """Several processes cannot serve together; the sentence says what would help."""


@dataclass(frozen=True)
class Inherited:
    """What a process is handed by the one that looks after it: its number from 0, and descriptors."""

    number: int
    line: int
    listeners: tuple[int, ...]
    """The socket that all share, and that of this process alone, if it has one."""

    @classmethod
    def from_text(cls, text: str) -> Inherited:
        """From the hidden option `--inherited`."""
        number, line, *listeners = map(int, text.split(","))
        return cls(number, line, tuple(listeners))

    def to_text(self) -> str:
        """As the hidden option takes it."""
        return ",".join(map(str, (self.number, self.line, *self.listeners)))

    def listening(self) -> list[socket.socket]:
        """The sockets to accept from, first that which all share."""
        return [socket.socket(fileno=listener) for listener in self.listeners]

    def report(self) -> asyncio.Event:
        """Say that this process serves. What is returned is set when it shall leave."""
        leave, line, loop = asyncio.Event(), socket.socket(fileno=self.line), asyncio.get_running_loop()
        line.settimeout(0.0)

        def heard() -> None:
            loop.remove_reader(line)
            line.close()
            leave.set()

        with suppress(OSError):  # nobody is there any more, which is heard as well
            line.send(READY)
        loop.add_reader(line, heard)
        return leave


def check_shared(database: str | None, bus: str) -> None:
    """Raise `CannotShare` where several processes cannot serve together."""
    from pasch.storage.database import is_postgres

    if os.name != "posix":
        raise CannotShare("Several processes behind one port need Linux, macOS or another Unix; start one alone here")
    if database is None or not is_postgres(database):
        raise CannotShare("Several processes need PostgreSQL: --database postgresql://user@host/name")
    if bus == "local":
        raise CannotShare("Several processes need a bus: --bus poll, or --bus redis://… with a Redis or Valkey")


def own_sockets(host: str, first: int, count: int) -> list[socket.socket]:
    """A socket for each process alone, on neighbouring ports. Raises `CannotShare`."""
    from pasch.server.run import bind

    found: list[socket.socket] = []
    for port in range(first, first + count):
        try:
            found.append(bind(host, port))
        except OSError:
            raise CannotShare(
                "Port {port} on {host} is taken; it belongs to one process (process_ports)", port=str(port), host=host
            ) from None
    return found


def supervise(listeners: Sequence[Sequence[socket.socket]], operation: Operation, ready: Callable[[], None]) -> int:
    """Serve with a process for each group of sockets until a signal asks for the end; the exit code.

    `ready` is called once all of them serve. Raises `CannotShare` when they cannot be started.
    """
    patience = operation.shutdown_notice + operation.shutdown_grace + ENDING
    # A table gets the same hash in the log of every process.
    environment = {**os.environ, LOG_KEY: operation.log_key or secrets.token_hex()}
    try:
        return asyncio.run(Parent(listeners, patience, environment, ready).run())
    except OSError as error:
        raise CannotShare("The processes cannot be started: {reason}", reason=error.strerror or "") from None


# Compared by identity: each is a process of its own.
@dataclass(frozen=True, eq=False)
class Child:
    """A server process, and our end of its line."""

    process: Process
    line: socket.socket
    serves: asyncio.Event = field(default_factory=asyncio.Event)

    async def ready(self, within: float | None = None) -> bool:
        """Wait until it serves; False when it ends before that, or takes longer than so many seconds."""
        if not self.serves.is_set():
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(within):
                    if await asyncio.get_running_loop().sock_recv(self.line, len(READY)) == READY:
                        self.serves.set()
        return self.serves.is_set()

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal, if it still runs."""
        with suppress(ProcessLookupError):
            self.process.send_signal(number)

    async def end(self, patience: float) -> None:
        """Wait for its end; after so many seconds it is ended."""
        try:
            async with asyncio.timeout(patience):
                await self.process.wait()
        except TimeoutError:
            self.signal(signal.SIGKILL)
            await self.process.wait()


class Parent:
    """Looks after the processes."""

    def __init__(
        self,
        listeners: Sequence[Sequence[socket.socket]],
        patience: float,
        environment: Mapping[str, str],
        ready: Callable[[], None],
    ) -> None:
        self._listeners = listeners
        self._patience = patience
        self._ready = ready
        self._environment = environment
        self._serving: list[Child | None] = [None for _ in listeners]
        self._starting = [asyncio.Lock() for _ in listeners]
        self._come = [asyncio.Event() for _ in listeners]
        self._living: set[Child] = set()
        self._end = asyncio.Event()
        self._renewal = asyncio.Event()
        self._at_terminal = os.isatty(0)

    async def run(self) -> int:
        """Start, look after, and in the end stop all processes; the exit code."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self._asked_to_end)
        loop.add_signal_handler(signal.SIGHUP, self._hung_up)
        work, end = asyncio.create_task(self._work()), asyncio.create_task(self._end.wait())
        try:
            await asyncio.wait({work, end}, return_when=asyncio.FIRST_COMPLETED)
            return work.result() if work.done() else 0
        finally:
            work.cancel()
            end.cancel()
            await asyncio.wait({work, end})
            await self._stop()

    def _asked_to_end(self) -> None:
        """Once in peace; who asks again wants it sooner, as do the processes."""
        if self._end.is_set():
            self._signal_all()
        self._end.set()

    def _hung_up(self) -> None:
        """Asked to replace the processes; or the terminal is gone, which says the same and means the end."""
        gone = self._at_terminal and not os.isatty(0)
        (self._end if gone else self._renewal).set()

    def _signal_all(self) -> None:
        for child in self._living:
            child.signal(signal.SIGTERM)

    async def _stop(self) -> None:
        self._signal_all()
        children = tuple(self._living)
        await asyncio.gather(*(child.end(self._patience) for child in children))
        for child in children:
            self._gone(child)

    async def _work(self) -> int:
        """Start the first process alone, for it brings the database up to date; then look after all, without end.

        Raises `OSError` when not each of them can be started at all.
        """
        first = self._serving[0] = await self._start(0)
        if not await first.ready():  # however long: a large database takes its time
            return await first.process.wait() or 1
        numbers = range(len(self._serving))
        for number in numbers[1:]:
            self._serving[number] = await self._start(number)
        async with asyncio.TaskGroup() as group:
            for number in numbers:
                group.create_task(self._keep(number))
            group.create_task(self._renew())
            for come in self._come:
                await come.wait()
            self._ready()
        raise AssertionError("this does not end by itself")

    async def _start(self, number: int) -> Child:
        ours, theirs = socket.socketpair()
        ours.settimeout(0.0)
        with theirs:
            listeners = tuple(listener.fileno() for listener in self._listeners[number])
            inherited = Inherited(number, theirs.fileno(), listeners)
            try:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, *sys.orig_argv[1:], "--inherited", inherited.to_text()),
                    stdin=asyncio.subprocess.DEVNULL,
                    env=self._environment,
                    pass_fds=(inherited.line, *listeners),
                    process_group=0,  # Ctrl-C in a terminal reaches this process alone, which tells the others
                )
            except BaseException:
                ours.close()
                raise
        child = Child(process, ours)
        self._living.add(child)
        return child

    async def _another(self, number: int) -> Child | None:
        """One more process; None, and told, while the system has no room for it, or the program is being replaced."""
        try:
            return await self._start(number)
        except OSError as error:
            log.error("process_not_replaced", extra={"reason": str(error)})  # noqa: TRY400 - the reason says it all
            return None

    async def _keep(self, number: int) -> None:
        """See that the process of this number comes to serve, and start another one whenever it ends by itself."""
        loop, pause = asyncio.get_running_loop(), FIRST_PAUSE
        while True:
            child, began = self._serving[number], loop.time()
            assert child is not None
            await self._comes(number, child)
            status = await child.process.wait()
            self._gone(child)
            if child is not self._serving[number]:
                continue
            pause = FIRST_PAUSE if loop.time() - began > SOUND else pause
            log.error("process_ended", extra={"status": status, "seconds": pause})
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            async with self._starting[number]:
                if child is self._serving[number]:
                    self._serving[number] = await self._another(number) or child

    async def _comes(self, number: int, child: Child) -> None:
        """Wait until it serves; one that hangs is ended. No replacement starts meanwhile."""
        async with self._starting[number]:
            if await child.ready(READY_WITHIN):
                self._come[number].set()
            else:
                child.signal(signal.SIGKILL)

    async def _renew(self) -> None:
        """Replace all processes whenever that is asked for."""
        while True:
            await self._renewal.wait()
            self._renewal.clear()
            for number in range(len(self._serving)):
                if not await self._replaced(number):
                    break

    async def _replaced(self, number: int) -> bool:
        """Put a new process in the place of the one with this number; False when it does not come to serve."""
        async with self._starting[number]:
            old, new = self._serving[number], await self._another(number)
            if new is None:
                return False
            if not await new.ready(READY_WITHIN):
                log.error("process_not_replaced")
                new.signal(signal.SIGKILL)
                await new.process.wait()
                self._gone(new)
                return False
            self._serving[number] = new
        assert old is not None
        old.line.close()
        await old.end(self._patience)
        self._gone(old)
        return True

    def _gone(self, child: Child) -> None:
        child.line.close()
        self._living.discard(child)
