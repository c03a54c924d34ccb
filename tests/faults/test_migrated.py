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
from tests.faults.test_history import Witness, witness
from tests.server.world import world_on
from tests.support.history import History, lies
from tests.support.history_kept import kept_in
from tests.support.sizes import cases

pytestmark = pytest.mark.anyio
EARLIER = [f"{number:04}" for number in range(1, int(HEAD))]
BEFORE, AFTERWARDS = 12, 12
"""Commands in the old version, and in the new one."""


@dataclass
class Played:
    """The file of a match, the messages to its players, and the players."""

    file: object
    history: History
    table: str
    people: list


async def act(witnesses):
    """The player to move takes the first legal action."""
    for each in witnesses:
        seen = await each.person.get(f"/tables/{each.table}")
        if seen["legal_actions"]:
            await each.act(**seen["legal_actions"][0], expect_seq=seen["seq"])
            return
    raise AssertionError("nobody may act")


async def played(file):
    history = History()
    async with world_on(file) as world:
        anna = await witness(history, world)
        witnesses = [anna, await witness(history, world, anna.table)]
        for _ in range(BEFORE):
            await act(witnesses)
    return Played(file, history, anna.table, [(each.person.token, each.handle) for each in witnesses])


@pytest.fixture(scope="module")
def match(tmp_path_factory, empty_database):
    file = tmp_path_factory.mktemp("played") / "pasch.sqlite3"
    file.write_bytes(empty_database.read_bytes())
    return asyncio.run(played(file))


def as_in(revision, file, old):
    """A file in the schema of that version, with the rows of `file`."""
    engine = sa.create_engine(f"sqlite:///{old}", poolclass=NullPool)
    with engine.begin() as connection:
        upgrade(connection, revision)
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        inspected = sa.inspect(connection)
        columns = {name: [each["name"] for each in inspected.get_columns(name)] for name in inspected.get_table_names()}
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("ATTACH ? AS new", (str(file),))
        for table in columns.keys() - {"alembic_version", *SHARED}:
            source = RENAMED.get(table, table)
            there = {row[1] for row in db.execute(f"PRAGMA new.table_info({source})")}
            taken = {name: name if name in there else AS_IT_WAS[table, name] for name in columns[table]}
            db.execute(f"DELETE FROM {table}")
            db.execute(f"INSERT INTO {table} ({', '.join(taken)}) SELECT {', '.join(taken.values())} FROM new.{source}")


SHARED = {"processes", "leases", "presence"}
"""Tables of versions 0008 to 0010 that only several processes filled; one process wrote this file."""
RENAMED = {"daily_attempts": "attempts"}
"""Renamed tables: the old name and the new one."""
AS_IT_WAS = {
    ("daily_attempts", "day"): "substr(event, 7)",
    ("sessions", "token_hash"): "(SELECT token_hash FROM new.tokens t WHERE t.session = new.sessions.id)",
}
"""Expressions for columns that no longer exist."""


@pytest.mark.parametrize("revision", cases(EARLIER, default=EARLIER[::8]))
async def test_running_match_continues_after_migration(match, tmp_path, revision):
    file = tmp_path / "pasch.sqlite3"
    as_in(revision, match.file, file)
    history = copy.deepcopy(match.history)
    async with world_on(file) as world:
        witnesses = []
        for token, handle in match.people:
            person = await world.person(session=False)
            person.token = token
            witnesses.append(Witness(history, person, handle, match.table))
        await ask_again(history.tables[match.table], witnesses)
        for _ in range(AFTERWARDS):
            await act(witnesses)
    assert history.acknowledged == BEFORE + AFTERWARDS
    assert lies(history, kept_in(file, history.tables)) == []


async def ask_again(history, witnesses):
    """Send every command of the old version again: the new version knows its answer."""
    asked = [(handle, command, each.body) for (handle, command), each in history.asked.items()]
    for each in witnesses:
        for handle, _, body in asked:
            if handle == each.handle:
                await each.act(**body)
    assert all(len(each.answers) == 2 for each in history.asked.values())
