"""Deleted chat, names and matches leave the files of the database, including the write-ahead log."""

import asyncio
import sqlite3
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pasch.service.chat.store import NewMessage, Room
from pasch.service.ids import Handle, SessionId
from pasch.service.people.store import ByToken, Token
from pasch.service.requests import Access, Session
from pasch.service.retention import Purge, Retention
from pasch.storage.chat import SqlChat
from pasch.storage.opening import SqliteFile
from pasch.storage.people import SqlPeople
from pasch.storage.retention import SqlRetention
from pasch.storage.tables import SqlTables
from tests.service.harness import ManualClock
from tests.storage.logs import AT, TABLE, row, step

pytestmark = pytest.mark.anyio
PERSON = SessionId("person whom nobody else is called")
SAID, NAME = "a sentence that nobody else says", "a name that nobody else has"


def holds(folder: Path, text: str) -> list[str]:
    """The files in which a text can be read."""
    return sorted(file.name for file in folder.iterdir() if text.encode() in file.read_bytes())


async def filled(file: SqliteFile) -> int:
    """Store a person, a line of chat and a table; returns the number of the line."""
    session = Session(PERSON, NAME, AT, Handle("handle"), access=Access("token"))
    await SqlPeople(file).add_session(session, b"hash")
    await SqlTables(file).create(row(), step(0, "table_opened"))
    line = await SqlChat(file).say(NewMessage(None, Room.LOBBY, AT, PERSON, SAID, None))
    return line.id


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "pasch.sqlite3"


@asynccontextmanager
async def erasing(path: Path):
    """A file that truncates its log before the next job; another process keeps the log open."""
    with SqliteFile.opened(f"sqlite:///{path}") as other, closing(SqliteFile(path, erase_after=0)) as file:
        await commit(other)  # the other process has finished its reads at startup
        yield file


async def commit(file: SqliteFile) -> None:
    """Write something: the file truncates its log before, unless another connection is using it."""
    await file.run("DELETE FROM results_due WHERE table_id = ''")


async def gone(file: SqliteFile, path: Path, *texts: str) -> None:
    """Commit until the files hold none of the texts."""
    async with asyncio.timeout(30):
        await commit(file)
        while any(holds(path.parent, text) for text in texts):
            await commit(file)


async def test_removed_chat_line_leaves_the_files(path: Path) -> None:
    async with erasing(path) as file:
        line = await filled(file)
        assert holds(path.parent, SAID)
        await SqlChat(file).remove(line, AT)
        await gone(file, path, SAID)


async def test_deleted_person_leaves_the_files(path: Path) -> None:
    async with erasing(path) as file:
        await filled(file)
        await SqlPeople(file).add_token(ByToken("token"), Token(Access("other"), NAME, AT), b"other")
        await SqlPeople(file).forget(PERSON)
        await gone(file, path, NAME, SAID, PERSON)


async def test_purged_match_leaves_the_files(path: Path) -> None:
    async with erasing(path) as file:
        await SqlTables(file).create(row(), step(0, "table_opened", "an_event_that_nobody_else_has"))
        clock = ManualClock()
        clock.time = datetime(2030, 1, 1, tzinfo=UTC)
        [purged] = await Purge(SqlRetention(file), clock, Retention(interrupted=timedelta(1))).once()
        assert purged.was.table == TABLE
        await gone(file, path, "an_event_that_nobody_else_has")


async def test_reader_delays_erasure_until_the_next_attempt(path: Path) -> None:
    with SqliteFile.opened(f"sqlite:///{path}"):
        with closing(SqliteFile(path, erase_after=0)) as file:
            line = await filled(file)
            with closing(sqlite3.connect(path, isolation_level=None)) as backup:
                backup.execute("BEGIN")
                backup.execute("SELECT * FROM chat").fetchall()
                await SqlChat(file).remove(line, AT)
                await commit(file)
                assert holds(path.parent, SAID)
        assert holds(path.parent, SAID) == []  # the attempt at the end


async def test_deletion_by_another_process_erases_the_text_at_once(path: Path) -> None:
    with SqliteFile.opened(f"sqlite:///{path}") as server:
        line = await filled(server)
        with SqliteFile.opened(f"sqlite:///{path}") as command:
            await SqlChat(command).remove(line, AT)
        assert holds(path.parent, SAID) == []
