"""A pause with an end time: the match continues at that time."""

import json
from datetime import UTC, datetime, timedelta, timezone
from uuid import UUID

import pytest
from textual.geometry import Size

from pasch.i18n import translator
from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.server.sockets.commands import read_command
from pasch.service.requests import Aside, DatedPause
from pasch.service.retention import Retention
from pasch.tui.model import Model
from pasch.tui.panel import drawn
from tests.service.harness import ANNA, BERND, CLARA, START, Harness
from tests.service.multiplayer import (
    GRACES,
    connected,
    event_types,
    open_running_table,
    open_table_for_two,
    presence_harness,
    wait_for_event,
)

pytestmark = pytest.mark.anyio
WEEK = timedelta(days=7)
END = DatedPause(START + WEEK)


@pytest.fixture
def harness():
    return presence_harness()


async def rest(harness, table, end=END):
    await harness.do(BERND, table, end)
    await harness.do(ANNA, table, Aside.AGREE)


async def test_pause_request_and_snapshot_show_the_end_time(harness):
    table = await open_table_for_two(harness)
    await harness.do(BERND, table, END)
    shown = await harness.snapshot(ANNA, table)
    assert (shown["pause"], shown["pause_ends"]) == ({"asked": 2, "agreed": []}, "2026-11-28T18:00:00.000Z")
    await harness.do(ANNA, table, Aside.AGREE)
    shown = await harness.snapshot(ANNA, table)
    assert (shown["status"], shown["pause_ends"]) == ("paused", "2026-11-28T18:00:00.000Z")
    events = await harness.events(ANNA, table, 0, "en")
    assert [events[n]["text"] for n in (-3, -1)] == [
        "Bernd asks for a pause until November 28, 2026, 18:00 UTC.",
        "Paused until November 28, 2026, 18:00 UTC. All clocks are stopped.",
    ]
    assert (await harness.events(ANNA, table, 0, "de"))[-1]["text"].startswith("Pause bis 28. November 2026, 18:00 UTC")


async def test_match_resumes_with_the_full_turn_time(harness):
    table = await open_table_for_two(harness, turn=60, bank=10)
    async with harness.tables.playing_bots(), connected(harness, ANNA, table), connected(harness, BERND, table):
        harness.clock.advance(65)  # this uses the turn's time and half of the bank
        await rest(harness, table)
        harness.clock.advance((WEEK - timedelta(seconds=66)).total_seconds())
        assert (await harness.snapshot(ANNA, table))["status"] == "paused"
        harness.clock.advance(1)
        resumed = await wait_for_event(harness, table, "table_resumed")
        assert resumed["data"] == {"planned": True}
        assert resumed["text"] == "The pause is over. The match continues. It is Anna’s turn."
        shown = await harness.snapshot(ANNA, table)
    assert (shown["status"], shown["pause_ends"], shown["clock"]["running"]) == ("running", None, True)
    assert shown["clock"]["turn_ends_at"] == "2026-11-28T18:01:00.000Z"
    assert shown["clock"]["ends_at"] == "2026-11-28T18:01:05.000Z"


async def test_deserted_match_waits_for_the_first_player(harness):
    table = await open_table_for_two(harness, turn=60)
    async with harness.tables.playing_bots():
        async with connected(harness, ANNA, table), connected(harness, BERND, table):
            await rest(harness, table)
        harness.clock.advance(5)
        gone = await wait_for_event(harness, table, "seat_away")
        harness.clock.advance(WEEK.total_seconds())
        idle = await wait_for_event(
            harness, table, "table_paused", (await wait_for_event(harness, table, "table_resumed"))["seq"]
        )
        assert idle["seq"] > gone["seq"]
        assert idle["data"] == {"idle": True}
        async with connected(harness, ANNA, table):
            await wait_for_event(harness, table, "table_resumed", idle["seq"])
            shown = await harness.snapshot(ANNA, table)
    left = datetime.fromisoformat(shown["clock"]["ends_at"]) - datetime.fromisoformat(shown["now"])
    assert left == timedelta(seconds=60)


async def test_overdue_match_resumes_at_the_first_action_after_restart(harness):
    table = await open_table_for_two(harness, turn=60)
    await rest(harness, table)
    harness.clock.advance(2 * WEEK.total_seconds())
    later = Harness(harness.store, graces=GRACES, first=1000, clock=harness.clock)
    async with later.tables.playing_bots():
        assert (await later.snapshot(None, table))["status"] == "paused"
        await later.roll(ANNA, table)
    assert (await event_types(harness, table))[-2:] == ["table_resumed", "dice_rolled"]
    assert "clock_restarted" not in await event_types(harness, table)


async def test_early_resume_cancels_the_planned_end(harness):
    table = await open_table_for_two(harness, turn=14 * 24 * 3600)
    async with harness.tables.playing_bots(), connected(harness, ANNA, table), connected(harness, BERND, table):
        await rest(harness, table)
        await harness.do(ANNA, table, Aside.RESUME)
        assert (await harness.snapshot(ANNA, table))["pause_ends"] is None
        harness.clock.advance(WEEK.total_seconds())
        await harness.roll(ANNA, table)
    assert (await event_types(harness, table)).count("table_resumed") == 1


@pytest.mark.parametrize("how", ["refuse", "leave"])
async def test_withdrawn_pause_request_discards_the_end_time(harness, how):
    table = await open_running_table(harness, BERND, CLARA)
    await harness.do(CLARA, table, END)
    await (harness.do(CLARA, table, Aside.REFUSE) if how == "refuse" else harness.tables.leave(CLARA, table))
    shown = await harness.snapshot(ANNA, table)
    assert (shown["pause"], shown["pause_ends"]) == (None, None)
    await harness.do(ANNA, table, Aside.PAUSE)
    assert (await harness.snapshot(ANNA, table))["pause_ends"] is None


async def test_only_request_for_the_same_end_counts_as_agreement(harness):
    table = await open_table_for_two(harness)
    await harness.do(ANNA, table, END)
    with pytest.raises(IllegalAction, match="Another pause"):
        await harness.do(BERND, table, DatedPause(START + 2 * WEEK))
    same = DatedPause((START + WEEK).astimezone(timezone(timedelta(hours=1))))
    await harness.do(BERND, table, same)
    assert (await harness.snapshot(ANNA, table))["status"] == "paused"


FIRST, LAST = datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))), datetime.max.replace(tzinfo=UTC)


@pytest.mark.parametrize("until", [START, FIRST, LAST, START + timedelta(days=21, seconds=1)])
async def test_past_or_distant_end_time_is_refused(harness, until):
    table = await open_table_for_two(harness)
    with pytest.raises(InvalidInput, match="21 days"):
        await harness.do(ANNA, table, DatedPause(until))


async def test_longest_pause_ends_before_the_retention_period(harness):
    """A pause lasts at most 90 days, and less than the retention period of an interrupted table."""
    for kept, longest in ((8, 6), (1000, 90)):
        harness = presence_harness(keep=Retention(timedelta(days=kept)))
        table = await open_table_for_two(harness)
        with pytest.raises(InvalidInput, match=f"{longest} days"):
            await harness.do(ANNA, table, DatedPause(START + timedelta(days=longest, seconds=1)))
        await harness.do(ANNA, table, DatedPause(START + timedelta(days=longest)))


async def test_single_device_table_refuses_a_dated_pause(harness):
    table = await harness.open(ANNA, "Anna", "Bernd")
    with pytest.raises(IllegalAction, match="other devices"):
        await harness.do(ANNA, table, END)


async def test_terminal_shows_the_end_in_local_time(harness):
    table = await open_table_for_two(harness)
    await harness.do(BERND, table, END)
    drawn_lines = drawn(translator("en"), Model(await harness.snapshot(ANNA, table)), [], Size(60, 30), START)
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
