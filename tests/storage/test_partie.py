"""The contract of the stores of seat keys and of expired tables, for every kind of database."""

from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from pasch.service.errors import UnknownTable
from pasch.service.ids import SessionId, TableId, handle_of
from pasch.service.people.continuing import KeyStore
from pasch.service.people.store import Account, PersonalDataStore
from pasch.service.ports import SeatRow, TableStore
from pasch.service.requests import FULL, Session, Status
from pasch.service.results.results import ResultStore
from pasch.service.retention import Retention, RetentionStore, Why
from pasch.storage.database import Database
from pasch.storage.people import SqlKeys, SqlPeople, SqlTraces
from pasch.storage.results import SqlResults
from pasch.storage.retention import SqlRetention
from pasch.storage.tables import SqlTables
from tests.storage.logs import ANNA, AT, TABLE, row, step

pytestmark = pytest.mark.anyio

BERND = SessionId("bernd")
WITH_ACCOUNT = SessionId("clara")
DAY = timedelta(days=1)


@dataclass
class Stores:
    tables: TableStore
    keys: KeyStore
    old: RetentionStore
    results: ResultStore
    traces: PersonalDataStore


@pytest.fixture
async def stores(database: Database) -> Stores:
    place = database
    await _clara(SqlPeople(place))
    return Stores(SqlTables(place), SqlKeys(place), SqlRetention(place), SqlResults(place), SqlTraces(place))


async def _clara(people: SqlPeople) -> None:
    await people.add_session(Session(WITH_ACCOUNT, "Clara", AT, handle_of(WITH_ACCOUNT), access=FULL), b"clara")
    await people.add_account(Account(WITH_ACCOUNT, "Clara", "clara", "argon", computer=False, opened_at=AT))


# ------------------------------------------------------------------------------- keys


async def test_seat_keeps_its_first_key(stores: Stores) -> None:
    await stores.tables.create(row(), step(0, "table_opened"))
    for salt in ("first", "second"):
        await stores.keys.keep(TABLE, 1, salt, salt.encode())
    assert await stores.keys.salts(TABLE) == {1: "first"}
    assert await stores.keys.find(b"first") == (TABLE, 1)
    assert await stores.keys.find(b"second") is None
    assert await stores.keys.salts(TableId("other")) == {}


async def test_empty_seat_gets_no_key(stores: Stores) -> None:
    await stores.tables.create(row(), step(0, "table_opened"))
    await stores.keys.keep(TABLE, 2, "salt", b"proof")
    await stores.keys.keep(TableId("other"), 1, "salt", b"proof")
    assert await stores.keys.find(b"proof") is None


async def test_seat_key_survives_move_and_ends_when_player_leaves(stores: Stores) -> None:
    await stores.tables.create(row(), step(0, "table_opened"))
    await stores.keys.keep(TABLE, 1, "salt", b"proof")
    moved = SeatRow(1, BERND, "Anna", moved_from=ANNA)
    await stores.tables.append(step(1, "seat_moved", seats=(moved,)))
    assert await stores.keys.find(b"proof") == (TABLE, 1)
    found = await stores.tables.find(TABLE)
    assert found is not None
    assert found.seats[0] == moved
    await stores.tables.append(step(2, "seat_left", seats=(SeatRow(1, None, "Anna"),)))
    assert await stores.keys.find(b"proof") is None


async def test_session_deletion_removes_seat_key_and_move_origin(stores: Stores) -> None:
    await stores.tables.create(row(), step(0, "table_opened"))
    await stores.tables.append(step(1, "seat_moved", seats=(SeatRow(1, BERND, "Anna", moved_from=ANNA),)))
    await stores.keys.keep(TABLE, 1, "salt", b"proof")
    await stores.traces.forget(ANNA)
    found = await stores.tables.find(TABLE)
    assert found is not None
    assert found.seats[0].moved_from is None
    assert await stores.keys.find(b"proof") == (TABLE, 1)
    await stores.traces.forget(BERND)
    assert await stores.keys.find(b"proof") is None


# ------------------------------------------------------------------------------- old tables


async def _table(stores: Stores, name: str, status: Status, days: float, **seats: SessionId) -> TableId:
    """Create a table whose last event is this many days old."""
    table = TableId(name)
    at = AT - timedelta(days=days)
    people = tuple(SeatRow(number, person) for number, person in enumerate(seats.values(), start=1))
    opened = replace(row(table), seats=people or row().seats)
    await stores.tables.create(opened, replace(step(0, "table_opened", table=table, status=status), at=at))
    return table


async def _overdue(stores: Stores, keep: Retention) -> dict[str, Why]:
    return {each.table: each.why for each in await stores.old.overdue(keep, AT, 100)}


async def test_tables_become_overdue_after_their_retention(stores: Stores) -> None:
    keep = Retention(interrupted=28 * DAY, aborted=DAY, finished=90 * DAY)

    for status in (Status.WAITING, Status.RUNNING, Status.PAUSED):
        await _table(stores, f"{status} young", status, 27.9)
        await _table(stores, f"{status} old", status, 28)
    await _table(stores, "aborted young", Status.ABORTED, 0.9)
    await _table(stores, "aborted old", Status.ABORTED, 1.1)
    await _table(stores, "finished young", Status.FINISHED, 89)
    await _table(stores, "finished old", Status.FINISHED, 91, a=ANNA)
    await _table(stores, "finished kept", Status.FINISHED, 1000, a=ANNA, c=WITH_ACCOUNT)
    assert await _overdue(stores, keep) == {
        "waiting old": Why.INTERRUPTED,
        "running old": Why.INTERRUPTED,
        "paused old": Why.INTERRUPTED,
        "aborted old": Why.ABORTED,
        "finished old": Why.FINISHED,
    }


async def test_deleted_table_leaves_only_a_deletion_record(stores: Stores) -> None:
    await _table(stores, "old", Status.PAUSED, 30)
    await stores.keys.keep(TableId("old"), 1, "salt", b"proof")
    [old] = await stores.old.overdue(Retention(), AT, 10)
    assert await stores.old.delete(old, AT)
    assert not await stores.old.delete(old, AT)
    assert await stores.tables.find(old.table) is None
    assert [*await stores.tables.read(old.table, 0)] == []
    assert await stores.keys.find(b"proof") is None
    [noted] = await stores.old.deletions(10)
    assert (noted.at, noted.was) == (AT, old)
    with pytest.raises(UnknownTable):
        await stores.tables.append(step(1, "dice_rolled", table=old.table))


async def test_deleted_rematch_is_unlinked_from_first_match(stores: Stores) -> None:
    first = await _table(stores, "first", Status.FINISHED, 10)
    again = await _table(stores, "again", Status.ABORTED, 9)
    asked = step(1, "rematch_asked", table=first, status=Status.FINISHED, rematch=again)
    await stores.tables.append(replace(asked, at=AT - 9 * DAY))
    rows = [await stores.tables.find(first), await stores.tables.find(again)]
    assert [row and (row.rematch, row.earlier) for row in rows] == [(again, None), (None, first)]
    [gone] = await stores.old.overdue(Retention(), AT, 10)
    assert (gone.table, await stores.old.delete(gone, AT)) == (again, True)
    found = await stores.tables.find(first)
    assert found is not None
    assert found.rematch is None


async def test_last_moment_roll_prevents_deletion(stores: Stores) -> None:
    table = await _table(stores, "old", Status.RUNNING, 30)
    [old] = await stores.old.overdue(Retention(), AT, 10)
    await stores.tables.append(step(1, "dice_rolled", table=table))
    assert not await stores.old.delete(old, AT)
    assert await stores.tables.find(table) is not None
    assert [*await stores.old.deletions(10)] == []


async def test_table_becomes_overdue_only_after_results_are_stored(stores: Stores) -> None:
    table = await _table(stores, "old", Status.RUNNING, 100)
    ended = replace(step(1, "game_finished", table=table, status=Status.FINISHED), at=AT - 99 * DAY)
    await stores.tables.append(ended)
    assert await _overdue(stores, Retention()) == {}
    await stores.results.keep(table, 2, [], [])
    assert await _overdue(stores, Retention()) == {"old": Why.FINISHED}


async def test_overdue_tables_are_listed_longest_unchanged_first(stores: Stores) -> None:
    for days in (40, 50, 30):
        await _table(stores, f"{days}", Status.RUNNING, days)
    found = await stores.old.overdue(Retention(), AT, 2)
    assert [each.table for each in found] == ["50", "40"]
