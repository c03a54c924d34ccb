"""Deleted chat, names and matches leave the files of the database, the write-ahead log too."""

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
from tests.service.hall import HandClock
from tests.storage.logs import AT, TABLE, row, step

pytestmark = pytest.mark.anyio
PERSON = SessionId("person whom nobody else is called")
SAID, NAME = "a sentence that nobody else says", "a name that nobody else has"


def holds(folder: Path, text: str) -> list[str]:
    """The files in which a text can be read."""
    return sorted(file.name for file in folder.iterdir() if text.encode() in file.read_bytes())


async def filled(file: SqliteFile) -> int:
    """A person, a line of chat and a table; the number of the line."""
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
        await commit(other)  # afterwards it no longer reads while it starts
        yield file


async def commit(file: SqliteFile) -> None:
    """Write something: the log is truncated before, unless another connection uses it just then."""
    await file.run("DELETE FROM results_due WHERE table_id = ''")


async def gone(file: SqliteFile, path: Path, *texts: str) -> None:
    """Commit until the files hold none of the texts."""
    async with asyncio.timeout(30):
        await commit(file)
        while any(holds(path.parent, text) for text in texts):
            await commit(file)


async def test_a_removed_line_is_gone(path: Path) -> None:
    async with erasing(path) as file:
        line = await filled(file)
        assert holds(path.parent, SAID)
        await SqlChat(file).remove(line, AT)
        await gone(file, path, SAID)


async def test_a_deleted_person_is_gone(path: Path) -> None:
    async with erasing(path) as file:
        await filled(file)
        await SqlPeople(file).add_token(ByToken("token"), Token(Access("other"), NAME, AT), b"other")
        await SqlPeople(file).forget(PERSON)
        await gone(file, path, NAME, SAID, PERSON)


async def test_a_purged_match_is_gone(path: Path) -> None:
    async with erasing(path) as file:
        await SqlTables(file).create(row(), step(0, "table_opened", "an_event_that_nobody_else_has"))
        clock = HandClock()
        clock.time = datetime(2030, 1, 1, tzinfo=UTC)
        [purged] = await Purge(SqlRetention(file), clock, Retention(interrupted=timedelta(1))).once()
        assert purged.was.table == TABLE
        await gone(file, path, "an_event_that_nobody_else_has")


async def test_a_reader_delays_it_until_the_next_attempt(path: Path) -> None:
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


async def test_a_command_that_deletes_leaves_nothing_to_the_server(path: Path) -> None:
    with SqliteFile.opened(f"sqlite:///{path}") as server:
        line = await filled(server)
        with SqliteFile.opened(f"sqlite:///{path}") as command:
            await SqlChat(command).remove(line, AT)
        assert holds(path.parent, SAID) == []
