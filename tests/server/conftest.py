"""A service on a real SQLite file, with bots that do not wait."""

import pytest

from tests.server.world import World, world_on


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
async def world(tmp_path):
    async with world_on(tmp_path / "pasch.sqlite3") as made:
        yield made


@pytest.fixture
async def anna(world: World):
    return await world.person()
