"""Connections without a request: each costs the server a file descriptor."""

import asyncio
from contextlib import asynccontextmanager

import pytest
import uvicorn
from uvicorn.server import ServerState

from pasch.server.guards.heads import BoundedHeads, IdleConnections

pytestmark = pytest.mark.anyio
REQUEST = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
MOST = 3


@asynccontextmanager
async def listening(app):
    """Serve an app; yields a function that connects to it, and the idle connections."""
    config = uvicorn.Config(app, log_config=None)
    config.load()
    state, idle = ServerState(), IdleConnections(MOST)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: BoundedHeads(config, state, {}, idle=idle), "127.0.0.1", 0)
    opened = []

    async def connect():
        opened.append(await asyncio.open_connection(*server.sockets[0].getsockname()))
        return opened[-1]

    async with server:
        yield connect, idle
        for _, writer in opened:
            writer.close()
        for one in list(state.connections):
            one.transport.abort()


async def answer(_scope, receive, send):
    await receive()
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body"})


async def ends(reader):
    return await asyncio.wait_for(reader.read(), 20) == b""


async def answered(connection):
    reader, writer = connection
    writer.write(REQUEST)
    return (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)).startswith(b"HTTP/1.1 204")


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\n"], ids=["silent", "half a head"])
async def test_new_connection_closes_the_longest_idle_one(said):
    async with listening(answer) as (connect, _):
        first, *others = [await connect() for _ in range(MOST + 1)]
        first[1].write(said)
        assert await ends(first[0])
        for each in others:
            assert await answered(each)


async def test_recently_used_connection_stays_open():
    async with listening(answer) as (connect, _):
        first, second, *_ = [await connect() for _ in range(MOST)]
        assert await answered(first)
        await connect()
        assert await ends(second[0])
        assert await answered(first)


async def test_connection_with_a_running_request_is_not_idle():
    go = asyncio.Event()

    async def patient(scope, receive, send):
        await go.wait()
        await answer(scope, receive, send)

    async with listening(patient) as (connect, idle):
        reader, writer = await connect()
        writer.write(REQUEST)
        others = [await connect() for _ in range(MOST + 1)]
        assert await ends(others[0][0])
        go.set()
        assert (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20)).startswith(b"HTTP/1.1 204")
        assert len(idle._idle["127.0.0.1"]) <= MOST


async def test_closed_connections_are_forgotten():
    async with listening(answer) as (connect, idle):
        reader, writer = await connect()
        assert await answered((reader, writer))
        writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        await asyncio.wait_for(reader.read(), 20)
        assert "127.0.0.1" not in idle._idle
