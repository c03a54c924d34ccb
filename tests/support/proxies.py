"""Proxies between a program and a server: one that can be interrupted without notice, and a PostgreSQL pooler."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import urlsplit


@dataclass
class TcpProxy:
    """Forwards bytes to the server at a URL; `url` leads through it.

    While disconnected it forwards nothing and keeps all connections open.
    """

    target: str
    connected: asyncio.Event = field(default_factory=asyncio.Event)
    port: int = 0
    writers: list[asyncio.StreamWriter] = field(default_factory=list)
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    async def __aenter__(self) -> Self:
        self.connected.set()
        self._server = await asyncio.start_server(self._on_client, "127.0.0.1", 0)
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

    def disconnect(self) -> None:
        self.connected.clear()

    def reconnect(self) -> None:
        self.connected.set()

    def _on_client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.append(writer)
        self.tasks.append(asyncio.create_task(self._accept(reader, writer)))

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        parts = urlsplit(self.target)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        self.writers.append(writer)
        return reader, writer

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            server_reader, server_writer = await self._connect()
            async with asyncio.TaskGroup() as group:
                group.create_task(self._forward(reader, server_writer))
                group.create_task(self._forward(server_reader, writer))

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self.connected.wait()
                writer.write(data)
                await writer.drain()
        await self.connected.wait()
        writer.close()


START_HEADER = 8
"""A client's start message: its length, the version, then options."""


@dataclass
class Pooler(TcpProxy):
    """A transaction pooler: a client has no server process between transactions, then gets the latest free one."""

    free: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = field(default_factory=list)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            start = await self._read_start(reader, writer)
            server = await self._connect()
            server[1].write(start)
            await self._forward_answer(server[0], writer)
            self.free.append(server)
            while data := await reader.read(65536):
                server = self.free.pop()
                server[1].write(data)
                while not await self._forward_answer(server[0], writer):
                    server[1].write(await reader.read(65536))
                self.free.append(server)
        writer.close()

    async def _read_start(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        """A client's start message, after encryption was refused."""
        while True:
            head = await reader.readexactly(START_HEADER)
            rest = await reader.readexactly(int.from_bytes(head[:4], "big") - START_HEADER)
            if rest:
                return head + rest
            writer.write(b"N")

    async def _forward_answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Forward an answer; returns whether the transaction has ended."""
        while True:
            head = await reader.readexactly(5)
            rest = await reader.readexactly(int.from_bytes(head[1:], "big") - 4)
            writer.write(head + rest)
            if head[:1] == b"Z":
                return rest == b"I"
