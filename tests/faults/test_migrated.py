"""A running match continues after the migration of its file from any version."""

import asyncio
import copy
import sqlite3
from contextlib import closing
from dataclasses import dataclass

import pytest
import sqlalchemy as sa
from sqlalchemy import NullPool

from pasch.storage.schema import APPLICATION_ID, HEAD, upgrade
from tests.faults.test_history import RecordingClient, recording_client
from tests.server.world import world_on
from tests.support.history import History, deviations
from tests.support.history_database import read_sqlite
from tests.support.sizes import cases

pytestmark = pytest.mark.anyio
EARLIER_VERSIONS = [f"{number:04}" for number in range(1, int(HEAD))]
COMMANDS_BEFORE, COMMANDS_AFTER = 12, 12
"""Commands in the old version, and in the new one."""


@dataclass
class PlayedMatch:
    """The file of a match, the messages to its players, and the players."""

    file: object
    history: History
    table: str
    people: list


async def act(clients):
    """The player to move takes the first legal action."""
    for each in clients:
        seen = await each.person.get(f"/tables/{each.table}")
        if seen["legal_actions"]:
            await each.act(**seen["legal_actions"][0], expect_seq=seen["seq"])
            return
    raise AssertionError("nobody may act")


async def play_match(file):
    history = History()
    async with world_on(file) as world:
        anna = await recording_client(history, world)
        clients = [anna, await recording_client(history, world, anna.table)]
        for _ in range(COMMANDS_BEFORE):
            await act(clients)
    return PlayedMatch(file, history, anna.table, [(each.person.token, each.handle) for each in clients])


@pytest.fixture(scope="module")
def match(tmp_path_factory, empty_database):
    file = tmp_path_factory.mktemp("played") / "pasch.sqlite3"
    file.write_bytes(empty_database.read_bytes())
    return asyncio.run(play_match(file))


def convert_to(revision, file, old):
    """A file in the schema of that version, with the rows of `file`."""
    engine = sa.create_engine(f"sqlite:///{old}", poolclass=NullPool)
    with engine.begin() as connection:
        upgrade(connection, revision)
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        inspected = sa.inspect(connection)
        columns = {name: [each["name"] for each in inspected.get_columns(name)] for name in inspected.get_table_names()}
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("ATTACH ? AS new", (str(file),))
        for table in columns.keys() - {"alembic_version", *CLUSTER_TABLES}:
            source = RENAMED_TABLES.get(table, table)
            existing = {row[1] for row in db.execute(f"PRAGMA new.table_info({source})")}
            expressions = {name: name if name in existing else REMOVED_COLUMNS[table, name] for name in columns[table]}
            db.execute(f"DELETE FROM {table}")
            selected = ", ".join(expressions.values())
            db.execute(f"INSERT INTO {table} ({', '.join(expressions)}) SELECT {selected} FROM new.{source}")


CLUSTER_TABLES = {"processes", "leases", "presence"}
"""Tables of versions 0008 to 0010 that only several processes filled; one process wrote this file."""
RENAMED_TABLES = {"daily_attempts": "attempts"}
"""Renamed tables: the old name and the new one."""
REMOVED_COLUMNS = {
    ("daily_attempts", "day"): "substr(event, 7)",
    ("sessions", "token_hash"): "(SELECT token_hash FROM new.tokens t WHERE t.session = new.sessions.id)",
}
"""Expressions for columns that no longer exist."""


@pytest.mark.parametrize("revision", cases(EARLIER_VERSIONS, default=EARLIER_VERSIONS[::8]))
async def test_running_match_continues_after_migration(match, tmp_path, revision):
    file = tmp_path / "pasch.sqlite3"
    convert_to(revision, match.file, file)
    history = copy.deepcopy(match.history)
    async with world_on(file) as world:
        clients = []
        for token, handle in match.people:
            person = await world.person(session=False)
            person.token = token
            clients.append(RecordingClient(history, person, handle, match.table))
        await resend_all(history.tables[match.table], clients)
        for _ in range(COMMANDS_AFTER):
            await act(clients)
    assert history.acknowledged == COMMANDS_BEFORE + COMMANDS_AFTER
    assert deviations(history, read_sqlite(file, history.tables)) == []


async def resend_all(history, clients):
    """Send every command of the old version again: the new version knows its answer."""
    requests = [(handle, command, each.body) for (handle, command), each in history.commands.items()]
    for each in clients:
        for handle, _, body in requests:
            if handle == each.handle:
                await each.act(**body)
    assert all(len(each.answers) == 2 for each in history.commands.values())
