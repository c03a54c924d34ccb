"""Personal data in tables can be exported and deleted, for every kind of database."""

from dataclasses import replace

import pytest

from pasch.service.ids import SessionId, TableId
from pasch.service.people.store import PersonalDataStore
from pasch.service.ports import SeatRow, TableStore
from pasch.service.requests import Status
from pasch.storage.database import Database
from pasch.storage.people import SqlTraces
from pasch.storage.tables import SqlTables
from tests.storage.logs import ANNA, TABLE, row, seqs, step

pytestmark = pytest.mark.anyio

BERND = SessionId("bernd")
OTHER = TableId("other")
Both = tuple[TableStore, PersonalDataStore]


@pytest.fixture
def both(database: Database) -> Both:
    return SqlTables(database), SqlTraces(database)


@pytest.fixture
async def played(both: Both) -> Both:
    """Anna has opened a table. Bernd took a seat and left; a bot plays under the name."""
    store, _ = both
    for change in (step(0, "table_opened"),):
        await store.create(replace(row(), seats=(*row().seats, SeatRow(3, None, "Robbi"))), change)
    for after, seat in ((1, SeatRow(2, BERND, "Bernd")), (2, SeatRow(2, None, "Bernd"))):
        await store.append(step(after, "seat_changed", seats=(seat,), status=Status.RUNNING))
    await store.create(row(OTHER), step(0, "table_opened", table=OTHER))
    return both


async def names(store: TableStore, table: TableId = TABLE) -> list[str]:
    found = await store.find(table)
    assert found is not None
    return [seat.name for seat in found.seats]


async def test_export_includes_names_left_on_seats(played: Both) -> None:
    _, keeper = played
    assert await keeper.export(BERND) == {
        "tables": [
            {
                "id": TABLE,
                "opened_at": "2026-11-21T12:30:00.000000+00:00",
                "status": "running",
                "visibility": "private",
                "opener": False,
                "seats": [{"seat": 2, "name": "Bernd", "sitting": False}],
            }
        ]
    }
    exported = (await keeper.export(ANNA))["tables"]
    assert isinstance(exported, list)
    mine = {"seat": 1, "name": "Anna", "sitting": True}
    seats = [table["seats"] for table in exported if isinstance(table, dict)]
    assert seats == [[mine], [mine, {"seat": 3, "name": "Robbi", "sitting": False}]]
    assert await keeper.export(SessionId("nobody")) == {"tables": []}


async def test_renamed_session_keeps_seats_and_loses_old_names(played: Both) -> None:
    store, keeper = played
    await keeper.rename(ANNA, "Änne")
    assert await names(store) == ["", "Bernd", ""]
    found = await store.find(TABLE)
    assert found is not None
    assert found.seats[0].session == ANNA


async def test_deleted_session_leaves_nameless_seats_and_intact_log(played: Both) -> None:
    store, keeper = played
    before = await seqs(store)
    await keeper.forget(BERND)
    assert await names(store) == ["Anna", "", "Robbi"]
    await keeper.forget(ANNA)
    found = await store.find(TABLE)
    assert found is not None
    assert (await names(store), found.opener, found.seats[0].session) == (["", "", ""], "", None)
    assert await keeper.export(ANNA) == await keeper.export(BERND) == {"tables": []}
    assert await seqs(store) == before


async def test_reserved_seat_is_freed_when_session_is_deleted(both: Both) -> None:
    store, keeper = both
    kept = SeatRow(2, None, "Bernd", kept_for=BERND)
    await store.create(replace(row(), seats=(row().seats[0], kept)), step(0, "table_opened"))
    await keeper.forget(BERND)
    found = await store.find(TABLE)
    assert found is not None
    assert found.seats[1] == SeatRow(2, None)
