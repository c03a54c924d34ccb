"""One SQLite file: refused files, and the effects of a full disk."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from pasch.service.log import NewEvent
from pasch.service.ports import Append
from pasch.service.requests import Status
from pasch.storage import schema
from pasch.storage.database import CannotStore, Connection
from pasch.storage.opening import SqliteFile, opened
from pasch.storage.tables import SqlTables
from tests.storage.logs import AT, TABLE, row, seqs, step

pytestmark = pytest.mark.anyio


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'pasch.sqlite3'}"


@pytest.fixture
async def store(url: str) -> AsyncIterator[SqlTables]:
    async with opened(url) as database:
        yield SqlTables(database)


async def test_full_disk_refuses_writes_and_keeps_data(url: str, store: SqlTables) -> None:
    await store.create(row(), step(0, "table_opened"))
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as db:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
    await store.database.write(lambda db: db.rows(f"PRAGMA max_page_count = {pages}"))
    big = Append(TABLE, 1, (NewEvent("x", 1, {"much": "y" * 50_000}),), AT, Status.RUNNING)
    with pytest.raises(CannotStore, match="full"):
        await store.append(big)
    assert await seqs(store) == [1]


async def test_database_files_are_readable_by_owner_only(tmp_path: Path, store: SqlTables) -> None:
    await store.create(row(), step(0, "table_opened"))
    rights = rights_in(tmp_path)
    assert set(rights.values()) == {0o600}, rights
    assert len(rights) > 1  # includes the journal


def rights_in(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


async def test_job_awaiting_outside_its_connection_fails_and_writes_nothing(store: SqlTables) -> None:
    async def idle(db: Connection) -> None:
        await db.run("INSERT INTO results_due (table_id, seq) VALUES ('a', 1)")
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="nothing but its connection"):
        await store.database.write(idle)
    assert await store.database.rows("SELECT * FROM results_due") == []


# ------------------------------------------------------------------------------- the file


def refusal(url: str) -> str:
    with pytest.raises(CannotStore) as refused, SqliteFile.opened(url):
        pass
    return str(refused.value)


def test_foreign_files_are_refused(tmp_path: Path) -> None:
    text, foreign = tmp_path / "text", tmp_path / "foreign"
    text.write_text("no database" * 1000)
    with closing(sqlite3.connect(foreign)) as db:
        db.execute("CREATE TABLE x (a)")
    assert "not a database" in refusal(f"sqlite:///{text}")
    assert "another program" in refusal(f"sqlite:///{foreign}")
    assert "does not exist" in refusal(f"sqlite:///{tmp_path / 'missing' / 'folder'}")
    assert "sqlite:////absolute/path" in refusal("mysql://x")


@pytest.mark.parametrize("share", [0.1, 0.3, 0.5, 0.7, 0.9])
async def test_truncated_file_is_refused(url: str, tmp_path: Path, share: float) -> None:
    async with opened(url) as database:
        await SqlTables(database).create(row(), step(0, *["dice_rolled"] * 500))
    file = tmp_path / "pasch.sqlite3"
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * share)])
    assert any(word in refusal(url) for word in ("damaged", "malformed"))


async def test_file_without_schema_version_is_refused(url: str) -> None:
    async with opened(url) as database:
        await database.run("DELETE FROM alembic_version")
    assert "is damaged: alembic_version" in refusal(url)


async def test_empty_file_becomes_a_new_database(url: str, tmp_path: Path) -> None:
    (tmp_path / "pasch.sqlite3").touch()
    async with opened(url) as database:
        assert await SqlTables(database).find(TABLE) is None


def test_outdated_sqlite_library_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schema, "OLDEST_SQLITE", (99, 0))
    assert "is too old" in refusal(url)
