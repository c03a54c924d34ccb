"""Every kind of database there is."""

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
    """Where an empty database is, or will be made."""
    if request.param == "postgres":
        return str(request.getfixturevalue("postgres_url"))
    return f"sqlite:///{tmp_path / 'pasch.sqlite3'}"


@pytest.fixture(params=["sqlite", "postgres"])
def new_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where nothing is as yet."""
    if request.param == "postgres":
        return str(request.getfixturevalue("databases").empty())
    return f"sqlite:///{tmp_path / 'new.sqlite3'}"


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    async with opened(url) as made:
        yield made
