"""Concurrent appends share a transaction, and each append has its own outcome."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from pasch.service.errors import Unauthenticated, UnknownTable
from pasch.service.ids import Handle, TableId
from pasch.service.people.store import ByToken, Token
from pasch.service.ports import CommandKnown, SeatRow, SeqTaken
from pasch.service.requests import Access, Session
from pasch.storage.appends import MOST
from pasch.storage.database import CannotStore, Conflict, Database, Job
from pasch.storage.opening import opened
from pasch.storage.people import SqlPeople
from pasch.storage.results import SqlResults
from pasch.storage.tables import SqlTables
from tests.storage.logs import ANNA, AT, row, seqs, step

pytestmark = pytest.mark.anyio
TABLES = [TableId(f"t{number}") for number in range(5)]


@dataclass
class CountingDatabase:
    """A database that counts jobs, does not group them, and refuses some with a given error."""

    database: Database
    groups: bool = False
    writes: int = 0
    errors: list[Exception] = field(default_factory=list)

    async def write(self, job: Job[Any]) -> Any:
        self.writes += 1
        if self.errors:
            raise self.errors.pop(0)
        return await self.database.write(job)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)


@pytest.fixture
async def counted(database: Database) -> CountingDatabase:
    for table in TABLES:
        await SqlTables(database).create(row(table), step(0, "table_opened", table=table))
    return CountingDatabase(database)


async def outcomes(store: SqlTables, *appends: Any) -> list[BaseException | None]:
    return await asyncio.gather(*map(store.append, appends), return_exceptions=True)


async def test_refused_append_does_not_affect_its_batch(counted: CountingDatabase) -> None:
    store = SqlTables(counted)
    await store.append(step(1, "dice_rolled", table=TABLES[1], command="c"))
    counted.writes = 0
    seat = SeatRow(2, ANNA, "Änne")
    results = await outcomes(
        store,
        step(1, "dice_rolled", table=TABLES[0], seats=(seat,)),
        step(2, "dice_rolled", table=TABLES[1], command="c"),
        step(7, "dice_rolled", table=TABLES[2]),
        step(1, "dice_rolled", table=TableId("gone")),
        step(1, "scored", "game_finished", table=TABLES[3], command="d"),
    )
    assert [type(each) for each in results] == [type(None), CommandKnown, SeqTaken, UnknownTable, type(None)]
    assert counted.writes == 1
    assert [await seqs(store, table) for table in TABLES] == [[1, 2], [1, 2], [1], [1, 2, 3], [1]]
    found = await store.find(TABLES[0])
    assert found is not None
    assert found.seats[1] == seat
    assert await SqlResults(counted).due(9) == [(TABLES[3], 3)]


async def test_concurrent_appends_to_one_table_build_on_each_other(counted: CountingDatabase) -> None:
    store = SqlTables(counted)
    results = await outcomes(store, *(step(after, "dice_rolled", table=TABLES[0]) for after in (1, 2, 3, 3, 4)))
    assert Counter(map(type, results)) == {type(None): 4, SeqTaken: 1}
    assert await seqs(store, TABLES[0]) == [1, 2, 3, 4, 5]


async def test_large_batch_is_split_into_few_transactions(counted: CountingDatabase) -> None:
    store = SqlTables(counted)
    tables = [TableId(f"many{number}") for number in range(MOST + 3)]
    for table in tables:
        await store.create(row(table), step(0, "table_opened", table=table))
    counted.writes = 0
    assert set(await outcomes(store, *(step(1, "dice_rolled", table=table) for table in tables))) == {None}
    assert counted.writes <= 4
    assert all([await seqs(store, table) == [1, 2] for table in tables])


async def test_conflicting_batch_is_retried_append_by_append(counted: CountingDatabase) -> None:
    store = SqlTables(counted)
    counted.errors = [Conflict("taken")]
    results = await outcomes(
        store, *(step(after, "dice_rolled", table=t) for t, after in zip(TABLES, (1, 1, 7), strict=False))
    )
    assert [type(each) for each in results] == [type(None), type(None), SeqTaken]
    assert counted.writes == 4


async def test_database_failure_fails_the_batch_but_not_later_appends(counted: CountingDatabase) -> None:
    store = SqlTables(counted)
    counted.errors = [CannotStore("gone")]
    results = await outcomes(store, *(step(1, "dice_rolled", table=table) for table in TABLES))
    assert {type(each) for each in results} == {CannotStore}
    assert set(await outcomes(store, *(step(1, "dice_rolled", table=table) for table in TABLES))) == {None}


async def test_cancelled_append_is_stored_with_its_batch(counted: CountingDatabase) -> None:
    store = SqlTables(counted)
    first, second = (asyncio.create_task(store.append(step(1, "dice_rolled", table=t))) for t in TABLES[:2])
    await asyncio.wait([first], timeout=0)
    first.cancel()
    await second
    with pytest.raises(asyncio.CancelledError):
        await first
    assert [await seqs(store, table) for table in TABLES[:2]] == [[1, 2], [1, 2]]


async def test_competing_processes_leave_every_log_gapless(url: str) -> None:
    """Both processes append to all tables at full speed. Each number is acknowledged to one of them.

    Both read the first number of each table before either appends, so they always compete.
    """
    async with opened(url) as one, opened(url) as other:
        stores = [SqlTables(one), SqlTables(other)]
        for table in TABLES:
            await stores[0].create(row(table), step(0, "table_opened", table=table))

        second = Counter[TableId]()
        together = asyncio.Barrier(len(stores) * len(TABLES))

        async def play(store: SqlTables, table: TableId) -> int:
            done = 0
            for attempt in range(30):
                after = len(await seqs(store, table))
                if attempt == 0:
                    await together.wait()
                try:
                    await store.append(step(after, "dice_rolled", table=table))
                    done += 1
                except SeqTaken:
                    second[table] += 1
            return done

        done = await asyncio.gather(*(play(store, table) for store in stores for table in TABLES))
        assert second.keys() == set(TABLES)
        for number, table in enumerate(TABLES):
            acknowledged = done[number] + done[number + len(TABLES)]
            assert await seqs(stores[0], table) == list(range(1, acknowledged + 2))


async def test_append_with_invalid_token_stores_nothing(counted: CountingDatabase) -> None:
    """The check is part of the append. Other appends in the same transaction are unaffected."""
    people, store = SqlPeople(counted), SqlTables(counted)
    await people.add_session(Session(ANNA, "Anna", AT, Handle("a1"), access=Access("valid")), b"1")
    await people.add_token(ByToken("valid"), Token(Access("expired", ends_at=AT), "", AT), b"2")
    await people.add_token(ByToken("valid"), Token(Access("revoked"), "", AT), b"3")
    await people.end_tokens(ANNA, ["revoked"])
    tokens = [None, "valid", "expired", "revoked", "unknown"]
    counted.writes = 0
    results = await outcomes(
        store,
        *(
            step(1, "dice_rolled", table=table, token=token, command=f"c{token}")
            for table, token in zip(TABLES, tokens, strict=True)
        ),
    )
    assert [type(each) for each in results] == [type(None), type(None), *[Unauthenticated] * 3]
    assert [await seqs(store, table) for table in TABLES] == [[1, 2], [1, 2], [1], [1], [1]]
    late = TableId("late")
    with pytest.raises(Unauthenticated):
        await store.create(row(late), step(0, "table_opened", table=late, token="revoked"))
    assert await store.find(late) is None
