"""Interrupting a match, and continuing it on another device with a seat key."""

import asyncio
from contextlib import aclosing
from datetime import timedelta

import pytest

from pasch.rules.actions import RollDice
from pasch.rules.errors import IllegalAction
from pasch.service.errors import ContinuedElsewhere, KeyOver, NotSeated, UnknownKey, UnknownTable
from pasch.service.people.continuing import Continuing, key_from_text, key_of
from pasch.service.requests import Abort, Aside, JoinTable
from pasch.service.retention import PATIENCE, Purge, Retention
from pasch.storage.people import SqlKeys
from pasch.storage.retention import SqlRetention
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, SequentialEntropy
from tests.service.multiplayer import connected, event_types, open_running_table, presence_harness

pytestmark = pytest.mark.anyio


@pytest.fixture
def harness():
    return presence_harness()


@pytest.fixture
def continuing(harness):
    return Continuing(SqlKeys(harness.store.database), harness.tables.writer, SequentialEntropy(1000))


# ------------------------------------------------------------------------------- interruption


async def test_single_screen_match_pauses_and_continues_on_another_device(harness, continuing):
    table = await harness.open(ANNA, "Anna", "Bernd")
    await harness.roll(ANNA, table)
    key = await continuing.interrupt(ANNA, table)
    before = await harness.snapshot(ANNA, table)
    assert (before["status"], before["turn"]["rolls_left"]) == ("paused", 2)
    assert await continuing.interrupt(ANNA, table) == key

    assert await continuing.continue_match(CLARA, key_from_text(key.text.lower())) == table
    after = await harness.snapshot(CLARA, table)
    assert after["status"] == "running"
    assert [seat["name"] for seat in after["seats"]] == ["Anna", "Bernd"]
    assert all(seat["mine"] for seat in after["seats"])
    assert after["turn"] == before["turn"]
    await harness.roll(CLARA, table)
    assert (await event_types(harness, table))[-5:] == [
        "table_paused",
        "seat_moved",
        "seat_moved",
        "table_resumed",
        "dice_rolled",
    ]


async def test_old_device_loses_access_and_regains_it_with_the_key(harness, continuing):
    table = await harness.open(ANNA, "Anna", "Bernd")
    key = await continuing.key(ANNA, table)
    async with aclosing(harness.tables.follow(ANNA, table, 0, "en")) as batches:
        await anext(batches)
        await continuing.continue_match(CLARA, key)
        with pytest.raises(StopAsyncIteration):
            await anext(batches)
    with pytest.raises(ContinuedElsewhere):
        await harness.snapshot(ANNA, table)
    with pytest.raises(ContinuedElsewhere):
        await harness.roll(ANNA, table)
    with pytest.raises(UnknownTable):
        await harness.snapshot(BERND, table)
    assert await continuing.key(CLARA, table) == key
    await continuing.continue_match(ANNA, key)
    await harness.roll(ANNA, table)
    with pytest.raises(ContinuedElsewhere):
        await harness.snapshot(CLARA, table)


async def test_key_moves_only_the_owners_seat_and_opener_role(harness, continuing):
    table = await open_running_table(harness, BERND)
    key = await continuing.key(ANNA, table)
    await continuing.continue_match(CLARA, key)
    assert [seat["mine"] for seat in (await harness.snapshot(CLARA, table))["seats"]] == [True, False]
    assert (await harness.snapshot(CLARA, table))["opener"] == 1
    with pytest.raises(NotSeated):
        await harness.do(ANNA, table, Aside.PAUSE)
    await harness.do(CLARA, table, Abort())


async def test_interruption_requests_a_pause_from_other_players(harness, continuing):
    table = await open_running_table(harness, BERND)
    async with connected(harness, ANNA, table), connected(harness, BERND, table):
        await continuing.interrupt(ANNA, table)
        shown = await harness.snapshot(BERND, table)
        assert (shown["status"], shown["pause"]) == ("running", {"asked": 1, "agreed": []})
        await continuing.interrupt(ANNA, table)  # repeated presses send one request
        await continuing.interrupt(BERND, table)
        assert (await harness.snapshot(BERND, table))["status"] == "paused"
        key = await continuing.key(BERND, table)
        await continuing.continue_match(CLARA, key)
        assert (await harness.snapshot(CLARA, table))["status"] == "paused"  # the match still waits for Anna


async def test_interruption_before_the_start_only_issues_a_key(harness, continuing):
    table = await harness.open(ANNA, "Anna", "human")
    key = await continuing.interrupt(ANNA, table)
    assert (await harness.snapshot(ANNA, table))["status"] == "waiting"
    await continuing.continue_match(CLARA, key)
    await harness.tables.join(BERND, table, JoinTable())
    await harness.roll(CLARA, table)


async def test_own_key_resumes_the_match(harness, continuing):
    table = await harness.open(ANNA, "Anna")
    key = await continuing.interrupt(ANNA, table)
    await continuing.continue_match(ANNA, key)
    assert (await event_types(harness, table))[-1] == "table_resumed"
    await continuing.continue_match(ANNA, key)
    assert (await event_types(harness, table))[-1] == "table_resumed"


# ------------------------------------------------------------------------------- invalid keys


async def test_unknown_and_abandoned_keys_get_the_same_error(harness, continuing):
    left = await open_running_table(harness, BERND)
    key_of_left = await continuing.key(BERND, left)
    await harness.tables.leave(BERND, left)
    for key in (key_of(b"s" * 32, "nobody's"), key_of_left):
        with pytest.raises(UnknownKey, match="No match has this key"):
            await continuing.continue_match(CLARA, key)


async def test_key_error_states_how_the_match_ended(harness, continuing):
    table = await harness.open(ANNA, "Anna")
    early, key = await harness.open(ANNA, "Anna"), await continuing.key(ANNA, table)
    key_of_early = await continuing.key(ANNA, early)
    await harness.play_to_end(ANNA, table)
    await harness.do(ANNA, early, Abort())
    with pytest.raises(KeyOver, match="has been played to its end"):
        await continuing.continue_match(CLARA, key)
    with pytest.raises(KeyOver, match="was ended before its last round"):
        await continuing.continue_match(CLARA, key_of_early)


async def test_key_of_previous_player_does_not_open_the_seat(harness, continuing):
    table = await harness.open(ANNA, "Anna", "human", "human", visibility=PUBLIC)
    await harness.tables.join(BERND, table, JoinTable())
    key = await continuing.key(BERND, table)
    await harness.tables.leave(BERND, table)
    await harness.tables.join(CLARA, table, JoinTable())
    with pytest.raises(UnknownKey):
        await continuing.continue_match(BERND, key)
    assert await continuing.key(CLARA, table) != key


async def test_only_seated_players_of_an_open_match_get_keys(harness, continuing):
    table = await harness.open(ANNA, "Anna", visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await continuing.key(BERND, table)
    with pytest.raises(NotSeated):
        await continuing.interrupt(BERND, table)
    await harness.do(ANNA, table, Abort())
    with pytest.raises(IllegalAction, match="over"):
        await continuing.key(ANNA, table)


async def test_both_keys_of_one_owner_continue_the_match(harness, continuing):
    table = await open_running_table(harness, BERND)
    keys = [await continuing.key(person, table) for person in (ANNA, BERND)]
    await continuing.continue_match(CLARA, keys[0])
    await continuing.continue_match(CLARA, keys[1])
    assert all(seat["mine"] for seat in (await harness.snapshot(CLARA, table))["seats"])
    await continuing.continue_match(ANNA, keys[1])
    assert all(seat["mine"] for seat in (await harness.snapshot(ANNA, table))["seats"])


# ------------------------------------------------------------------------------- retention


@pytest.fixture
def old(harness):
    return SqlRetention(harness.store.database)


async def test_playing_postpones_the_deletion_date(harness):
    table = await harness.open(ANNA, "Anna")
    first = (await harness.snapshot(ANNA, table))["kept_until"]
    harness.clock.advance(1000)
    assert (await harness.snapshot(ANNA, table))["kept_until"] == first
    assert [each["kept_until"] for each in await harness.tables.mine(ANNA, "en")] == [first]
    await harness.do(ANNA, table, RollDice())
    assert (await harness.snapshot(ANNA, table))["kept_until"] > first


async def test_running_server_deletes_overdue_tables(harness, continuing, old):
    table, other = await harness.open(ANNA, "Anna"), await harness.open(ANNA, "Anna")
    key = await continuing.interrupt(ANNA, table)
    purge = Purge(old, harness.clock, Retention(pause=3600), harness.tables.writer.forget)
    harness.clock.advance(timedelta(days=27).total_seconds())
    async with purge.working():
        await harness.clock.wait_for_sleeper()
        await harness.roll(ANNA, other)
        assert (await harness.snapshot(ANNA, table))["status"] == "paused"
        harness.clock.advance(timedelta(days=1).total_seconds())
        await harness.clock.wait_for_sleeper()
    with pytest.raises(UnknownTable):
        await harness.snapshot(ANNA, table)
    with pytest.raises(UnknownKey):
        await continuing.continue_match(CLARA, key)
    assert [each["id"] for each in await harness.tables.mine(ANNA, "en")] == [other]
    assert [each.was.table for each in await old.deletions(10)] == [table]


async def test_purge_reports_a_store_failure_and_retries(harness, old, monkeypatch):
    table = await harness.open(ANNA, "Anna")
    harness.clock.advance(timedelta(days=29).total_seconds())
    errors = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context["message"]))

    async def fails(*_):
        raise OSError("the disk is gone")

    with monkeypatch.context() as fault:
        fault.setattr(old, "overdue", fails)
        async with Purge(old, harness.clock).working():
            await harness.clock.wait_for_sleeper()
            assert errors == ["Old tables cannot be deleted just now"]
            fault.undo()
            harness.clock.advance(PATIENCE)
            await harness.clock.wait_for_sleeper()
    assert [each.was.table for each in await old.deletions(10)] == [table]


async def test_operator_can_shorten_the_retention_period(harness, old):
    table = await harness.open(ANNA, "Anna")
    harness.clock.advance(timedelta(days=8).total_seconds())
    purge = Purge(old, harness.clock)
    assert await purge.once(timedelta(days=9)) == []
    [gone] = await purge.once(timedelta(days=7))
    assert (gone.was.table, gone.was.why) == (table, "interrupted")


async def test_table_deleted_by_another_process_becomes_unknown(harness, old):
    """A process with the table in memory notices at the next read or write and ends its timers."""
    table = await open_running_table(harness, BERND)
    async with harness.tables.playing_bots(), connected(harness, BERND, table):
        await harness.roll(ANNA, table)
        harness.clock.advance(timedelta(days=29).total_seconds())
        await Purge(old, harness.clock, Retention()).once()
        with pytest.raises(UnknownTable):
            await harness.roll(ANNA, table)
        with pytest.raises(UnknownTable):
            await harness.snapshot(BERND, table)
