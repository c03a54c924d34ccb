"""Connections that never send a request line, or never end it."""

import asyncio
from contextlib import asynccontextmanager

import pytest
import uvicorn
from uvicorn.server import ServerState

from pasch.server.guards.heads import BoundedHeads, IdleConnections

pytestmark = pytest.mark.anyio

HEAD = b"GET / HTTP/1.1\r\nHost: pasch.test\r\n"
BODY = b"POST / HTTP/1.1\r\nHost: pasch.test\r\nContent-Length: 200000\r\n\r\n"


class ImpatientHeads(BoundedHeads):
    within = 0.05


async def app(scope, receive, send):
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


@asynccontextmanager
async def connection(protocol):
    """The client's end of a connection to an app that answers 204."""
    config = uvicorn.Config(app, log_config=None)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    idle = IdleConnections(10)
    server = await loop.create_server(lambda: protocol(config, state, {}, idle=idle), "127.0.0.1", 0)
    async with server:
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
        yield reader, writer
        writer.close()
        for one in list(state.connections):
            one.transport.abort()


async def is_cut(reader):
    with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
        await asyncio.wait_for(reader.readexactly(1), 20)
    return True


async def answered(reader):
    return (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)).startswith(b"HTTP/1.1 204")


@pytest.mark.parametrize("said", [b"", b"GET / HT", HEAD], ids=["silent", "one line", "no end"])
async def test_late_request_head_closes_the_connection(said):
    async with connection(ImpatientHeads) as (reader, writer):
        writer.write(said)
        assert await is_cut(reader)


async def test_late_second_request_head_closes_the_connection():
    async with connection(ImpatientHeads) as (reader, writer):
        writer.write(HEAD + b"\r\n")
        assert await answered(reader)
        writer.write(HEAD)
        assert await is_cut(reader)


async def test_endless_request_head_closes_the_connection():
    async with connection(BoundedHeads) as (reader, writer):
        writer.write(HEAD)
        for number in range(1000):
            writer.write(b"X-%d: %s\r\n" % (number, b"x" * 100))
        assert await is_cut(reader)


async def test_head_bound_ignores_bodies_and_later_requests():
    async with connection(BoundedHeads) as (reader, writer):
        for _ in range(3):
            writer.write(BODY + b"x" * 200_000)
            assert await answered(reader)
        writer.write(HEAD + b"\r\n")
        assert await answered(reader)
