"""A real server in a separate process, for tests that use it from outside."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Self

from tests.support.fork_server import Process, can_fork, start_server

READY_WITHIN = 60.0
"""Seconds a start may take; a first start also makes the database."""


class ServerFailed(AssertionError):
    """The server ended or never answered; the text holds its output."""


def free_port() -> int:
    """A free port on the loopback."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def free_ports(count: int) -> int:
    """The first of this many neighbouring free ports, below the range that the system assigns."""
    while True:
        first = random.randrange(10_000, 30_000)
        with ExitStack() as stack:
            try:
                for port in range(first, first + count):
                    probe = stack.enter_context(socket.socket())
                    probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return first


@dataclass
class Server:
    """`python -m pasch serve` on a free port with a database in `folder`. Use it as a context manager.

    If the system allows, the process is forked from one that has imported everything. A process that is not
    `forked` inherits the ignored signals of this process. `module` may name another program with the same options.
    Nothing is solved in advance, unless `environment` says so.

    `stop` ends it cleanly, `kill` is SIGKILL; `start` after either returns on the same port and database.
    """

    folder: Path
    options: Sequence[str] = ()
    environment: dict[str, str] = field(default_factory=dict)
    python: str | Path = sys.executable
    module: Sequence[str] = ("pasch", "serve")
    forked: bool = True
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | Process | None = None
    empty: ClassVar[Callable[[], Path] | None] = None
    """The source of a migrated database that a first start copies: migrations take a third of such a start."""

    @property
    def url(self) -> str:
        """The root address, without a trailing slash."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.folder / "pasch.sqlite3"

    @property
    def log(self) -> Path:
        """Everything the server has printed, over all its starts."""
        return self.folder / "server.log"

    def start(self) -> Self:
        """Start and wait for the first answer. Raises ServerFailed."""
        assert self.process is None, "the server is running already"
        if Server.empty is not None and not self.database.exists():
            shutil.copy(Server.empty(), self.database)
        address = [
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--database",
            f"sqlite:///{self.database.absolute()}",
        ]
        command = [*self.module, *address, *self.options]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PASCH_SOLVING_AHEAD": "0", **self.environment}
        if self.forked and self.python == sys.executable and can_fork(self.environment):
            self.process = start_server(command, self.log, environment)
        else:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [self.python, "-m", *command],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    env=environment,
                )
        try:
            self._wait_until_ready(self.process)
        except BaseException:
            self.kill()
            raise
        return self

    def stop(self) -> int:
        """Ask the server to end and wait for it. Returns its exit code; raises ServerFailed when it does not end."""
        process = self._running()
        process.send_signal(signal.SIGTERM)
        try:
            code = process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            self.kill()
            raise ServerFailed(f"The server did not end when asked to\n{self.output()}") from None
        self.process = None
        return code

    def kill(self) -> None:
        """End the server at once, as a power cut would."""
        process = self._running()
        process.kill()
        process.wait()
        self.process = None

    def restart(self) -> Self:
        """Kill and start again."""
        self.kill()
        return self.start()

    def output(self) -> str:
        """The server's output so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process is not None:
            self.stop()

    def _running(self) -> subprocess.Popen[bytes] | Process:
        assert self.process is not None, "the server is not running"
        return self.process

    def _wait_until_ready(self, process: subprocess.Popen[bytes] | Process) -> None:
        end = time.monotonic() + READY_WITHIN
        while time.monotonic() < end:
            if self._answers():
                return
            try:
                process.wait(timeout=0.05)  # the pause between two requests, cut short when the server ends
            except subprocess.TimeoutExpired:
                continue
            raise ServerFailed(f"The server ended with exit code {process.returncode}\n{self.output()}")
        raise ServerFailed(f"The server did not answer within {READY_WITHIN:.0f} s\n{self.output()}")

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False
