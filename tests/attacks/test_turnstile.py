"""The server works on one request of each address at a time."""

import asyncio

import pytest

from pasch.server import API
from pasch.server.guards.limits import Turnstile
from pasch.service.system import cancelled
from tests.support.protocol import HOST, Socket, connect

pytestmark = pytest.mark.anyio

HOUR = 3600.0


async def turns():
    for _ in range(5):
        await asyncio.sleep(0)


async def pass_through(turnstile, key, seen, held):
    async with turnstile.passing(key):
        seen.append(key)
        await held.wait()


async def test_only_requests_of_the_same_address_wait():
    turnstile, seen, held = Turnstile(HOUR), [], asyncio.Event()
    flood = [asyncio.create_task(pass_through(turnstile, "flood", seen, held)) for _ in range(5)]
    await turns()
    guest = asyncio.create_task(pass_through(turnstile, "guest", seen, held))
    await turns()
    assert seen == ["flood", "guest"]
    held.set()
    await asyncio.gather(*flood, guest)
    assert seen.count("flood") == 5


async def test_long_request_makes_room_only_once():
    turnstile, seen, held = Turnstile(0.01), [], asyncio.Event()
    first = asyncio.create_task(pass_through(turnstile, "anna", seen, held))
    await turns()
    async with asyncio.timeout(10), turnstile.passing("anna"):
        held.set()
        await first
        again = asyncio.create_task(pass_through(turnstile, "anna", seen, held))
        await turns()
        assert seen == ["anna"]
    await again


async def test_cancelled_request_passes_its_place_on():
    turnstile, seen, held = Turnstile(HOUR), [], asyncio.Event()
    held.set()
    async with turnstile.passing("anna"):
        gone = asyncio.create_task(pass_through(turnstile, "anna", seen, held))
        next_one = asyncio.create_task(pass_through(turnstile, "anna", seen, held))
        await turns()
        gone.cancel()
        await turns()
        assert seen == []
    await next_one
    assert seen == ["anna"]


async def test_requests_of_an_address_wait_for_each_other(world, anna, monkeypatch):
    turnstile = world.app.state.context.turnstile
    monkeypatch.setattr(turnstile, "_moment", HOUR)
    async with turnstile.passing(anna.http._transport.client[0]):
        asking = asyncio.create_task(anna.http.get("/healthz"))
        for _ in range(50):
            await turns()
        assert not asking.done()
    assert (await asking).status_code == 200


async def test_open_socket_leaves_the_turnstile(world, anna, monkeypatch):
    monkeypatch.setattr(world.app.state.context.turnstile, "_moment", HOUR)
    table = (await anna.open())["id"]
    for _ in range(2):
        far = Socket()
        connect(world, anna, table, far)
        await far.until("snapshot", 1)


async def test_open_stream_leaves_the_turnstile(world, anna, monkeypatch):
    monkeypatch.setattr(world.app.state.context.turnstile, "_moment", HOUR)
    table = (await anna.open())["id"]
    headers = [(b"host", HOST.encode()), (b"authorization", f"Bearer {anna.token}".encode())]
    path, client = f"{API}/tables/{table}/events", ("10.0.0.9", 1)
    scope = {"type": "http", "method": "GET", "scheme": "http", "path": path, "query_string": b"", "headers": headers}
    streams = []
    for _ in range(2):
        sent, received = asyncio.Queue(), asyncio.Queue()
        received.put_nowait({"type": "http.request", "body": b"", "more_body": False})
        streams.append(asyncio.create_task(world.app({**scope, "client": client}, received.get, sent.put)))
        assert (await asyncio.wait_for(sent.get(), 20))["status"] == 200
    await cancelled(streams)


async def test_closing_sockets_also_wait_at_the_turnstile(world, anna, monkeypatch):
    turnstile = world.app.state.context.turnstile
    table, far = (await anna.open())["id"], Socket()
    line = connect(world, anna, table, far)
    await far.until("snapshot", 1)
    monkeypatch.setattr(turnstile, "_moment", HOUR)
    async with turnstile.passing("10.0.0.9"):
        far.disconnect()
        for _ in range(50):
            await turns()
        assert not line.done()
    await asyncio.wait_for(line, 20)
