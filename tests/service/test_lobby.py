"""Live updates of the lobby."""

import asyncio
from contextlib import aclosing

import pytest

from pasch.service.runtime.lobby import Lobby
from pasch.service.topics import LOBBY
from tests.service.hall import ANNA, BERND, PUBLIC, Hall

pytestmark = pytest.mark.anyio


@pytest.fixture
def hall():
    return Hall()


@pytest.fixture
def lobby(hall):
    return Lobby(hall.tables, hall.bus, hall.clock)


async def coming(follow):
    return asyncio.ensure_future(anext(follow))


async def test_lobby_subscriber_receives_the_list_and_every_change(hall, lobby):
    async with aclosing(lobby.follow("en")) as follow:
        assert await anext(follow) == []
        table = await hall.open(ANNA, "Anna", "human", visibility=PUBLIC, start=False)
        [listed] = await anext(follow)
        assert (listed["id"], listed["open_seats"]) == (table, 1)
        later = await coming(follow)
        await hall.clock.somebody_sleeps()
        await hall.tables.leave(ANNA, table)
        hall.clock.advance(0.5)
        assert [each["open_seats"] for each in await later] != [1]


async def test_simultaneous_changes_arrive_as_one_list(hall, lobby):
    async with aclosing(lobby.follow("en")) as follow:
        await anext(follow)
        await hall.open(ANNA, "Anna", "human", visibility=PUBLIC)
        assert len(await anext(follow)) == 1
        later = await coming(follow)
        await hall.clock.somebody_sleeps()
        for _ in range(3):
            await hall.open(BERND, "Bernd", "human", visibility=PUBLIC)
        assert not later.done()
        hall.clock.advance(0.5)
        assert len(await later) == 4


async def test_private_tables_and_rolls_send_no_lobby_update(hall):
    with hall.bus.subscribe(LOBBY) as news:
        await hall.open(ANNA, "Anna", "human")
        public = await hall.open(ANNA, "Anna", visibility=PUBLIC)
        await asyncio.wait_for(news.news(), 20)
        more = asyncio.ensure_future(news.news())
        await hall.roll(ANNA, public)
        await asyncio.sleep(0)
        assert not more.done()
        await hall.play_on(ANNA, public)  # the next round
        await asyncio.wait_for(more, 20)


async def test_lobby_list_is_built_once_per_language(hall, lobby, monkeypatch):
    made = []
    usual = hall.tables.lobby

    async def counted(lang):
        made.append(lang)
        return await usual(lang)

    monkeypatch.setattr(hall.tables, "lobby", counted)
    follows = [lobby.follow(lang) for lang in ("de", "de", "de", "en")]
    for follow in follows:
        await anext(follow)
    made.clear()
    await hall.open(ANNA, "Anna", "human", visibility=PUBLIC)
    for follow in follows:
        await anext(follow)
        await follow.aclose()
    assert sorted(made) == ["de", "en"]
