"""A pause with an end time: the match continues at that time."""

import json
from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest

from pasch.i18n import translator
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.server.sockets.commands import read_command
from pasch.service.requests import Aside, DatedPause
from pasch.service.retention import Retention
from pasch.tui.drawing.panel import Space, drawn
from pasch.tui.model import Model
from tests.service.hall import ANNA, BERND, CLARA, START, Hall
from tests.service.together import GRACES, couple, hall_of_time, happens, table_of, there, types

pytestmark = pytest.mark.anyio
WEEK = timedelta(days=7)
END = DatedPause(START + WEEK)


@pytest.fixture
def hall():
    return hall_of_time()


async def rest(hall, table, end=END):
    await hall.do(BERND, table, end)
    await hall.do(ANNA, table, Aside.AGREE)


async def test_pause_request_and_snapshot_show_the_end_time(hall):
    table = await couple(hall)
    await hall.do(BERND, table, END)
    shown = await hall.look(ANNA, table)
    assert (shown["pause"], shown["pause_ends"]) == ({"asked": 2, "agreed": []}, "2026-11-28T18:00:00.000Z")
    await hall.do(ANNA, table, Aside.AGREE)
    shown = await hall.look(ANNA, table)
    assert (shown["status"], shown["pause_ends"]) == ("paused", "2026-11-28T18:00:00.000Z")
    events = await hall.events(ANNA, table, 0, "en")
    assert [events[n]["text"] for n in (-3, -1)] == [
        "Bernd asks for a pause until November 28, 2026, 18:00 UTC.",
        "Paused until November 28, 2026, 18:00 UTC. All clocks are stopped.",
    ]
    assert (await hall.events(ANNA, table, 0, "de"))[-1]["text"].startswith("Pause bis 28. November 2026, 18:00 UTC")


async def test_match_resumes_with_the_full_turn_time(hall):
    table = await couple(hall, turn=60, bank=10)
    async with hall.tables.playing_bots(), there(hall, ANNA, table), there(hall, BERND, table):
        hall.clock.advance(65)  # this uses the turn's time and half of the bank
        await rest(hall, table)
        hall.clock.advance((WEEK - timedelta(seconds=66)).total_seconds())
        assert (await hall.look(ANNA, table))["status"] == "paused"
        hall.clock.advance(1)
        resumed = await happens(hall, table, "table_resumed")
        assert resumed["data"] == {"planned": True}
        assert resumed["text"] == "The pause is over. The match continues. It is Anna’s turn."
        shown = await hall.look(ANNA, table)
    assert (shown["status"], shown["pause_ends"], shown["clock"]["running"]) == ("running", None, True)
    assert shown["clock"]["turn_ends_at"] == "2026-11-28T18:01:00.000Z"
    assert shown["clock"]["ends_at"] == "2026-11-28T18:01:05.000Z"


async def test_deserted_match_waits_for_the_first_player(hall):
    table = await couple(hall, turn=60)
    async with hall.tables.playing_bots():
        async with there(hall, ANNA, table), there(hall, BERND, table):
            await rest(hall, table)
        hall.clock.advance(5)
        gone = await happens(hall, table, "seat_away")
        hall.clock.advance(WEEK.total_seconds())
        idle = await happens(hall, table, "table_paused", (await happens(hall, table, "table_resumed"))["seq"])
        assert idle["seq"] > gone["seq"]
        assert idle["data"] == {"idle": True}
        async with there(hall, ANNA, table):
            await happens(hall, table, "table_resumed", idle["seq"])
            shown = await hall.look(ANNA, table)
    left = datetime.fromisoformat(shown["clock"]["ends_at"]) - datetime.fromisoformat(shown["now"])
    assert left == timedelta(seconds=60)


async def test_overdue_match_resumes_at_the_first_action_after_restart(hall):
    table = await couple(hall, turn=60)
    await rest(hall, table)
    hall.clock.advance(2 * WEEK.total_seconds())
    later = Hall(hall.store, graces=GRACES, first=1000, clock=hall.clock)
    async with later.tables.playing_bots():
        assert (await later.look(None, table))["status"] == "paused"
        await later.roll(ANNA, table)
    assert (await types(hall, table))[-2:] == ["table_resumed", "dice_rolled"]
    assert "clock_restarted" not in await types(hall, table)


async def test_early_resume_cancels_the_planned_end(hall):
    table = await couple(hall, turn=14 * 24 * 3600)
    async with hall.tables.playing_bots(), there(hall, ANNA, table), there(hall, BERND, table):
        await rest(hall, table)
        await hall.do(ANNA, table, Aside.RESUME)
        assert (await hall.look(ANNA, table))["pause_ends"] is None
        hall.clock.advance(WEEK.total_seconds())
        await hall.roll(ANNA, table)
    assert (await types(hall, table)).count("table_resumed") == 1


@pytest.mark.parametrize("how", ["refuse", "leave"])
async def test_withdrawn_pause_request_discards_the_end_time(hall, how):
    table = await table_of(hall, BERND, CLARA)
    await hall.do(CLARA, table, END)
    await (hall.do(CLARA, table, Aside.REFUSE) if how == "refuse" else hall.tables.leave(CLARA, table))
    shown = await hall.look(ANNA, table)
    assert (shown["pause"], shown["pause_ends"]) == (None, None)
    await hall.do(ANNA, table, Aside.PAUSE)
    assert (await hall.look(ANNA, table))["pause_ends"] is None


async def test_only_request_for_the_same_end_counts_as_agreement(hall):
    table = await couple(hall)
    await hall.do(ANNA, table, END)
    with pytest.raises(IllegalAction, match="Another pause"):
        await hall.do(BERND, table, DatedPause(START + 2 * WEEK))
    same = DatedPause((START + WEEK).astimezone(timezone(timedelta(hours=1))))
    await hall.do(BERND, table, same)
    assert (await hall.look(ANNA, table))["status"] == "paused"


FIRST, LAST = datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))), datetime.max.replace(tzinfo=UTC)


@pytest.mark.parametrize("until", [START, FIRST, LAST, START + timedelta(days=21, seconds=1)])
async def test_past_or_distant_end_time_is_refused(hall, until):
    table = await couple(hall)
    with pytest.raises(InvalidInput, match="21 days"):
        await hall.do(ANNA, table, DatedPause(until))


async def test_longest_pause_ends_before_the_retention_period(hall):
    """A pause lasts at most 90 days, and less than the retention period of an interrupted table."""
    for kept, longest in ((8, 6), (1000, 90)):
        hall = hall_of_time(keep=Retention(timedelta(days=kept)))
        table = await couple(hall)
        with pytest.raises(InvalidInput, match=f"{longest} days"):
            await hall.do(ANNA, table, DatedPause(START + timedelta(days=longest, seconds=1)))
        await hall.do(ANNA, table, DatedPause(START + timedelta(days=longest)))


async def test_single_device_table_refuses_a_dated_pause(hall):
    table = await hall.open(ANNA, "Anna", "Bernd")
    with pytest.raises(IllegalAction, match="other devices"):
        await hall.do(ANNA, table, END)


async def test_terminal_shows_the_end_in_local_time(hall):
    table = await couple(hall)
    await hall.do(BERND, table, END)
    drawn_lines = drawn(translator("en"), Model(await hall.look(ANNA, table)), [], Space(60, 30), START)
    ends = END.until.astimezone()
    assert f"The pause ends on November {ends.day}, 2026, {ends:%H:%M}." in [line.plain for line in drawn_lines]


def sent(until):
    return json.dumps({"id": str(UUID(int=1)), "type": "pause", "until": until})


def test_pause_command_parses_the_end_time():
    assert read_command(sent("2026-12-27T18:00:00+01:00")).action == DatedPause(datetime(2026, 12, 27, 17, tzinfo=UTC))
    assert read_command(sent(None)).action is Aside.PAUSE


@pytest.mark.parametrize("until", ["tomorrow", "", "2026-12-27T18:00:00", "2026-13-01T00:00:00Z"])
def test_malformed_end_time_is_refused(until):
    with pytest.raises(InvalidInput, match="A time looks like"):
        read_command(sent(until))
