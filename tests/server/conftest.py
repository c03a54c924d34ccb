"""A service on a real SQLite file, with bots that do not wait."""

import shutil

import pytest

from tests.server.world import World, world_on
from tests.support.stores import sql_tables


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory):
    """A file that is migrated once; every test begins with a copy."""
    file = tmp_path_factory.mktemp("database") / "pasch.sqlite3"
    with sql_tables(f"sqlite:///{file}"):
        pass
    return file


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
