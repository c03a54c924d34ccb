"""Servers that start quickly, for tests that start hundreds."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from tests.support.fork_server import Process, start_server
from tests.support.server import READY_WITHIN, free_port


@dataclass
class QuickServer:
    """`pasch serve`, forked, with additional variables: over the SQLite file in `folder` or the database at a URL.

    `kill` is SIGKILL: the process ends at once, but data handed to the system still reach the disk. It therefore does
    not test that commits are synchronised, as a power cut requires (`test_half_written` does). `options` are
    additional options of the command.
    """

    folder: Path
    environment: dict[str, str]
    options: Sequence[str] = ()
    address: str | None = None
    port: int = field(default_factory=free_port)
    process: Process | None = None

    @property
    def url(self) -> str:
        """The root address, without a trailing slash."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.folder / "pasch.sqlite3"

    @property
    def pid(self) -> int:
        """The number of the running process."""
        assert self.process is not None, "the server is not running"
        return self.process.pid

    @property
    def log(self) -> Path:
        """Everything the server has printed, over all its starts."""
        return self.folder / f"server-{self.port}.log"

    async def start(self) -> Self:
        """Start and wait for the first answer."""
        database = self.address or f"sqlite:///{self.database.absolute()}"
        command = ["pasch", "serve", "--host", "127.0.0.1", "--port", str(self.port), "--database", database]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", **self.environment}
        self.process = start_server([*command, *self.options], self.log, environment)
        async with asyncio.timeout(READY_WITHIN):
            while not await self._answers():
                assert self.process.poll() is None, f"the server ended\n{self.output()}"
                await asyncio.sleep(0.01)
        return self

    def kill(self) -> None:
        """End it at once."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end, and wait."""
        self._end(signal.SIGTERM)

    def _end(self, signal_: signal.Signals) -> None:
        assert self.process is not None, "the server is not running"
        self.process.send_signal(signal_)
        self.process.wait(READY_WITHIN)
        self.process = None

    async def _answers(self) -> bool:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        except OSError:
            return False
        try:
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return b" 200 " in await reader.readline()
        except OSError:
            return False
        finally:
            writer.close()

    def output(self) -> str:
        """Its output so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""
