"""Proxies between a program and a server: a wire that can be cut in silence, and a PostgreSQL pooler."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import urlsplit


@dataclass
class Wire:
    """Forwards bytes to the server at a URL; `url` leads through it. A cut wire forwards nothing and closes nothing."""

    target: str
    whole: asyncio.Event = field(default_factory=asyncio.Event)
    port: int = 0
    writers: list[asyncio.StreamWriter] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def __aenter__(self) -> Self:
        self.whole.set()
        self._server = await asyncio.start_server(self._come, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self.tasks:
            task.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks)
        for writer in self.writers:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    @property
    def url(self) -> str:
        parts = urlsplit(self.target)
        return parts._replace(netloc=f"{parts.username}@127.0.0.1:{self.port}").geturl()

    def cut(self) -> None:
        self.whole.clear()

    def mend(self) -> None:
        self.whole.set()

    def _come(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.append(writer)
        self.tasks.append(asyncio.create_task(self._accept(reader, writer)))

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        parts = urlsplit(self.target)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        self.writers.append(writer)
        return reader, writer

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            far_reader, far_writer = await self._reach()
            async with asyncio.TaskGroup() as group:
                group.create_task(self._carry(reader, far_writer))
                group.create_task(self._carry(far_reader, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self.whole.wait()
                writer.write(data)
                await writer.drain()
        await self.whole.wait()
        writer.close()


STARTED = 8
"""A client's start message: its length, the version, then options."""


@dataclass
class Pooler(Wire):
    """A transaction pooler: a client has no server process between transactions, then gets the latest free one."""

    free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = field(default_factory=list)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            start = await self._started(reader, writer)
            server = await self._reach()
            server[1].write(start)
            await self._answered(server[0], writer)
            self.free.append(server)
            while data := await reader.read(65536):
                server = self.free.pop()
                server[1].write(data)
                while not await self._answered(server[0], writer):
                    server[1].write(await reader.read(65536))
                self.free.append(server)
        writer.close()

    async def _started(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        """A client's start message, after encryption was refused."""
        while True:
            head = await reader.readexactly(STARTED)
            rest = await reader.readexactly(int.from_bytes(head[:4], "big") - STARTED)
            if rest:
                return head + rest
            writer.write(b"N")

    async def _answered(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Forward an answer; returns whether the transaction has ended."""
        while True:
            head = await reader.readexactly(5)
            rest = await reader.readexactly(int.from_bytes(head[1:], "big") - 4)
            writer.write(head + rest)
            if head[:1] == b"Z":
                return rest == b"I"
