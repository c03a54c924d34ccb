"""Two real processes over one PostgreSQL: a revocation at one ends the connections of the other."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.support.attacker import Attacker
from tests.support.server import Server

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
WITHIN = 1.0
NAME = "11111111-1111-4111-8111-111111111111"


@pytest.fixture(params=["poll", "redis"])
def two(request: pytest.FixtureRequest, tmp_path: Path, postgres_url: str) -> Iterator[tuple[Server, Server]]:
    """Two servers and the bus between them: `poll` looks every half second, so twice that is a second too."""
    bus = "poll" if request.param == "poll" else request.getfixturevalue("redis_url")
    options = ("--database", postgres_url, "--bus", bus)
    folders = [tmp_path / name for name in ("here", "there")]
    for folder in folders:
        folder.mkdir()
    with Server(folders[0], options) as here, Server(folders[1], options) as there:
        yield here, there


async def ended(lines: AsyncIterator[str]) -> None:
    """Read a stream to its end."""
    async for _ in lines:
        pass


async def test_every_connection_closes_within_a_second(two: tuple[Server, Server]) -> None:
    here, there = (Attacker(server.url) for server in two)
    await here.get_session()
    account = {"name": "Anna", "password": "fünf Würfel im Becher"}
    assert (await here.ask("POST", "/account", account)).status_code == 201
    there.token = (await there.ask("POST", "/account/login", account)).json()["token"]
    wish = {"variant": "kniffel", "seats": [{"kind": "local"}, {"kind": "local"}]}
    table = (await here.ask("POST", "/tables", wish)).json()["id"]
    async with AsyncExitStack() as stack:
        lines = [
            await stack.enter_async_context(there.line(f"/tables/{table}/ws")),
            await stack.enter_async_context(there.line("/lobby/ws")),
        ]
        assert (await lines[0].command("roll"))["status"] == 200
        stream = await stack.enter_async_context(there.stream(f"/tables/{table}/events"))
        await anext(stream)
        change = {"old": account["password"], "new": "sechs Würfel im Becher"}
        assert (await here.ask("PUT", "/account/password", change)).status_code == 204
        late = asyncio.create_task(there.ask("POST", f"/tables/{table}/commands", {"id": NAME, "type": "roll"}))
        async with asyncio.timeout(WITHIN):
            await asyncio.gather(ended(stream), *(line.closed(WITHIN) for line in lines))
        assert [line.socket.close_code for line in lines] == [1008, 1008]
        assert (await late).status_code == 401
    log = (await here.ask("GET", f"/tables/{table}/events?follow=false")).text.splitlines()
    assert sum('"dice_rolled"' in line for line in log) == 1
