"""Attackers meet the same service on an SQLite file as the tests of the HTTP interface."""

import pytest

from tests.attacks.accounts import log_in_second_device
from tests.server.conftest import anna, anyio_backend, database, world
from tests.server.world import world_on

__all__ = ["anna", "anyio_backend", "database", "elsewhere", "world"]


@pytest.fixture
async def elsewhere(database):
    """Another process over the same file, without a bus between them."""
    async with world_on(database) as made:
        yield made


@pytest.fixture
async def thief(world, anna):
    """Another device that is logged in to Anna's account."""
    return await log_in_second_device(world, anna)
