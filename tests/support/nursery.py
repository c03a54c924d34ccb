"""Servers that start quickly, for tests that start hundreds: forked from a process that has imported everything.

Theory of operation. `python -m tests.support.nursery` imports what `pasch serve` needs, once. For every line of JSON on
its standard input, the options of a server and the file for what it prints, it forks; the child runs `pasch serve`
as the shell would, in a process of its own, and the nursery answers with the child's number. It ends with its standard
input, and its children with it.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from tests.support.server import READY_WITHIN, free_port

NEEDED = (
    "pasch.cli.app",
    "pasch.cli.serve",
    "pasch.cli.service",
    "pasch.server.app",
    "pasch.server.run",
    "pasch.server.solving",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)
"""What a server imports before it answers, part of it only when it is asked for."""


class Nursery:
    """The process that is forked. Use it as a context manager; its servers are killed with it or before."""

    def __init__(self, environment: dict[str, str] | None = None) -> None:
        self._environment = {**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})}

    def __enter__(self) -> Self:
        command = (sys.executable, "-m", "tests.support.nursery")
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self._environment
        )
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def born(self, options: list[str], log: str) -> int:
        """The number of a new process that runs `pasch serve`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"options": options, "log": log}) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())


@dataclass
class QuickServer:
    """`pasch serve`, started by a nursery: over the SQLite file in `folder`, or over the database at a URL.

    `kill` is SIGKILL: the process is gone without a word, but what it has handed to the system reaches the disk all the
    same. That commits are synchronised, as a power cut asks for, is not seen here (`test_half_written`). `options` are
    further ones of the command.
    """

    nursery: Nursery
    folder: Path
    options: Sequence[str] = ()
    address: str | None = None
    port: int = field(default_factory=free_port)
    pid: int | None = None

    @property
    def url(self) -> str:
        """The root address, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> Path:
        """The SQLite file."""
        return self.folder / "pasch.sqlite3"

    @property
    def log(self) -> Path:
        """Everything the server has printed, over all its starts."""
        return self.folder / f"server-{self.port}.log"

    async def start(self) -> Self:
        """Start and wait until it answers."""
        database = self.address or f"sqlite:///{self.database.absolute()}"
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--database", database, *self.options]
        self.pid = await asyncio.to_thread(self.nursery.born, options, str(self.log))
        async with asyncio.timeout(READY_WITHIN):
            while not await self._answers():
                assert not _has_ended(self.pid, within=0), f"the server ended\n{self.output()}"
                await asyncio.sleep(0.01)
        return self

    def kill(self) -> None:
        """End it at once, whatever it does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end, and wait."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        assert self.pid is not None, "the server is not running"
        os.kill(self.pid, how)
        assert _has_ended(self.pid, within=READY_WITHIN), "the server did not end"
        self.pid = None

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
        """What it has printed so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""


def _has_ended(pid: int, within: float) -> bool:
    """Whether a process has ended, or does so in the next seconds; it need not be a child of this one."""
    process = os.pidfd_open(pid)
    try:
        return bool(select.select([process], [], [], within)[0])
    finally:
        os.close(process)


# ------------------------------------------------------------------------------- in the process that forks


def serve(options: list[str], log: str) -> None:
    """What the child does: `pasch serve`, with its output in a file."""
    with open(os.devnull) as nothing, open(log, "ab") as written:  # noqa: PTH123 - as the shell does
        os.dup2(nothing.fileno(), 0)
        for number in (1, 2):
            os.dup2(written.fileno(), number)
    sys.argv = ["pasch", "serve", *options]
    from pasch.cli import main

    main()


def bear() -> None:
    """Fork a server for each line of standard input."""
    for name in NEEDED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    children: set[int] = set()
    try:
        for line in sys.stdin:
            asked = json.loads(line)
            child = os.fork()
            if not child:
                children.clear()
                serve(asked["options"], asked["log"])
                return
            children = {child, *(each for each in children if not os.waitpid(each, os.WNOHANG)[0])}
            print(child, flush=True)
    finally:
        for child in children:  # not waited for, so their numbers are still theirs
            os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    bear()
