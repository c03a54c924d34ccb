"""Pauses: one player asks, and all others agree."""

from datetime import datetime, timedelta

import pytest

from pasch.rules.actions import RollDice
from pasch.rules.errors import IllegalAction
from pasch.service.errors import NotSeated
from pasch.service.requests import Aside
from pasch.service.table.options import TableOptions
from tests.service.hall import ANNA, BERND, CLARA
from tests.service.together import couple, hall_of_time, happens, table_of, there, types

pytestmark = pytest.mark.anyio
PAUSE, AGREE, REFUSE, RESUME, RETURN = Aside


@pytest.fixture
def hall():
    return hall_of_time()


async def test_pause_begins_when_all_agree_and_any_player_ends_it(hall):
    table = await table_of(hall, BERND, CLARA, turn=60, bank=10)
    await hall.roll(ANNA, table)
    hall.clock.advance(20)
    await hall.do(BERND, table, PAUSE)
    await hall.do(ANNA, table, AGREE)
    shown = await hall.look(CLARA, table)
    assert (shown["status"], shown["pause"]) == ("running", {"asked": 2, "agreed": [1]})
    await hall.do(CLARA, table, AGREE)
    shown = await hall.look(ANNA, table)
    assert (shown["status"], shown["pause"], shown["legal_actions"]) == ("paused", None, [])
    assert shown["turn"]["dice"] is not None
    assert shown["text"] == "The match is paused. Any player can resume it."
    with pytest.raises(IllegalAction, match="paused"):
        await hall.roll(ANNA, table)
    hall.clock.advance(100_000)
    assert (await hall.look(ANNA, table))["clock"]["running"] is False
    await hall.do(CLARA, table, RESUME)
    shown = await hall.look(ANNA, table)
    assert (shown["status"], shown["clock"]["running"]) == ("running", True)
    assert shown["clock"]["turn_ends_at"] == "2026-11-22T21:47:40.000Z"
    assert (await types(hall, table))[-5:] == [
        "pause_asked",
        "pause_agreed",
        "pause_agreed",
        "table_paused",
        "table_resumed",
    ]


async def test_pause_keeps_remaining_time_constant(hall):
    table = await couple(hall, turn=60)
    hall.clock.advance(2.6744)
    await hall.do(BERND, table, PAUSE)
    await hall.do(ANNA, table, AGREE)
    for _ in range(5):
        hall.clock.advance(0.0003)
        shown = await hall.look(ANNA, table)
        left = datetime.fromisoformat(shown["clock"]["ends_at"]) - datetime.fromisoformat(shown["now"])
        assert left == timedelta(seconds=57.325)


async def test_refusal_or_withdrawal_cancels_pause_request(hall):
    table = await couple(hall)
    await hall.do(ANNA, table, PAUSE)
    await hall.do(BERND, table, REFUSE)
    assert (await hall.look(ANNA, table))["pause"] is None
    await hall.do(ANNA, table, PAUSE)
    await hall.do(ANNA, table, REFUSE)
    events = await hall.events(ANNA, table, 0, "en")
    assert [event["text"] for event in events[-3:]] == [
        "Bernd wants to keep playing.",
        "Anna asks for a pause.",
        "Anna withdraws the pause request.",
    ]


async def test_second_pause_request_counts_as_agreement(hall):
    table = await couple(hall)
    await hall.do(ANNA, table, PAUSE)
    await hall.do(BERND, table, PAUSE)
    assert (await hall.look(ANNA, table))["status"] == "paused"


async def test_player_among_bots_pauses_without_consent(hall):
    table = await hall.open(ANNA, "Anna", "bot")
    await hall.do(ANNA, table, PAUSE)
    assert (await hall.look(ANNA, table))["status"] == "paused"
    await hall.do(ANNA, table, RESUME)
    assert (await hall.look(ANNA, table))["status"] == "running"


async def test_pause_request_does_not_disturb_running_turn(hall):
    table = await couple(hall)
    seen = (await hall.look(ANNA, table))["seq"]
    await hall.do(BERND, table, PAUSE)
    await hall.do(ANNA, table, RollDice(None), expect_seq=seen)


async def test_pause_needs_no_consent_of_absent_player(hall):
    table = await table_of(hall, BERND, CLARA)
    async with hall.tables.playing_bots(), there(hall, ANNA, table), there(hall, BERND, table):
        async with there(hall, CLARA, table):
            await hall.do(ANNA, table, PAUSE)
            await hall.do(BERND, table, AGREE)
        hall.clock.advance(5)
        await happens(hall, table, "table_paused")
        hall.clock.advance(100_000)
        async with there(hall, CLARA, table):
            await happens(hall, table, "seat_back")
        assert "seat_held" not in await types(hall, table)


async def test_pause_request_ends_when_its_author_leaves(hall):
    table = await table_of(hall, BERND, CLARA)
    await hall.do(CLARA, table, PAUSE)
    await hall.tables.leave(CLARA, table)
    assert (await hall.look(ANNA, table))["pause"] is None


@pytest.mark.parametrize("aside", [AGREE, REFUSE, RESUME, RETURN])
async def test_pause_command_without_open_request_is_refused(hall, aside):
    table = await couple(hall)
    with pytest.raises(IllegalAction):
        await hall.do(ANNA, table, aside)


async def test_second_agreement_and_watcher_agreement_are_refused(hall):
    table = await couple(hall)
    await hall.do(ANNA, table, PAUSE)
    with pytest.raises(IllegalAction, match="already"):
        await hall.do(ANNA, table, AGREE)
    with pytest.raises(NotSeated):
        await hall.do(CLARA, table, AGREE)


@pytest.mark.parametrize("aside", Aside)
async def test_pause_commands_outside_running_match_are_refused(hall, aside):
    table = await hall.open(ANNA, "Anna", "human")
    with pytest.raises(IllegalAction):
        await hall.do(ANNA, table, aside)
    table = await couple(hall)
    await hall.tables.leave(ANNA, table)
    await hall.tables.leave(BERND, table)
    with pytest.raises((IllegalAction, NotSeated)):
        await hall.do(ANNA, table, aside)


async def test_player_to_move_pauses_and_resumes_at_shared_device(hall):
    table = await hall.open(ANNA, "Anna", "Bernd")
    await hall.roll(ANNA, table)
    await hall.play_on(ANNA, table)
    await hall.do(ANNA, table, PAUSE)
    await hall.do(ANNA, table, RESUME)
    asked, _, resumed = (await hall.events(ANNA, table, 0, "en"))[-3:]
    assert asked["text"] == "Bernd asks for a pause."
    assert resumed["text"] == "Bernd ends the pause. It is Bernd’s turn."


async def test_last_remaining_player_begins_next_round(hall):
    table = await couple(hall, options=TableOptions(bots=False))
    await hall.tables.leave(BERND, table)
    await hall.roll(ANNA, table)
    await hall.play_on(ANNA, table)
    assert (await hall.events(ANNA, table, 0, "en"))[-1]["text"].endswith(". Anna begins the next round.")
