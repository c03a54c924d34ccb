"""Fixtures for every kind of database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from pasch.storage.database import Database
from pasch.storage.opening import opened


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of an empty database that exists or will be created."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path / 'pasch.sqlite3'}"


@pytest.fixture(params=["sqlite", "postgres"])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of a database that has no tables yet."""
    if request.param == "postgres":
        return str(request.getfixturevalue("databases").empty())
    return f"sqlite:///{tmp_path / 'new.sqlite3'}"


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    async with opened(url) as made:
        yield made
