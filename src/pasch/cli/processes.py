"""`pasch serve --processes`: several server processes on one port, and their supervisor.

Theory of operation. The supervisor opens the port but accepts no connections. It starts the server processes with its
own command, so each reads the settings. Each inherits two descriptors: the shared listening socket, and one end of
a private socket pair, its pipe. A process reports over its pipe that it serves. It ends when its pipe closes: a new
process has replaced it, or the supervisor is gone. It finishes pending requests first.

The supervisor restarts a process that ends unexpectedly or fails to start. The pause before a restart doubles with each
failure. On `SIGHUP` it replaces all processes, one after the other, each only when its successor serves, so the port
stays open. `SIGTERM` and Ctrl-C end all of them.
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
"""Seconds before an ended process is restarted: the first pause, and the longest."""
SOUND = 60.0
"""A process that lived this many seconds did not fail to start: the pause restarts."""
READY_WITHIN = 60.0
"""Seconds that a new process may take to serve; afterwards the old one stays, or another one starts."""
ENDING = 10.0
"""Seconds, in addition to the configured ones, before a process is killed."""
READY = b"!"
LOG_KEY = "PASCH_LOG_KEY"


class CannotShare(PaschError):
    """Several processes cannot serve together; the message says what would help."""


@dataclass(frozen=True)
class Inherited:
    """What a process inherits from the supervisor: its number from 0, and descriptors."""

    number: int
    pipe: int
    listeners: tuple[int, ...]
    """The shared socket, and the private one if there is one."""

    @classmethod
    def from_text(cls, text: str) -> Inherited:
        """Parse the hidden option `--inherited`."""
        number, pipe, *listeners = map(int, text.split(","))
        return cls(number, pipe, tuple(listeners))

    def to_text(self) -> str:
        """The value of the hidden option."""
        return ",".join(map(str, (self.number, self.pipe, *self.listeners)))

    def listening(self) -> list[socket.socket]:
        """The sockets to accept connections from, the shared one first."""
        return [socket.socket(fileno=listener) for listener in self.listeners]

    def report(self) -> asyncio.Event:
        """Report that this process serves. The returned event is set when it must end."""
        leave, pipe, loop = asyncio.Event(), socket.socket(fileno=self.pipe), asyncio.get_running_loop()
        pipe.settimeout(0.0)

        def end_requested() -> None:
            loop.remove_reader(pipe)
            pipe.close()
            leave.set()

        with suppress(OSError):  # the supervisor is gone, which the pipe shows too
            pipe.send(READY)
        loop.add_reader(pipe, end_requested)
        return leave


def check_shared(database: str | None, bus: str) -> None:
    """Raise `CannotShare` if several processes cannot serve together."""
    from pasch.storage.database import is_postgres

    if os.name != "posix":
        raise CannotShare("Several processes behind one port need Linux, macOS or another Unix; start one alone here")
    if database is None or not is_postgres(database):
        raise CannotShare("Several processes need PostgreSQL: --database postgresql://user@host/name")
    if bus == "local":
        raise CannotShare("Several processes need a bus: --bus poll, or --bus redis://… with a Redis or Valkey")


def own_sockets(host: str, first: int, count: int) -> list[socket.socket]:
    """A private socket for each process, on consecutive ports. Raises `CannotShare`."""
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
    """Serve with one process for each group of sockets until a signal; returns the exit code.

    `ready` is called once all of them serve. Raises `CannotShare` if they cannot be started.
    """
    patience = operation.shutdown_notice + operation.shutdown_grace + ENDING
    # All processes log the same hash for a table.
    environment = {**os.environ, LOG_KEY: operation.log_key or secrets.token_hex()}
    try:
        return asyncio.run(Parent(listeners, patience, environment, ready).run())
    except OSError as error:
        raise CannotShare("The processes cannot be started: {reason}", reason=error.strerror or "") from None


# Compared by identity: equal fields do not make two processes one.
@dataclass(frozen=True, eq=False)
class Child:
    """A server process, and the supervisor's end of its pipe."""

    process: Process
    pipe: socket.socket
    serves: asyncio.Event = field(default_factory=asyncio.Event)

    async def ready(self, within: float | None = None) -> bool:
        """Wait until it serves; False if it ends first or exceeds this many seconds."""
        if not self.serves.is_set():
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(within):
                    if await asyncio.get_running_loop().sock_recv(self.pipe, len(READY)) == READY:
                        self.serves.set()
        return self.serves.is_set()

    def signal(self, number: signal.Signals) -> None:
        """Send a signal, if the process still runs."""
        with suppress(ProcessLookupError):
            self.process.send_signal(number)

    async def end(self, patience: float) -> None:
        """Wait for its end, and kill it after this many seconds."""
        try:
            async with asyncio.timeout(patience):
                await self.process.wait()
        except TimeoutError:
            self.signal(signal.SIGKILL)
            await self.process.wait()


class Parent:
    """The supervisor."""

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
        """Start, supervise, and finally stop all processes; returns the exit code."""
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
        """The first signal ends everything gracefully; a second one hurries the processes."""
        if self._end.is_set():
            self._signal_all()
        self._end.set()

    def _hung_up(self) -> None:
        """SIGHUP: replace the processes, or end if the terminal was closed."""
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
        """Start the first process alone, because it migrates the database; then supervise all, without end.

        Raises `OSError` if one of them cannot be started at all.
        """
        first = self._serving[0] = await self._start(0)
        if not await first.ready():  # without a limit: migrating a large database takes long
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
                    pass_fds=(inherited.pipe, *listeners),
                    process_group=0,  # Ctrl-C in a terminal reaches the supervisor alone, which signals the others
                )
            except BaseException:
                ours.close()
                raise
        child = Child(process, ours)
        self._living.add(child)
        return child

    async def _another(self, number: int) -> Child | None:
        """Start a process; logs and returns None while the system has no room, or the program is being replaced."""
        try:
            return await self._start(number)
        except OSError as error:
            log.error("process_not_replaced", extra={"reason": str(error)})  # noqa: TRY400 - the reason suffices
            return None

    async def _keep(self, number: int) -> None:
        """Wait until the process with this number serves, and replace it whenever it ends unexpectedly."""
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
        """Wait until it serves, and kill it if it hangs. No replacement starts meanwhile."""
        async with self._starting[number]:
            if await child.ready(READY_WITHIN):
                self._come[number].set()
            else:
                child.signal(signal.SIGKILL)

    async def _renew(self) -> None:
        """Replace all processes on each request."""
        while True:
            await self._renewal.wait()
            self._renewal.clear()
            for number in range(len(self._serving)):
                if not await self._replaced(number):
                    break

    async def _replaced(self, number: int) -> bool:
        """Replace the process with this number; False if the new one does not serve."""
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
        old.pipe.close()
        await old.end(self._patience)
        self._gone(old)
        return True

    def _gone(self, child: Child) -> None:
        child.pipe.close()
        self._living.discard(child)
