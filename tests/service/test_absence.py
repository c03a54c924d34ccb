"""When a grace period ends, the other players decide how the match continues. They may change the decision later."""

import asyncio
from datetime import timedelta

import pytest

from pasch.rules.errors import IllegalAction
from pasch.service.errors import NotSeated
from pasch.service.requests import Abort, AbsenceDecision, Aside
from pasch.service.table.options import Absent
from tests.service.hall import ANNA, BERND, CLARA
from tests.service.together import couple, hall_of_time, happens, table_of, there, types

pytestmark = pytest.mark.anyio
BOT, ENTRY = (AbsenceDecision(1, then) for then in Absent)


@pytest.fixture
async def hall():
    hall = hall_of_time(pause=1000)
    async with hall.tables.playing_bots():
        yield hall


async def lose(hall, table, who):
    """A player's connection breaks, and the grace period ends."""
    async with there(hall, who, table):
        pass
    hall.clock.advance(5)
    await happens(hall, table, "seat_away")
    hall.clock.advance(175)


async def test_early_timer_loses_no_departure(hall):
    """The clock advances between two reads of the departures."""
    clock, table = hall.clock, await couple(hall)
    async with there(hall, BERND, table):
        async with there(hall, ANNA, table):
            pass
        await turns()
        clock.advance(3.5)  # the server reports the absence after five seconds
        clock.step = timedelta(seconds=1)
        clock.wake()
        await turns()
        clock.advance(10)
        assert (await happens(hall, table, "seat_away"))["seat"] == 1


async def turns():
    for _ in range(50):
        await asyncio.sleep(0)


def seat(shown, number):
    return shown["seats"][number - 1]


async def test_remaining_player_replaces_bot_with_automatic_entries(hall):
    table = await couple(hall)
    async with there(hall, BERND, table):
        await lose(hall, table, ANNA)
        held = await happens(hall, table, "seat_held")
        assert seat(await hall.look(BERND, table), 1)["away"]["absent"] == "bot"
        await hall.do(BERND, table, ENTRY)
        decided = await happens(hall, table, "absence_decided")
        assert (decided["seat"], decided["data"]) == (2, {"target": 1, "choice": "entry"})
        assert decided["text"] == "Bernd decides: the cheapest entry is made for Anna in each turn."
        await happens(hall, table, "scored")
        assert await types(hall, table, held["seq"]) == ["absence_decided", "time_up", "dice_rolled", "scored"]
        shown = await hall.look(BERND, table)
        assert (seat(shown, 1)["held"], seat(shown, 1)["away"]["absent"]) == (None, "entry")
        await hall.roll(BERND, table)
        await hall.play_on(BERND, table)
        await happens(hall, table, "time_up", shown["seq"])


async def test_remaining_player_replaces_automatic_entries_with_bot(hall):
    table = await couple(hall, absent="entry")
    async with there(hall, BERND, table):
        await lose(hall, table, ANNA)
        await happens(hall, table, "scored")
        with pytest.raises(IllegalAction, match="already"):
            await hall.do(BERND, table, ENTRY)
        await hall.do(BERND, table, BOT)
        decided = await happens(hall, table, "absence_decided")
        assert decided["text"] == "Bernd decides: the computer plays for Anna."
        assert (await happens(hall, table, "seat_held"))["seat"] == 1
        async with there(hall, ANNA, table):
            await happens(hall, table, "seat_returned")
            assert seat(await hall.look(BERND, table), 1)["away"] is None
        hall.clock.advance(5)  # the next absence follows the table's option again
        await happens(hall, table, "seat_away", decided["seq"])
        assert seat(await hall.look(BERND, table), 1)["away"]["absent"] == "entry"


async def test_only_remaining_players_decide_after_the_grace_period(hall):
    table = await table_of(hall, BERND, CLARA)
    async with there(hall, BERND, table):
        for target, why in ((1, "is present"), (2, "is present"), (9, "no seat")):
            with pytest.raises(IllegalAction, match=why):
                await hall.do(BERND, table, AbsenceDecision(target, Absent.ENTRY))
        async with there(hall, ANNA, table):
            pass
        hall.clock.advance(5)
        away = await happens(hall, table, "seat_away")
        hall.clock.advance(174)
        with pytest.raises(IllegalAction, match="still wait"):
            await hall.do(BERND, table, ENTRY)
        hall.clock.advance(10)
        await happens(hall, table, "seat_held")
        with pytest.raises(NotSeated):
            await hall.do(person_who_watches, table, ENTRY)
        assert "absence_decided" not in await types(hall, table, away["seq"])


person_who_watches = CLARA.__class__(**{**CLARA.__dict__, "id": "session of a watcher", "handle": "watcher"})


async def test_last_remaining_player_may_abort_the_match(hall):
    table = await couple(hall)
    async with there(hall, BERND, table):
        with pytest.raises(NotSeated, match="opened the table"):
            await hall.do(BERND, table, Abort())
        await lose(hall, table, ANNA)
        await happens(hall, table, "seat_held")
        await hall.do(BERND, table, Abort())
        assert (await hall.look(BERND, table))["status"] == "aborted"


async def test_one_of_two_remaining_players_cannot_abort(hall):
    table = await table_of(hall, BERND, CLARA)
    async with there(hall, BERND, table), there(hall, CLARA, table):
        await lose(hall, table, ANNA)
        await happens(hall, table, "seat_held")
        with pytest.raises(NotSeated, match="opened the table"):
            await hall.do(BERND, table, Abort())


async def test_pause_needs_consent_of_remaining_players_only(hall):
    table = await couple(hall, absent="entry")
    async with there(hall, BERND, table):
        await lose(hall, table, ANNA)
        await happens(hall, table, "scored")
        await hall.do(BERND, table, Aside.PAUSE)
        assert (await hall.look(BERND, table))["status"] == "paused"
        with pytest.raises(IllegalAction, match="paused"):
            await hall.do(BERND, table, BOT)
        await hall.do(BERND, table, Abort())  # the grace period had ended before the pause
