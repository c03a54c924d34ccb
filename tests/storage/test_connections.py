"""The contract of the store of published connections, for every kind of database."""

from datetime import timedelta

import pytest

from pasch.service.ids import ProcessId, SessionId, TableId
from pasch.service.requests import Status
from pasch.service.runtime.connections import Departure, ProcessConnections
from pasch.service.runtime.ownership import ConnectionStore
from pasch.service.table.presence import AbsenceReason
from pasch.storage.database import Database
from pasch.storage.ownership import SqlConnections, from_text, to_text
from pasch.storage.tables import SqlTables
from tests.storage.logs import ANNA, AT, row, step

pytestmark = pytest.mark.anyio

ONE, TWO = map(ProcessId, ("one", "two"))
A, B, C = map(TableId, ("a", "b", "c"))
GONE = Departure(AT, AbsenceReason.CLOSED, AT + timedelta(seconds=5), AT - timedelta(microseconds=1), restarted=True)
ANNA_PRESENT = ProcessConnections(frozenset({ANNA}), 2, {SessionId("bernd"): GONE})


@pytest.fixture
async def connections(database: Database) -> ConnectionStore:
    """The connections to three running tables."""
    for name in (A, B, C):
        await SqlTables(database).create(row(table=name), step(0, "table_opened", table=name, status=Status.RUNNING))
    return SqlConnections(database)


async def test_each_process_publishes_its_connections(connections: ConnectionStore) -> None:
    watched = ProcessConnections(watchers=7)
    await connections.publish(ONE, {A: ANNA_PRESENT, B: watched})
    await connections.publish(TWO, {B: watched})
    assert await connections.published(TWO, [A, B, C]) == {A: {ONE: ANNA_PRESENT}, B: {ONE: watched}}
    assert await connections.published(ONE, [A, B]) == {B: {TWO: watched}}
    assert await connections.published(ONE, []) == {}
    await connections.publish(ONE, {B: ANNA_PRESENT, A: ProcessConnections()})
    assert await connections.published(TWO, [A, B]) == {B: {ONE: ANNA_PRESENT}}


async def test_forgotten_process_loses_its_published_connections(connections: ConnectionStore) -> None:
    await connections.publish(ONE, {A: ANNA_PRESENT, B: ANNA_PRESENT})
    await connections.publish(TWO, {B: ANNA_PRESENT})
    assert sorted(await connections.processes()) == [ONE, TWO]
    await connections.forget([])
    await connections.forget([ONE])
    assert await connections.processes() == [TWO]
    assert await connections.published(ONE, [A, B]) == {B: {TWO: ANNA_PRESENT}}


async def test_deleted_table_has_no_published_connections(connections: ConnectionStore) -> None:
    deleted = TableId("deleted")
    await connections.publish(ONE, {deleted: ANNA_PRESENT, A: ANNA_PRESENT})
    assert await connections.published(TWO, [deleted, A]) == {A: {ONE: ANNA_PRESENT}}


def test_connections_survive_text_round_trip() -> None:
    assert from_text(to_text(ANNA_PRESENT)) == ANNA_PRESENT
    assert from_text(to_text(ProcessConnections())) == ProcessConnections()
