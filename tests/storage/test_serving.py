"""Exclusive serving: one process per file, and no new server while an older version runs."""

import asyncio
import sqlite3
from contextlib import closing

import pytest
import sqlalchemy as sa

from pasch.storage import serving
from pasch.storage.database import CannotStore
from pasch.storage.opening import opened, revision_of
from pasch.storage.schema import HEAD
from pasch.storage.serving import served_alone
from tests.storage.test_migrations import made, on

pytestmark = pytest.mark.anyio


def test_file_accepts_one_server_at_a_time(tmp_path):
    url = f"sqlite:///{tmp_path / 'pasch.sqlite3'}"
    with served_alone(url):
        with pytest.raises(CannotStore, match="Another server uses"), served_alone(url):
            pass
        with served_alone(f"sqlite:///{tmp_path / 'other.sqlite3'}"):
            pass
    with served_alone(url), served_alone("postgresql://anna@localhost/pasch"):
        pass
    with served_alone("sqlite:////no/such/folder/pasch.sqlite3"):
        pass  # opening it reports the error


async def old(url):
    """Make a database of an older version, with the heartbeat row of its server."""

    def with_process(connection):
        made("0010")(connection)
        connection.execute(sa.text("INSERT INTO processes (id, beat) VALUES ('old', 7)"))

    await on(url, with_process)


@pytest.fixture(params=["sqlite", "postgres"])
async def url(request, tmp_path, databases):
    url = f"sqlite:///{tmp_path / 'pasch.sqlite3'}" if request.param == "sqlite" else databases.empty()
    await old(url)
    return url


async def test_running_older_server_prevents_start(url, monkeypatch):
    looks = []

    def beats(connection):
        looks.append(connection)
        return {"old": 7 + len(looks) // 3}

    monkeypatch.setattr(serving, "POLL_SECONDS", 0.001)
    monkeypatch.setattr(serving, "_beats", beats)
    with pytest.raises(CannotStore, match="older version"):
        async with opened(url):
            pass
    assert len(looks) == 3
    async with opened(url, None) as database:
        assert await revision_of(database) == "0010"


async def test_migration_drops_leases_after_older_server_stops(url, monkeypatch):
    monkeypatch.setattr(serving, "LEASE_SECONDS", 0.002)
    monkeypatch.setattr(serving, "POLL_SECONDS", 0.001)
    async with opened(url) as database:
        assert await revision_of(database) == HEAD
        with pytest.raises(CannotStore):
            await database.rows("SELECT * FROM processes")
        assert await database.rows("SELECT * FROM connections") == []


async def test_older_server_heartbeat_in_file_prevents_start(tmp_path, monkeypatch):
    path = tmp_path / "pasch.sqlite3"
    await old(f"sqlite:///{path}")
    monkeypatch.setattr(serving, "POLL_SECONDS", 0.02)

    async def beat():
        with closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as db:
            db.execute("PRAGMA journal_mode = WAL")  # as in every file of a server
            while True:
                db.execute("UPDATE processes SET beat = beat + 1")
                await asyncio.sleep(0)

    def refused():
        with pytest.raises(CannotStore, match="older version"):
            asyncio.run(opens())

    async def opens():
        async with opened(f"sqlite:///{path}"):
            pass

    beating = asyncio.create_task(beat())
    await asyncio.to_thread(refused)
    beating.cancel()
