"""Floods of the lobby: one person or address cannot push the tables of others off the list."""

import asyncio

import pytest

from pasch.server.configuration.settings import ServerSettings
from pasch.server.guards.limits import OpenTables
from pasch.service.errors import TooManyTables
from pasch.service.ids import Handle, TableId
from pasch.service.requests import Access, Session, Visibility
from pasch.service.runtime.writer import TableSettings
from pasch.storage.opening import opened
from pasch.storage.people import SqlPeople
from pasch.storage.tables import SqlTables
from tests.server.world import world_on
from tests.storage.logs import ANNA, AT, row, step

pytestmark = pytest.mark.anyio
FEW = ServerSettings(public_tables=3, address_tables=5)


async def open_public(person, status=201, **wish):
    answer = await person.open("human", "human", visibility="public", status=status, **wish)
    return answer["id"] if status == 201 else answer["code"]


async def sharing(world, person):
    """Another person at the same address."""
    answer = await person.ask("POST", "/session", {}, headers={"Authorization": ""})
    other = await world.person(session=False)
    other.http, other.token = person.http, answer.json()["token"]
    person.http.cookies.clear()
    return other


async def test_only_public_tables_per_person_are_limited(database):
    async with world_on(database, FEW) as world:
        anna, bernd = await world.person(), await world.person()
        tables = [await open_public(anna) for _ in range(3)]
        assert await open_public(anna, status=409) == "too_many_tables"
        await anna.open("human", "human")
        await open_public(bernd)
        await anna.do(tables[0], "abort")
        await open_public(anna)


async def test_parallel_requests_cannot_exceed_the_table_limit(database):
    async with world_on(database, FEW) as world:
        anna = await world.person()
        wish = {"variant": "kniffel", "seats": [{"kind": "human"}], "visibility": "public"}
        answers = await asyncio.gather(*(anna.ask("POST", "/tables", wish) for _ in range(10)))
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [409] * 7


async def test_two_processes_cannot_exceed_the_table_limit(postgres_url):
    async with opened(postgres_url) as here, opened(postgres_url) as there:
        await SqlPeople(here).add_session(Session(ANNA, "Anna", AT, Handle("anna"), access=Access("token")), b"hash")
        stores = [SqlTables(database) for database in (here, there)] * 4

        def opening(number, store):
            table = TableId(f"table {number}")
            opened_there = row(table, Visibility.PUBLIC), step(0, "table_opened", table=table)
            return store.create(*opened_there, most_public=2)

        outcomes = await asyncio.gather(
            *(opening(number, store) for number, store in enumerate(stores)), return_exceptions=True
        )
    assert [type(outcome) for outcome in outcomes if outcome is not None] == [TooManyTables] * 6


async def test_public_tables_per_address_are_limited(database):
    async with world_on(database, FEW) as world:
        anna = await world.person()
        others = [await sharing(world, anna) for _ in range(5)]
        tables = [await open_public(other) for other in others]
        assert await open_public(anna, status=409) == "too_many_tables"
        await others[0].do(tables[0], "abort")
        await open_public(anna)


async def test_rematches_count_against_the_table_limit(database):
    async with world_on(database, FEW) as world:
        anna = await world.person()
        wish = {"visibility": "public", "start": True}
        tables = [(await anna.open("Anna", **wish))["id"] for _ in range(3)]
        for table in tables:
            await anna.do(table, "abort")
        for _ in range(3):
            await anna.open("Anna", **wish)
        answer = await anna.ask("POST", f"/tables/{tables[0]}/rematch")
        assert (answer.status_code, answer.json()["code"]) == (409, "too_many_tables")


async def test_lobby_lists_one_table_per_person_first(database):
    async with world_on(database, ServerSettings()) as world:
        anna, bernd = await world.person(), await world.person()
        first = await open_public(bernd)
        flood = [await open_public(anna) for _ in range(19)]
        listed = [table["id"] for table in (await anna.get("/tables"))["tables"]]
        assert listed[:2] == [flood[-1], first]
        assert listed[2:] == flood[-2::-1]


async def test_table_counter_forgets_the_oldest_addresses():
    async def unended(tables):
        return set(tables)

    tables = OpenTables(1, 2, unended)
    for address in ("a", "b", "c"):
        async with tables.opening(address) as opened:
            opened.add(TableId(address))
    assert list(tables._opened) == ["b", "c"]
    with pytest.raises(TooManyTables):
        async with tables.opening("c"):
            pass


def test_lobby_lists_more_tables_than_one_address_may_open():
    assert ServerSettings().address_tables < TableSettings().listed_tables
    assert ServerSettings().public_tables == TableSettings().public_tables
