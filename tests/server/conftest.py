"""A service on a real SQLite file, with bots that do not wait."""

import shutil

import pytest

from tests.server.world import World, world_on


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture
def database(tmp_path, empty_database):
    return shutil.copy(empty_database, tmp_path / "pasch.sqlite3")


@pytest.fixture
async def world(database):
    async with world_on(database) as made:
        yield made


@pytest.fixture
async def anna(world: World):
    return await world.person()
