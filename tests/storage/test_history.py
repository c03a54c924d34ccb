"""The contract of the match history store, for every kind of database."""

from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from pasch.rules.notation.record import Provenance
from pasch.service.archive.history import HistoryStore, Past, PastRequest
from pasch.service.ids import SessionId, TableId
from pasch.service.log import Data, NewEvent
from pasch.service.ports import Append, SeatRow, TableRow, TableStore
from pasch.service.requests import Status
from pasch.service.results.results import ResultStore
from pasch.service.table.imported import Imported, imported_to_data
from pasch.storage.database import CannotStore, Database
from pasch.storage.results import SqlHistory, SqlResults
from pasch.storage.tables import SqlTables
from tests.storage.logs import ANNA, AT, row

pytestmark = pytest.mark.anyio

BERND = SessionId("bernd")


@dataclass(frozen=True)
class Stores:
    tables: TableStore
    history: HistoryStore
    results: ResultStore


@pytest.fixture
def stores(database: Database) -> Stores:
    place = database
    return Stores(SqlTables(place), SqlHistory(place), SqlResults(place))


def match(
    name: str,
    *,
    days: int = 0,
    variant: str = "kniffel",
    seats: tuple[str, ...] = ("Anna", ""),
    ends: tuple[str, ...] = ("game_finished", "match_finished"),
    status: Status = Status.FINISHED,
    imported: Imported | None = None,
) -> tuple[TableRow, Append]:
    """A table that ended this many days after the first."""
    opened: Data = {"variant": variant, **imported_to_data(imported)}
    events = (NewEvent("table_opened", None, opened), *(NewEvent(kind, None, {}) for kind in ends))
    rows = tuple(SeatRow(seat, ANNA if seat == 1 else None, called) for seat, called in enumerate(seats, start=1))
    table = replace(row(), id=TableId(name), seats=rows)
    return table, Append(table.id, 0, events, AT + timedelta(days=days), status)


async def fill(stores: Stores, *matches: tuple[TableRow, Append]) -> None:
    for each in matches:
        await stores.tables.create(*each)


async def past(stores: Stores, wish: PastRequest | None = None, limit: int = 9, person: SessionId = ANNA) -> list[str]:
    return [each.table for each in await stores.history.past(person, wish or PastRequest(), limit)]


async def test_history_lists_ended_matches_latest_first(stores: Stores) -> None:
    await fill(
        stores,
        match("old"),
        match("new", days=2),
        match("between", days=1),
        match("running", status=Status.RUNNING, ends=("game_finished",)),
        match("aborted early", status=Status.ABORTED, ends=("table_aborted",)),
        match("aborted late", days=3, status=Status.ABORTED, ends=("game_finished", "table_aborted")),
    )
    assert await past(stores) == ["aborted late", "new", "between", "old"]
    assert await past(stores, limit=2) == ["aborted late", "new"]
    assert await past(stores, PastRequest(before=TableId("new"))) == ["between", "old"]
    assert await past(stores, PastRequest(before=TableId("unknown"))) == []
    assert await past(stores, person=BERND) == []
    assert await stores.history.past(ANNA, PastRequest(), 1) == [
        Past(TableId("aborted late"), (AT + timedelta(days=3)).isoformat(timespec="microseconds"))
    ]


async def test_history_filters_by_variant_and_name(stores: Stores) -> None:
    await fill(
        stores,
        match("one", seats=("Anna", "Bernd")),
        match("two", days=1, variant="yatzy", seats=("Anna", "Bernd", "Bernd")),
        match("three", days=2, seats=("Anna", "O'Neill; --")),
    )
    assert await past(stores, PastRequest(variant="kniffel")) == ["three", "one"]
    assert await past(stores, PastRequest(name="Bernd")) == ["two", "one"]
    assert await past(stores, PastRequest(variant="yatzy", name="Bernd")) == ["two"]
    assert await past(stores, PastRequest(name="O'Neill; --")) == ["three"]
    assert await past(stores, PastRequest(name="bernd' OR 1=1 --")) == []
    counts = await stores.history.counts(ANNA, 2)
    assert (counts.matches, dict(counts.variants)) == (3, {"kniffel": 2, "yatzy": 1})
    assert [*counts.names.items()] == [("Anna", 3), ("Bernd", 2)]


async def test_imported_matches_are_sorted_by_date_played(stores: Stores) -> None:
    elsewhere = Imported("ab" * 32, proved=True, origin=Provenance(date=(AT + timedelta(days=5)).date().isoformat()))
    unknown = Imported("cd" * 32, proved=False, origin=Provenance())
    await fill(stores, match("before"), match("after", days=6))
    given = [match("there", days=7, imported=elsewhere), match("no day", days=7, imported=unknown)]
    await stores.history.take_in(given)
    assert await past(stores) == ["no day", "after", "there", "before"]
    known = await stores.history.imported(ANNA, {"ab" * 32, "ef" * 32})
    assert dict(known) == {"ab" * 32: "there"}
    assert dict(await stores.history.imported(BERND, {"ab" * 32})) == {}


async def test_imported_matches_have_no_results_due(database: Database) -> None:
    """An import creates no entry in the queue of due results."""
    await SqlHistory(database).take_in([match("one"), match("two")])
    assert [*await SqlResults(database).due(9)] == []


async def test_import_stores_all_matches_or_nothing(database: Database) -> None:
    history = SqlHistory(database)
    with pytest.raises(CannotStore):
        await history.take_in([match("one"), match("two"), match("one")])
    assert await history.past(ANNA, PastRequest(), 9) == []
