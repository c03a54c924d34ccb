"""The manual's list of a server's rights on the bus is sufficient and minimal."""

import asyncio
import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from redis.asyncio import Redis
from redis.exceptions import NoPermissionError

from pasch.service.system import SystemClock
from pasch.storage.bus.redis import Address, RedisBus
from tests.storage.bus_fixtures import TABLE, TopicNumbers, until
from tests.support.valkey import Valkey

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parents[2] / "docs" / "operating.md"


@pytest.fixture
def limited(redis_program):
    """The address of a Redis for a user with only the rights in the manual."""
    with Valkey(redis_program) as server:
        line = re.search(r"^user pasch (on .*)$", PAGE.read_text("utf-8"), re.MULTILINE)[1]

        async def set_up():
            async with Redis.from_url(server.url) as client:
                await client.execute_command("ACL", "SETUSER", "pasch", *line.replace("PASSWORD", "hunter2").split())

        asyncio.run(set_up())
        yield server.url.replace("unix://", "unix://pasch:hunter2@")


async def received_through(url):
    """The messages that one process receives from another, both connected through an address."""
    async with AsyncExitStack() as stack:
        buses = [RedisBus(Address.of(url), TopicNumbers(), SystemClock()) for _ in range(2)]
        for bus in buses:
            await stack.enter_async_context(bus.running())
        async with asyncio.timeout(20):
            await until(lambda: all(bus.figures.connected for bus in buses))
            with buses[1].subscribe(TABLE):
                await buses[0].publish(TABLE, 7)
                await until(lambda: buses[1].figures.received)
        return buses[1].figures.received


def test_documented_bus_rights_are_sufficient(limited):
    assert asyncio.run(received_through(limited)) == 1


def test_documented_bus_rights_allow_nothing_else(limited):
    async def refused():
        async with Redis.from_url(limited) as client:
            for wanted in (client.get("pasch"), client.publish("other", "x"), client.config_get("*")):
                with pytest.raises(NoPermissionError):
                    await wanted

    asyncio.run(refused())
