"""A file after a power failure: one sentence refuses it, or it holds every acknowledged command."""

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasch.rules.errors import PaschError
from pasch.service.runtime.cache import LiveTable
from pasch.storage.opening import SqliteFile
from tests.server.world import world_on
from tests.service.hall import ANNA, PUBLIC, Hall
from tests.support.stores import sql_tables

pytestmark = pytest.mark.anyio
TABLES = 3
COMMANDS = 40
SAFELY = {"synchronous": 2, "journal_mode": "wal"}


@dataclass
class Left:
    """The bytes of a file and its journal during use and after closing, and the acknowledged commands.

    `marks` are the length of the journal at an acknowledgement, the table, its last event, and the command.
    """

    file: bytes
    journal: bytes
    closed: bytes
    marks: list
    logs: dict

    def acknowledged(self, size):
        """The last acknowledged event of each table at this length of the journal."""
        return {table: seq for length, table, seq, _ in self.marks if length <= size}

    def answered(self, size):
        """The commands acknowledged at this length of the journal, with their answers."""
        return {(table, command): seq for length, table, seq, command in self.marks if command and length <= size}


async def played(path):
    journal, marks = path.with_name(f"{path.name}-wal"), []
    with sql_tables(f"sqlite:///{path}") as store:
        hall = Hall(store)
        tables = [await hall.open(ANNA, "Anna", "Bernd", variant="kniffel-plain") for _ in range(TABLES)]
        marks += [(journal.stat().st_size, table, 2, None) for table in tables]
        for number in range(COMMANDS):
            table, hall.id = tables[number % TABLES], partial("command {}".format, number)
            seq = (await hall.play_on(ANNA, table)).seq
            marks.append((journal.stat().st_size, table, seq, hall.id()))
        logs = {table: await hall.log(table) for table in tables}
        file, written = path.read_bytes(), journal.read_bytes()
    return Left(file, written, path.read_bytes(), marks, logs)


@pytest.fixture(scope="module")
def left(tmp_path_factory, empty_database):
    path = tmp_path_factory.mktemp("left") / "pasch.sqlite3"
    path.write_bytes(empty_database.read_bytes())
    return asyncio.run(played(path))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("again")


async def found(path, tables):
    """The log of each table, after a replay; None for a missing table."""
    logs = {}
    with sql_tables(f"sqlite:///{path}") as store:
        for table in tables:
            row, logs[table] = await store.find(table), await store.read(table, 0)
            assert row is None or LiveTable(row, logs[table]).state.seq == len(logs[table])
    return logs


def opened(folder: Path, left, file, journal=b""):
    """The logs in a file with these contents and this journal. Raises `CannotStore`."""
    path = folder / "pasch.sqlite3"
    for old in folder.iterdir():
        old.unlink()
    path.write_bytes(file)
    if journal:
        path.with_name(f"{path.name}-wal").write_bytes(journal)
    return asyncio.run(found(path, left.logs))


def commands(folder: Path):
    """The commands that the file opened last records as carried out."""
    with closing(sqlite3.connect(folder / "pasch.sqlite3")) as db:
        return {(table, command): seq for table, command, seq in db.execute("SELECT table_id, id, seq FROM commands")}


def share(length):
    """A position among this many bytes, more often near the beginning and the end."""
    return st.one_of(st.integers(0, length), st.integers(0, 100).map(lambda n: min(n, length)))


def test_complete_journal_loses_nothing(folder, left):
    assert left.journal
    assert len(left.marks) > COMMANDS
    for files in ((left.file, left.journal), (left.closed,)):
        assert opened(folder, left, *files) == left.logs
        assert commands(folder) == left.answered(len(left.journal))


def test_every_commit_is_synchronised_with_the_disk(database):
    """The data reach the disk, not only the system's memory; a killed process alone cannot show that."""
    with SqliteFile.opened(f"sqlite:///{database}") as file:
        asked = [asyncio.run(file.write(lambda db, name=name: db.row(f"PRAGMA {name}"))) for name in SAFELY]
    assert dict(zip(SAFELY, (value for (value,) in asked), strict=True)) == SAFELY


@given(st.data())
def test_truncated_journal_holds_all_earlier_acknowledged_commands(folder, left, data):
    size = data.draw(share(len(left.journal)))
    logs = opened(folder, left, left.file, left.journal[:size])
    acknowledged = left.acknowledged(size)
    for table, whole in left.logs.items():
        assert logs[table] == whole[: len(logs[table])]
        assert len(logs[table]) >= acknowledged.get(table, 0)
    answers = commands(folder)
    assert left.answered(size).items() <= answers.items()
    assert all(seq <= len(logs[table]) for (table, _), seq in answers.items())


@given(st.data())
def test_journal_truncated_after_acknowledgement_holds_that_command(folder, left, data):
    size, *_ = data.draw(st.sampled_from(left.marks))
    logs = opened(folder, left, left.file, left.journal[:size])
    assert {table: len(log) for table, log in logs.items() if log} == left.acknowledged(size)
    assert commands(folder) == left.answered(size)


@pytest.mark.parametrize("size", [1, 15, 16, 99, 100, 511, 512, 4095, 4096, 4097])
def test_file_remnant_is_not_mistaken_for_new_database(folder, left, size):
    logs, refusal = attempted(folder, left, left.closed[:size])
    assert (logs, "pasch.sqlite3" in refusal) == ({}, True)


@given(st.data())
def test_truncated_file_is_refused(folder, left, data):
    size = data.draw(st.integers(1, len(left.closed) - 1))
    logs, refusal = attempted(folder, left, left.closed[:size])
    assert logs == left.logs or "pasch.sqlite3" in refusal  # unchanged when no used page is missing


@pytest.mark.parametrize("journal", [False, True], ids=["file", "journal"])
@given(data=st.data(), noise=st.binary(min_size=1, max_size=32))
def test_overwritten_bytes_cause_no_crash(folder, left, journal, data, noise):
    """SQLite misses some damage in a file; it notices all damage in the journal, and stops there."""
    whole = left.journal if journal else left.closed
    at = data.draw(st.integers(0, len(whole) - 1))
    spoilt = whole[:at] + noise[: len(whole) - at] + whole[at + len(noise) :]
    logs, refusal = attempted(folder, left, *((left.file, spoilt) if journal else (spoilt,)))
    assert refusal or not journal or all(log == left.logs[table][: len(log)] for table, log in logs.items())


def attempted(folder, left, *files):
    """The contents, or the message of the error."""
    try:
        return opened(folder, left, *files), ""
    except PaschError as error:
        sentence = str(error)
    assert "\n" not in sentence
    return {}, sentence


async def test_damaged_table_does_not_stop_other_tables(database):
    url = f"sqlite:///{database}"
    with sql_tables(url) as store:
        hall = Hall(store)
        spoilt, sound = [await hall.open(ANNA, "bot", "Anna", visibility=PUBLIC) for _ in range(2)]
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE events SET data = '{' WHERE table_id = ? AND seq = 2", (spoilt,))
    reported = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["table"]))
    async with world_on(database) as world:
        clara = await world.person()
        answer = await clara.ask("GET", f"/tables/{spoilt}")
        assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")
        assert [item["id"] for item in (await clara.get("/tables"))["tables"]] == [sound]
        async for snapshot in world.moments(clara, sound):
            if snapshot["turn"]["seat"] == 2:
                break
    assert set(reported) == {spoilt}
