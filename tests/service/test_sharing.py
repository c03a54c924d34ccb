"""Shared views: computed once, and always equal to the view of each single onlooker."""

import asyncio
import random
from contextlib import AsyncExitStack, aclosing
from itertools import cycle, islice

import pytest
from hypothesis import settings
from hypothesis.stateful import invariant

from pasch.i18n import LANGUAGES
from pasch.rules.variants import VARIANTS
from pasch.service.requests import Abort, JoinTable
from pasch.service.runtime.cache import LiveTable
from pasch.service.runtime.reading import MOMENT
from pasch.service.views.snapshot import Onlooker, event_views, is_stranger, view_of
from pasch.storage.bus.local import CROWD
from pasch.storage.tables import SqlTables
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, Harness, action_of
from tests.service.test_properties import PEOPLE, TableMachine
from tests.support.memory import MemoryDatabase
from tests.support.sizes import REPRESENTATIVE

pytestmark = pytest.mark.anyio

ONLOOKERS = [(person, lang) for person in (*PEOPLE, None) for lang in LANGUAGES]


class SharingMachine(TableMachine):
    """The same table under random commands, read by all callers at once."""

    @invariant()
    def shared_messages_equal_individual_messages(self):
        if self.table is None:
            return
        for harness in self.harnesses:
            for person, lang in ONLOOKERS:
                batch = self.run(news(harness, self.table, person, lang))
                events, seen = self.run(individual_messages(harness, self.table, person, lang))
                assert batch.snapshot == seen
                assert batch.events == events
                assert self.run(harness.snapshot(person, self.table, lang)) == seen


async def news(harness, table, person, lang):
    """The shared answer for a caller who lacks the last three events."""
    live = await harness.tables.find(person, table)
    await harness.tables._live.refresh(live)
    return harness.tables._news(person, live, live.state.seq - 3, lang)


async def individual_messages(harness, table, person, lang):
    """The same answer, computed from the store for a single reader."""
    live = LiveTable(await harness.store.find(table), await harness.store.read(table, 0))
    view = view_of(Onlooker(person, lang, harness.clock.now()), live)
    return event_views(person, live, live.state.seq - 3, lang, 3), view.snapshot


TestSharing = pytest.mark.slow(SharingMachine.TestCase)
TestSharing.settings = settings(max_examples=settings().max_examples // 8, stateful_step_count=30, deadline=None)


@pytest.mark.parametrize("variant", sorted(REPRESENTATIVE))
async def test_shared_views_equal_individual_views_during_games(harness, variant):
    """The cache for one caller never gives the dice of a seat to another."""
    rng, most = random.Random(variant), VARIANTS[variant].seats[1]
    table = await harness.open(ANNA, *("Anna", "human", "human")[:most], variant=variant, visibility=PUBLIC)
    for person in (BERND, CLARA)[: most - 1]:
        await harness.tables.join(person, table, JoinTable())
    for _ in range(12):
        for person, lang in rng.sample(ONLOOKERS, len(ONLOOKERS)):
            events, seen = await individual_messages(harness, table, person, lang)
            batch = await news(harness, table, person, lang)
            assert (batch.events, batch.snapshot) == (events, seen)
        for person in (ANNA, BERND, CLARA):
            if legal := (await harness.snapshot(person, table))["legal_actions"]:
                await harness.do(person, table, action_of(rng.choice(legal)))
                break


async def read_together(harness, table, *onlookers):
    """The batch of the next roll, for each of the onlookers."""
    async with AsyncExitStack() as stack:
        following = [
            await stack.enter_async_context(aclosing(harness.tables.follow(person, table, 0, lang)))
            for person, lang in onlookers
        ]
        for each in following:
            await anext(each)
        await harness.roll(ANNA, table)
        return await asyncio.gather(*map(anext, following))


async def test_strangers_share_one_batch_per_language(harness):
    table = await harness.open(ANNA, "Anna", visibility=PUBLIC)
    german, english, clara, clara_english = await read_together(
        harness, table, (None, "de"), (None, "en"), (CLARA, "de"), (CLARA, "en")
    )
    assert german is clara
    assert english is clara_english
    assert german.events[0]["text"] != english.events[0]["text"]


async def test_player_gets_own_batch_with_legal_actions(harness):
    table = await harness.open(ANNA, "Anna", visibility=PUBLIC)
    anna, stranger = await read_together(harness, table, (ANNA, "en"), (None, "en"))
    assert anna.snapshot["legal_actions"]
    assert anna.snapshot["seats"][0]["mine"]
    assert not stranger.snapshot["legal_actions"]
    assert not stranger.snapshot["seats"][0]["mine"]


async def test_opener_and_expected_players_are_not_strangers(harness):
    table = await harness.open(ANNA, "Anna", "human", visibility=PUBLIC)
    await harness.tables.join(BERND, table, JoinTable())
    await harness.do(ANNA, table, Abort())
    again = await harness.tables.rematch(ANNA, table)
    live = await harness.tables.find(None, again)
    assert [seat["kept"] for seat in (await harness.snapshot(BERND, again))["seats"]].count("you") == 1
    assert [is_stranger(person, live) for person in (ANNA, BERND, CLARA, None)] == [False, False, True, True]


async def test_shared_time_is_refreshed_after_a_moment(harness):
    table = await harness.open(ANNA, "Anna", visibility=PUBLIC)
    live = await harness.tables.find(None, table)

    def now():
        return harness.tables._news(None, live, 0, "en").snapshot["now"]

    at_first = now()
    harness.clock.advance(MOMENT)
    assert now() > at_first


async def test_changed_watcher_count_is_shown_at_once(harness):
    table = await harness.open(ANNA, "Anna", visibility=PUBLIC)
    live = await harness.tables.find(None, table)
    async with harness.tables.playing_bots():
        counts = [harness.tables._news(None, live, 0, "en").snapshot["watchers"]]
        async with aclosing(harness.tables.follow(None, table, 0, "en")) as watching:
            await anext(watching)
            counts.append(harness.tables._news(None, live, 0, "en").snapshot["watchers"])
    assert counts == [0, 1]


async def test_next_event_clears_cached_views(harness):
    table = await harness.open(ANNA, "Anna", visibility=PUBLIC)
    live = await harness.tables.find(None, table)
    for _ in range(5):
        await harness.play_on(ANNA, table)
        for person, lang in ONLOOKERS:
            harness.tables._news(person, live, 0, lang)
        # Names, events, scene and news for each language; the actions of the seat, and those of all others.
        assert len(live._made) <= 4 * len(LANGUAGES) + 2


class CountingStore(SqlTables):
    """A store that counts the reads of logs."""

    reads = 0

    async def read(self, table, after):
        self.reads += 1
        return await super().read(table, after)


async def test_many_watchers_cause_one_read_of_remote_event():
    store = CountingStore(MemoryDatabase())
    here, elsewhere = Harness(store), Harness(store, first=1000)
    table = await here.open(ANNA, "Anna", visibility=PUBLIC)
    async with AsyncExitStack() as stack:
        following = [
            await stack.enter_async_context(aclosing(elsewhere.tables.follow(None, table, 0, "en"))) for _ in range(20)
        ]
        for each in following:
            await anext(each)
        await here.roll(ANNA, table)
        store.reads = 0
        hearing = [asyncio.ensure_future(anext(each)) for each in following]
        await elsewhere.bus.publish(table, 3)
        batches = await asyncio.gather(*hearing)
    assert store.reads == 1
    assert len(set(batches)) == 1
    assert [event["seq"] for event in batches[0].events] == [3]


@pytest.mark.parametrize("watchers", [4, CROWD + 1])
async def test_players_receive_events_before_watchers(watchers):
    harness, order, ready = Harness(), [], asyncio.Semaphore(0)
    table = await harness.open(ANNA, "Anna", visibility=PUBLIC)

    async def follow(caller):
        async with aclosing(harness.tables.follow(caller, table, 0, "en")) as batches:
            await anext(batches)
            ready.release()
            await anext(batches)
            order.append(caller)

    async with asyncio.TaskGroup() as group:
        for caller in (*islice(cycle([None, BERND, CLARA]), watchers), ANNA):
            group.create_task(follow(caller))
            await ready.acquire()
        await harness.roll(ANNA, table)
    assert order[0] == ANNA
    assert len(order) == watchers + 1
