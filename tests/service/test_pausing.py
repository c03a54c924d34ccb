"""Pauses: one player asks, and all others agree."""

from datetime import datetime, timedelta

import pytest

from pasch.rules.actions import RollDice
from pasch.rules.errors import IllegalAction
from pasch.service.errors import NotSeated
from pasch.service.requests import Aside
from pasch.service.table.options import TableOptions
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
PAUSE, AGREE, REFUSE, RESUME, RETURN = Aside


@pytest.fixture
def harness():
    return presence_harness()


async def test_pause_begins_when_all_agree_and_any_player_ends_it(harness):
    table = await open_running_table(harness, BERND, CLARA, turn=60, bank=10)
    await harness.roll(ANNA, table)
    harness.clock.advance(20)
    await harness.do(BERND, table, PAUSE)
    await harness.do(ANNA, table, AGREE)
    shown = await harness.snapshot(CLARA, table)
    assert (shown["status"], shown["pause"]) == ("running", {"asked": 2, "agreed": [1]})
    await harness.do(CLARA, table, AGREE)
    shown = await harness.snapshot(ANNA, table)
    assert (shown["status"], shown["pause"], shown["legal_actions"]) == ("paused", None, [])
    assert shown["turn"]["dice"] is not None
    assert shown["text"] == "The match is paused. Any player can continue it."
    with pytest.raises(IllegalAction, match="paused"):
        await harness.roll(ANNA, table)
    harness.clock.advance(100_000)
    assert (await harness.snapshot(ANNA, table))["clock"]["running"] is False
    await harness.do(CLARA, table, RESUME)
    shown = await harness.snapshot(ANNA, table)
    assert (shown["status"], shown["clock"]["running"]) == ("running", True)
    assert shown["clock"]["turn_ends_at"] == "2026-11-22T21:47:40.000Z"
    assert (await event_types(harness, table))[-5:] == [
        "pause_asked",
        "pause_agreed",
        "pause_agreed",
        "table_paused",
        "table_resumed",
    ]


async def test_pause_keeps_remaining_time_constant(harness):
    table = await open_table_for_two(harness, turn=60)
    harness.clock.advance(2.6744)
    await harness.do(BERND, table, PAUSE)
    await harness.do(ANNA, table, AGREE)
    for _ in range(5):
        harness.clock.advance(0.0003)
        shown = await harness.snapshot(ANNA, table)
        left = datetime.fromisoformat(shown["clock"]["ends_at"]) - datetime.fromisoformat(shown["now"])
        assert left == timedelta(seconds=57.325)


async def test_refusal_or_withdrawal_cancels_pause_request(harness):
    table = await open_table_for_two(harness)
    await harness.do(ANNA, table, PAUSE)
    await harness.do(BERND, table, REFUSE)
    assert (await harness.snapshot(ANNA, table))["pause"] is None
    await harness.do(ANNA, table, PAUSE)
    await harness.do(ANNA, table, REFUSE)
    events = await harness.events(ANNA, table, 0, "en")
    assert [event["text"] for event in events[-3:]] == [
        "Bernd wants to keep playing.",
        "Anna asks for a pause.",
        "Anna withdraws the pause request.",
    ]


async def test_second_pause_request_counts_as_agreement(harness):
    table = await open_table_for_two(harness)
    await harness.do(ANNA, table, PAUSE)
    await harness.do(BERND, table, PAUSE)
    assert (await harness.snapshot(ANNA, table))["status"] == "paused"


async def test_player_among_bots_pauses_without_consent(harness):
    table = await harness.open(ANNA, "Anna", "bot")
    await harness.do(ANNA, table, PAUSE)
    assert (await harness.snapshot(ANNA, table))["status"] == "paused"
    await harness.do(ANNA, table, RESUME)
    assert (await harness.snapshot(ANNA, table))["status"] == "running"


async def test_pause_request_does_not_disturb_running_turn(harness):
    table = await open_table_for_two(harness)
    seen = (await harness.snapshot(ANNA, table))["seq"]
    await harness.do(BERND, table, PAUSE)
    await harness.do(ANNA, table, RollDice(None), expect_seq=seen)


async def test_pause_needs_no_consent_of_absent_player(harness):
    table = await open_running_table(harness, BERND, CLARA)
    async with harness.tables.playing_bots(), connected(harness, ANNA, table), connected(harness, BERND, table):
        async with connected(harness, CLARA, table):
            await harness.do(ANNA, table, PAUSE)
            await harness.do(BERND, table, AGREE)
        harness.clock.advance(5)
        await wait_for_event(harness, table, "table_paused")
        harness.clock.advance(100_000)
        async with connected(harness, CLARA, table):
            await wait_for_event(harness, table, "seat_back")
        assert "seat_held" not in await event_types(harness, table)


async def test_pause_request_ends_when_its_author_leaves(harness):
    table = await open_running_table(harness, BERND, CLARA)
    await harness.do(CLARA, table, PAUSE)
    await harness.tables.leave(CLARA, table)
    assert (await harness.snapshot(ANNA, table))["pause"] is None


@pytest.mark.parametrize("aside", [AGREE, REFUSE, RESUME, RETURN])
async def test_pause_command_without_open_request_is_refused(harness, aside):
    table = await open_table_for_two(harness)
    with pytest.raises(IllegalAction):
        await harness.do(ANNA, table, aside)


async def test_second_agreement_and_watcher_agreement_are_refused(harness):
    table = await open_table_for_two(harness)
    await harness.do(ANNA, table, PAUSE)
    with pytest.raises(IllegalAction, match="already"):
        await harness.do(ANNA, table, AGREE)
    with pytest.raises(NotSeated):
        await harness.do(CLARA, table, AGREE)


@pytest.mark.parametrize("aside", Aside)
async def test_pause_commands_outside_running_match_are_refused(harness, aside):
    table = await harness.open(ANNA, "Anna", "human")
    with pytest.raises(IllegalAction):
        await harness.do(ANNA, table, aside)
    table = await open_table_for_two(harness)
    await harness.tables.leave(ANNA, table)
    await harness.tables.leave(BERND, table)
    with pytest.raises((IllegalAction, NotSeated)):
        await harness.do(ANNA, table, aside)


async def test_player_to_move_pauses_and_resumes_at_shared_device(harness):
    table = await harness.open(ANNA, "Anna", "Bernd")
    await harness.roll(ANNA, table)
    await harness.play_on(ANNA, table)
    await harness.do(ANNA, table, PAUSE)
    await harness.do(ANNA, table, RESUME)
    asked, _, resumed = (await harness.events(ANNA, table, 0, "en"))[-3:]
    assert asked["text"] == "Bernd asks for a pause."
    assert resumed["text"] == "Bernd ends the pause. It is Bernd’s turn."


async def test_last_remaining_player_begins_next_round(harness):
    table = await open_table_for_two(harness, options=TableOptions(bots=False))
    await harness.tables.leave(BERND, table)
    await harness.roll(ANNA, table)
    await harness.play_on(ANNA, table)
    assert (await harness.events(ANNA, table, 0, "en"))[-1]["text"].endswith(". Anna begins the next round.")
