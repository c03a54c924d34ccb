"""What the store of leases promises, asked of every one there is."""

import asyncio
from datetime import timedelta

import pytest

from pasch.service.ids import ProcessId, SessionId, TableId
from pasch.service.ports import TableStore
from pasch.service.requests import Status
from pasch.service.runtime.connections import Departure, ProcessConnections
from pasch.service.runtime.ownership import LeaseStore, Takeover
from pasch.service.table.presence import AbsenceReason
from pasch.storage.database import Database
from pasch.storage.leases import SqlLeases, from_text, to_text
from pasch.storage.tables import SqlTables
from tests.storage.logs import ANNA, AT, row, step

pytestmark = pytest.mark.anyio

ONE, TWO, THREE = map(ProcessId, ("one", "two", "three"))
A, B, C = map(TableId, ("a", "b", "c"))
GONE = Departure(AT, AbsenceReason.CLOSED, AT + timedelta(seconds=5), AT - timedelta(microseconds=1), restarted=True)
SOMEBODY = ProcessConnections(frozenset({ANNA}), 2, {SessionId("bernd"): GONE})


@pytest.fixture
def stores(database: Database) -> tuple[TableStore, LeaseStore]:
    return SqlTables(database), SqlLeases(database)


@pytest.fixture
async def leases(stores: tuple[TableStore, LeaseStore]) -> LeaseStore:
    """Three tables that are running, and two processes."""
    tables, leases = stores
    for name in (A, B, C):
        await tables.create(row(table=name), step(0, "table_opened", table=name, status=Status.RUNNING))
    await leases.register(ONE)
    await leases.register(TWO)
    return leases


async def test_a_process_lives_as_long_as_it_says_so(leases: LeaseStore) -> None:
    assert await leases.renew(ONE) == {ONE: 1, TWO: 0}
    assert await leases.renew(TWO) == {ONE: 1, TWO: 1}
    assert not await leases.bury(ONE, 0)
    assert await leases.bury(ONE, 1)
    assert not await leases.bury(ONE, 1)
    assert await leases.renew(ONE) is None
    assert await leases.renew(TWO) == {TWO: 2}


async def test_a_table_has_one_keeper(leases: LeaseStore) -> None:
    assert await leases.claim(ONE, [A, B]) == {A: Takeover.LOST, B: Takeover.LOST}
    assert await leases.claim(TWO, [A, B, C]) == {C: Takeover.LOST}
    assert await leases.claim(ONE, [A]) == {}
    await leases.let_go(TWO, [A, C])
    assert await leases.claim(TWO, [A, C]) == {C: Takeover.LOST}


async def test_of_many_who_claim_a_table_one_gets_it(leases: LeaseStore) -> None:
    processes = [ProcessId(str(number)) for number in range(10)]
    for process in processes:
        await leases.register(process)
    got = await asyncio.gather(*(leases.claim(process, [C, A, B]) for process in processes))
    assert sorted(table for tables in got for table in tables) == [A, B, C]


async def test_what_a_dead_process_kept_is_free(leases: LeaseStore) -> None:
    await leases.claim(ONE, [A, B, C])
    assert await leases.claim_free(TWO, 10) == {}
    await leases.bury(ONE, 0)
    assert await leases.claim_free(TWO, 2) == {A: Takeover.LOST, B: Takeover.LOST}
    assert await leases.claim(TWO, [C]) == {C: Takeover.LOST}
    assert await leases.claim_free(TWO, 2) == {}


async def test_what_was_handed_over_is_found_so_once(leases: LeaseStore) -> None:
    await leases.claim(ONE, [A, B])
    await leases.end(ONE)
    assert await leases.claim(TWO, [A]) == {A: Takeover.HANDED}
    assert await leases.claim_free(TWO, 10) == {B: Takeover.HANDED}
    await leases.bury(TWO, 0)
    assert await leases.claim_free(ONE, 10) == {A: Takeover.LOST, B: Takeover.LOST}


async def test_the_buried_get_nothing_and_tell_nothing(leases: LeaseStore) -> None:
    await leases.bury(ONE, 0)
    assert await leases.claim(ONE, [A]) == {}
    assert await leases.claim_running(ONE, "", 10) == {A: None, B: None, C: None}
    await leases.declare(ONE, {A: SOMEBODY})
    assert await leases.told(TWO, [A]) == {}


async def test_running_tables_that_nobody_keeps_are_found(stores: tuple[TableStore, LeaseStore]) -> None:
    tables, leases = stores
    await leases.register(ONE)
    for name, status in ((A, "running"), (B, "waiting"), (C, "running"), (TableId("d"), "finished")):
        await tables.create(row(table=name), step(0, "table_opened", table=name, status=Status(status)))
    assert await leases.claim_running(ONE, "", 1) == {A: Takeover.LOST}
    assert await leases.claim_running(ONE, A, 10) == {C: Takeover.LOST}
    assert await leases.claim_running(ONE, "", 10) == {}


async def test_each_process_tells_who_is_where(leases: LeaseStore) -> None:
    watched = ProcessConnections(watchers=7)
    await leases.declare(ONE, {A: SOMEBODY, B: watched})
    await leases.declare(TWO, {B: watched})
    assert await leases.told(TWO, [A, B, C]) == {A: {ONE: SOMEBODY}, B: {ONE: watched}}
    assert await leases.told(ONE, [A, B]) == {B: {TWO: watched}}
    assert await leases.told(ONE, []) == {}
    await leases.declare(ONE, {B: SOMEBODY, A: ProcessConnections()})
    assert await leases.told(TWO, [A, B]) == {B: {ONE: SOMEBODY}}


async def test_what_a_process_has_told_goes_with_it(leases: LeaseStore) -> None:
    await leases.declare(ONE, {A: SOMEBODY})
    await leases.end(ONE)
    assert await leases.told(TWO, [A]) == {A: {ONE: SOMEBODY}}
    await leases.bury(ONE, 0)
    assert await leases.told(TWO, [A]) == {}


async def test_all_that_concerns_a_process_is_read_at_once(leases: LeaseStore) -> None:
    for table in (A, B, C):
        await leases.declare(ONE, {table: SOMEBODY})
    await leases.claim(TWO, [A])
    await leases.declare(TWO, {B: ProcessConnections(watchers=1)})
    assert await leases.told_of_all(TWO) == {A: {ONE: SOMEBODY}, B: {ONE: SOMEBODY}}


async def test_who_is_where_nobody_keeps_the_table(leases: LeaseStore) -> None:
    for table in (A, B, C):
        await leases.declare(ONE, {table: SOMEBODY})
    await leases.claim(TWO, [A])
    await leases.claim(ONE, [B])
    assert await leases.unkept(ONE) == [C]
    await leases.bury(TWO, 0)
    assert await leases.unkept(ONE) == [A, C]


async def test_what_is_told_of_a_table_that_was_deleted_is_nothing(leases: LeaseStore) -> None:
    deleted = TableId("deleted")
    await leases.declare(ONE, {deleted: SOMEBODY, A: SOMEBODY})
    assert await leases.claim(ONE, [deleted, A]) == {A: Takeover.LOST}
    assert await leases.told(TWO, [deleted, A]) == {A: {ONE: SOMEBODY}}


def test_what_stands_in_a_row_is_read_back() -> None:
    assert from_text(to_text(SOMEBODY)) == SOMEBODY
    assert from_text(to_text(ProcessConnections())) == ProcessConnections()
