"""When a grace period ends, the other players decide how the match continues. They may change the decision later."""

import asyncio
from datetime import timedelta

import pytest

from pasch.rules.errors import IllegalAction
from pasch.service.errors import NotSeated
from pasch.service.requests import Abort, AbsenceDecision, Aside
from pasch.service.table.options import Absent
from tests.service.harness import ANNA, BERND, CLARA
from tests.service.multiplayer import (
    connected,
    event_types,
    open_running_table,
    open_table_for_two,
    presence_harness,
    wait_for_event,
)

pytestmark = pytest.mark.anyio
BOT, ENTRY = (AbsenceDecision(1, then) for then in Absent)


@pytest.fixture
async def harness():
    harness = presence_harness(pause=1000)
    async with harness.tables.playing_bots():
        yield harness


async def lose(harness, table, person):
    """A player's connection breaks, and the grace period ends."""
    async with connected(harness, person, table):
        pass
    harness.clock.advance(5)
    await wait_for_event(harness, table, "seat_away")
    harness.clock.advance(175)


async def test_early_timer_loses_no_departure(harness):
    """The clock advances between two reads of the departures."""
    clock, table = harness.clock, await open_table_for_two(harness)
    async with connected(harness, BERND, table):
        async with connected(harness, ANNA, table):
            pass
        await turns()
        clock.advance(3.5)  # the server reports the absence after five seconds
        clock.step = timedelta(seconds=1)
        clock.wake()
        await turns()
        clock.advance(10)
        assert (await wait_for_event(harness, table, "seat_away"))["seat"] == 1


async def turns():
    for _ in range(50):
        await asyncio.sleep(0)


def seat(shown, number):
    return shown["seats"][number - 1]


async def test_remaining_player_replaces_bot_with_automatic_entries(harness):
    table = await open_table_for_two(harness)
    async with connected(harness, BERND, table):
        await lose(harness, table, ANNA)
        held = await wait_for_event(harness, table, "seat_held")
        assert seat(await harness.snapshot(BERND, table), 1)["away"]["absent"] == "bot"
        await harness.do(BERND, table, ENTRY)
        decided = await wait_for_event(harness, table, "absence_decided")
        assert (decided["seat"], decided["data"]) == (2, {"target": 1, "choice": "entry"})
        assert decided["text"] == "Bernd decides: the cheapest entry is made for Anna in each turn."
        await wait_for_event(harness, table, "scored")
        assert await event_types(harness, table, held["seq"]) == ["absence_decided", "time_up", "dice_rolled", "scored"]
        shown = await harness.snapshot(BERND, table)
        assert (seat(shown, 1)["held"], seat(shown, 1)["away"]["absent"]) == (None, "entry")
        await harness.roll(BERND, table)
        await harness.play_on(BERND, table)
        await wait_for_event(harness, table, "time_up", shown["seq"])


async def test_remaining_player_replaces_automatic_entries_with_bot(harness):
    table = await open_table_for_two(harness, absent="entry")
    async with connected(harness, BERND, table):
        await lose(harness, table, ANNA)
        await wait_for_event(harness, table, "scored")
        with pytest.raises(IllegalAction, match="already"):
            await harness.do(BERND, table, ENTRY)
        await harness.do(BERND, table, BOT)
        decided = await wait_for_event(harness, table, "absence_decided")
        assert decided["text"] == "Bernd decides: the computer plays for Anna."
        assert (await wait_for_event(harness, table, "seat_held"))["seat"] == 1
        async with connected(harness, ANNA, table):
            await wait_for_event(harness, table, "seat_returned")
            assert seat(await harness.snapshot(BERND, table), 1)["away"] is None
        harness.clock.advance(5)  # the next absence follows the table's option again
        await wait_for_event(harness, table, "seat_away", decided["seq"])
        assert seat(await harness.snapshot(BERND, table), 1)["away"]["absent"] == "entry"


async def test_only_remaining_players_decide_after_the_grace_period(harness):
    table = await open_running_table(harness, BERND, CLARA)
    async with connected(harness, BERND, table):
        for target, why in ((1, "is present"), (2, "is present"), (9, "no seat")):
            with pytest.raises(IllegalAction, match=why):
                await harness.do(BERND, table, AbsenceDecision(target, Absent.ENTRY))
        async with connected(harness, ANNA, table):
            pass
        harness.clock.advance(5)
        away = await wait_for_event(harness, table, "seat_away")
        harness.clock.advance(174)
        with pytest.raises(IllegalAction, match="still wait"):
            await harness.do(BERND, table, ENTRY)
        harness.clock.advance(10)
        await wait_for_event(harness, table, "seat_held")
        with pytest.raises(NotSeated):
            await harness.do(person_who_watches, table, ENTRY)
        assert "absence_decided" not in await event_types(harness, table, away["seq"])


person_who_watches = CLARA.__class__(**{**CLARA.__dict__, "id": "session of a watcher", "handle": "watcher"})


async def test_last_remaining_player_may_abort_the_match(harness):
    table = await open_table_for_two(harness)
    async with connected(harness, BERND, table):
        with pytest.raises(NotSeated, match="opened the table"):
            await harness.do(BERND, table, Abort())
        await lose(harness, table, ANNA)
        await wait_for_event(harness, table, "seat_held")
        await harness.do(BERND, table, Abort())
        assert (await harness.snapshot(BERND, table))["status"] == "aborted"


async def test_one_of_two_remaining_players_cannot_abort(harness):
    table = await open_running_table(harness, BERND, CLARA)
    async with connected(harness, BERND, table), connected(harness, CLARA, table):
        await lose(harness, table, ANNA)
        await wait_for_event(harness, table, "seat_held")
        with pytest.raises(NotSeated, match="opened the table"):
            await harness.do(BERND, table, Abort())


async def test_pause_needs_consent_of_remaining_players_only(harness):
    table = await open_table_for_two(harness, absent="entry")
    async with connected(harness, BERND, table):
        await lose(harness, table, ANNA)
        await wait_for_event(harness, table, "scored")
        await harness.do(BERND, table, Aside.PAUSE)
        assert (await harness.snapshot(BERND, table))["status"] == "paused"
        with pytest.raises(IllegalAction, match="paused"):
            await harness.do(BERND, table, BOT)
        await harness.do(BERND, table, Abort())  # the grace period had ended before the pause
