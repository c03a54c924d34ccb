"""Two real processes over one PostgreSQL: a revocation at one ends the connections of the other."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from tests.server.world import API, Person
from tests.support.protocol import at_table, in_lobby, kinds_of
from tests.support.server import Server

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
WITHIN = 1.0
NAME = "11111111-1111-4111-8111-111111111111"


@pytest.fixture(params=["poll", "redis"])
def two(request: pytest.FixtureRequest, tmp_path: Path, postgres_url: str) -> Iterator[tuple[Server, Server]]:
    """Two servers and their bus: `poll` queries every half second, so two polls take one second."""
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


async def test_revocation_closes_connections_of_the_other_process_within_a_second(two: tuple[Server, Server]) -> None:
    async with AsyncExitStack() as stack:
        people = [Person(await stack.enter_async_context(httpx.AsyncClient(base_url=server.url))) for server in two]
        await revoke_at_the_other(stack, *people)


async def revoke_at_the_other(stack: AsyncExitStack, here: Person, there: Person) -> None:
    here.token = (await here.ask("POST", "/session", {})).json()["token"]
    account = {"name": "Anna", "password": "fünf Würfel im Becher"}
    assert (await here.ask("POST", "/account", account)).status_code == 201
    there.token = (await there.ask("POST", "/account/login", account)).json()["token"]
    table = (await here.open())["id"]
    place = str(there.http.base_url).rstrip("/")
    connections = [
        await stack.enter_async_context(at_table(place, there, table)),
        await stack.enter_async_context(in_lobby(place, there)),
    ]
    assert (await connections[0].ask("roll")).status == 200
    log = f"{API}/tables/{table}/events"
    proof = {"Authorization": f"Bearer {there.token}"}
    stream = await stack.enter_async_context(there.http.stream("GET", log, headers=proof, timeout=None))
    lines = stream.aiter_lines()
    await anext(lines)
    change = {"old": account["password"], "new": "sechs Würfel im Becher"}
    assert (await here.ask("PUT", "/account/password", change)).status_code == 204
    late = asyncio.create_task(there.command(table, "roll", id=NAME))
    closed = asyncio.gather(*(connection.revoked(WITHIN) for connection in connections))
    async with asyncio.timeout(WITHIN):
        await ended(lines)
        assert await closed == [True, True]
    assert (await late).status_code == 401
    written = await here.ask("GET", f"/tables/{table}/events?follow=false")
    assert kinds_of(written.text.splitlines()).count("dice_rolled") == 1
