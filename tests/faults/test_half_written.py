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
from tests.service.harness import ANNA, PUBLIC, Harness
from tests.support.stores import sql_tables

pytestmark = pytest.mark.anyio
TABLES = 3
COMMANDS = 40
DURABLE_SETTINGS = {"synchronous": 2, "journal_mode": "wal"}


@dataclass
class FileStates:
    """The bytes of a file and its journal during use and after closing, and the acknowledged commands.

    `acknowledgements` are the length of the journal at an acknowledgement, the table, its last event, and the command.
    """

    file: bytes
    journal: bytes
    closed: bytes
    acknowledgements: list
    logs: dict

    def acknowledged_seqs(self, size):
        """The last acknowledged event of each table at this length of the journal."""
        return {table: seq for length, table, seq, _ in self.acknowledgements if length <= size}

    def acknowledged_commands(self, size):
        """The commands acknowledged at this length of the journal, with their answers."""
        return {
            (table, command): seq for length, table, seq, command in self.acknowledgements if command and length <= size
        }


async def play_match(path):
    journal, acknowledgements = path.with_name(f"{path.name}-wal"), []
    with sql_tables(f"sqlite:///{path}") as store:
        harness = Harness(store)
        tables = [await harness.open(ANNA, "Anna", "Bernd", variant="kniffel-plain") for _ in range(TABLES)]
        acknowledgements += [(journal.stat().st_size, table, 2, None) for table in tables]
        for number in range(COMMANDS):
            table, harness.id = tables[number % TABLES], partial("command {}".format, number)
            seq = (await harness.play_on(ANNA, table)).seq
            acknowledgements.append((journal.stat().st_size, table, seq, harness.id()))
        logs = {table: await harness.log(table) for table in tables}
        file, written = path.read_bytes(), journal.read_bytes()
    return FileStates(file, written, path.read_bytes(), acknowledgements, logs)


@pytest.fixture(scope="module")
def file_states(tmp_path_factory, empty_database):
    path = tmp_path_factory.mktemp("left") / "pasch.sqlite3"
    path.write_bytes(empty_database.read_bytes())
    return asyncio.run(play_match(path))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("again")


async def read_logs(path, tables):
    """The log of each table, after a replay; None for a missing table."""
    logs = {}
    with sql_tables(f"sqlite:///{path}") as store:
        for table in tables:
            row, logs[table] = await store.find(table), await store.read(table, 0)
            assert row is None or LiveTable(row, logs[table]).state.seq == len(logs[table])
    return logs


def open_files(folder: Path, file_states, file, journal=b""):
    """The logs in a file with these contents and this journal. Raises `CannotStore`."""
    path = folder / "pasch.sqlite3"
    for old in folder.iterdir():
        old.unlink()
    path.write_bytes(file)
    if journal:
        path.with_name(f"{path.name}-wal").write_bytes(journal)
    return asyncio.run(read_logs(path, file_states.logs))


def stored_commands(folder: Path):
    """The commands that the file opened last records as carried out."""
    with closing(sqlite3.connect(folder / "pasch.sqlite3")) as db:
        return {(table, command): seq for table, command, seq in db.execute("SELECT table_id, id, seq FROM commands")}


def position(length):
    """A position among this many bytes, more often near the beginning and the end."""
    return st.one_of(st.integers(0, length), st.integers(0, 100).map(lambda n: min(n, length)))


def test_complete_journal_loses_nothing(folder, file_states):
    assert file_states.journal
    assert len(file_states.acknowledgements) > COMMANDS
    for files in ((file_states.file, file_states.journal), (file_states.closed,)):
        assert open_files(folder, file_states, *files) == file_states.logs
        assert stored_commands(folder) == file_states.acknowledged_commands(len(file_states.journal))


def test_every_commit_is_synchronised_with_the_disk(database):
    """The data reach the disk, not only the system's memory; a killed process alone cannot show that."""
    with SqliteFile.opened(f"sqlite:///{database}") as file:
        rows = [asyncio.run(file.write(lambda db, name=name: db.row(f"PRAGMA {name}"))) for name in DURABLE_SETTINGS]
    assert dict(zip(DURABLE_SETTINGS, (value for (value,) in rows), strict=True)) == DURABLE_SETTINGS


@given(st.data())
def test_truncated_journal_holds_all_earlier_acknowledged_commands(folder, file_states, data):
    size = data.draw(position(len(file_states.journal)))
    logs = open_files(folder, file_states, file_states.file, file_states.journal[:size])
    acknowledged_seqs = file_states.acknowledged_seqs(size)
    for table, complete in file_states.logs.items():
        assert logs[table] == complete[: len(logs[table])]
        assert len(logs[table]) >= acknowledged_seqs.get(table, 0)
    answers = stored_commands(folder)
    assert file_states.acknowledged_commands(size).items() <= answers.items()
    assert all(seq <= len(logs[table]) for (table, _), seq in answers.items())


@given(st.data())
def test_journal_truncated_after_acknowledgement_holds_that_command(folder, file_states, data):
    size, *_ = data.draw(st.sampled_from(file_states.acknowledgements))
    logs = open_files(folder, file_states, file_states.file, file_states.journal[:size])
    assert {table: len(log) for table, log in logs.items() if log} == file_states.acknowledged_seqs(size)
    assert stored_commands(folder) == file_states.acknowledged_commands(size)


@pytest.mark.parametrize("size", [1, 15, 16, 99, 100, 511, 512, 4095, 4096, 4097])
def test_file_remnant_is_not_mistaken_for_new_database(folder, file_states, size):
    logs, refusal = try_to_open(folder, file_states, file_states.closed[:size])
    assert (logs, "pasch.sqlite3" in refusal) == ({}, True)


@given(st.data())
def test_truncated_file_is_refused(folder, file_states, data):
    size = data.draw(st.integers(1, len(file_states.closed) - 1))
    logs, refusal = try_to_open(folder, file_states, file_states.closed[:size])
    assert logs == file_states.logs or "pasch.sqlite3" in refusal  # unchanged when no used page is missing


@pytest.mark.parametrize("journal", [False, True], ids=["file", "journal"])
@given(data=st.data(), noise=st.binary(min_size=1, max_size=32))
def test_overwritten_bytes_cause_no_crash(folder, file_states, journal, data, noise):
    """SQLite misses some damage in a file; it notices all damage in the journal, and stops there."""
    complete = file_states.journal if journal else file_states.closed
    at = data.draw(st.integers(0, len(complete) - 1))
    damaged = complete[:at] + noise[: len(complete) - at] + complete[at + len(noise) :]
    logs, refusal = try_to_open(folder, file_states, *((file_states.file, damaged) if journal else (damaged,)))
    assert refusal or not journal or all(log == file_states.logs[table][: len(log)] for table, log in logs.items())


def try_to_open(folder, file_states, *files):
    """The contents, or the message of the error."""
    try:
        return open_files(folder, file_states, *files), ""
    except PaschError as error:
        sentence = str(error)
    assert "\n" not in sentence
    return {}, sentence


async def test_damaged_table_does_not_stop_other_tables(database):
    url = f"sqlite:///{database}"
    with sql_tables(url) as store:
        harness = Harness(store)
        damaged, intact = [await harness.open(ANNA, "bot", "Anna", visibility=PUBLIC) for _ in range(2)]
    with closing(sqlite3.connect(database)) as db, db:
        db.execute("UPDATE events SET data = '{' WHERE table_id = ? AND seq = 2", (damaged,))
    reported = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["table"]))
    async with world_on(database) as world:
        clara = await world.person()
        answer = await clara.ask("GET", f"/tables/{damaged}")
        assert (answer.status_code, answer.json()["code"]) == (503, "not_ready")
        assert [item["id"] for item in (await clara.get("/tables"))["tables"]] == [intact]
        async for snapshot in world.snapshots(clara, intact):
            if snapshot["turn"]["seat"] == 2:
                break
    assert set(reported) == {damaged}
