"""Live updates of the lobby."""

import asyncio
from contextlib import aclosing

import pytest

from pasch.service.bus import LOBBY
from pasch.service.runtime.tables import Lobby
from tests.service.harness import ANNA, BERND, PUBLIC, Harness

pytestmark = pytest.mark.anyio


@pytest.fixture
def harness():
    return Harness()


@pytest.fixture
def lobby(harness):
    return Lobby(harness.tables, harness.bus, harness.clock)


async def coming(follow):
    return asyncio.ensure_future(anext(follow))


async def test_lobby_subscriber_receives_the_list_and_every_change(harness, lobby):
    async with aclosing(lobby.follow("en")) as follow:
        assert await anext(follow) == []
        table = await harness.open(ANNA, "Anna", "human", visibility=PUBLIC, start=False)
        [listed] = await anext(follow)
        assert (listed["id"], listed["open_seats"]) == (table, 1)
        later = await coming(follow)
        await harness.clock.wait_for_sleeper()
        await harness.tables.leave(ANNA, table)
        harness.clock.advance(0.5)
        assert [each["open_seats"] for each in await later] != [1]


async def test_simultaneous_changes_arrive_as_one_list(harness, lobby):
    async with aclosing(lobby.follow("en")) as follow:
        await anext(follow)
        await harness.open(ANNA, "Anna", "human", visibility=PUBLIC)
        assert len(await anext(follow)) == 1
        later = await coming(follow)
        await harness.clock.wait_for_sleeper()
        for _ in range(3):
            await harness.open(BERND, "Bernd", "human", visibility=PUBLIC)
        assert not later.done()
        harness.clock.advance(0.5)
        assert len(await later) == 4


async def test_private_tables_and_rolls_send_no_lobby_update(harness):
    with harness.bus.subscribe(LOBBY) as news:
        await harness.open(ANNA, "Anna", "human")
        public = await harness.open(ANNA, "Anna", visibility=PUBLIC)
        await asyncio.wait_for(news.news(), 20)
        more = asyncio.ensure_future(news.news())
        await harness.roll(ANNA, public)
        await asyncio.sleep(0)
        assert not more.done()
        await harness.play_on(ANNA, public)  # the next round
        await asyncio.wait_for(more, 20)


async def test_lobby_list_is_built_once_per_language(harness, lobby, monkeypatch):
    made = []
    usual = harness.tables.lobby

    async def counted(lang):
        made.append(lang)
        return await usual(lang)

    monkeypatch.setattr(harness.tables, "lobby", counted)
    follows = [lobby.follow(lang) for lang in ("de", "de", "de", "en")]
    for follow in follows:
        await anext(follow)
    made.clear()
    await harness.open(ANNA, "Anna", "human", visibility=PUBLIC)
    for follow in follows:
        await anext(follow)
        await follow.aclose()
    assert sorted(made) == ["de", "en"]
