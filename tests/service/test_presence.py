"""Presence: connected players, grace periods for absent ones, and the bots that play for them."""

import asyncio

import pytest

from pasch.rules.actions import RollDice
from pasch.service.requests import Aside, JoinTable
from pasch.service.table.presence import AbsenceReason
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, Harness
from tests.service.multiplayer import (
    connected,
    event_types,
    open_running_table,
    open_table_for_two,
    presence_harness,
    wait_for_event,
)

pytestmark = pytest.mark.anyio


@pytest.fixture
async def harness():
    harness = presence_harness()
    async with harness.tables.playing_bots():
        yield harness


def seat(shown, number):
    return shown["seats"][number - 1]


async def test_closed_page_gets_short_grace_before_bot_plays(harness):
    table = await open_table_for_two(harness)
    async with connected(harness, BERND, table):
        async with connected(harness, ANNA, table) as line:
            line.why = AbsenceReason.CLOSED
        harness.clock.advance(5)
        away = await wait_for_event(harness, table, "seat_away")
        assert away["data"] == {"why": "closed", "until": "2026-11-21T18:00:30.000Z"}
        assert away["text"] == "Anna closed the page."
        shown = await harness.snapshot(None, table)
        assert seat(shown, 1)["present"] is False
        assert seat(shown, 1)["away"] == {**away["data"], "absent": "bot"}
        harness.clock.advance(25)
        held = await wait_for_event(harness, table, "seat_held")
        assert held["data"] == {"bot": "simple", "why": "away"}
        await wait_for_event(harness, table, "scored")
        assert seat(await harness.snapshot(None, table), 1)["away"]["until"] is None


async def test_broken_connection_gets_long_grace(harness):
    table = await open_table_for_two(harness)
    async with connected(harness, BERND, table):
        async with connected(harness, ANNA, table):
            pass
        harness.clock.advance(5)
        away = await wait_for_event(harness, table, "seat_away")
        assert away["data"] == {"why": "lost", "until": "2026-11-21T18:03:00.000Z"}
        harness.clock.advance(174)
        assert "seat_held" not in await event_types(harness, table)
        harness.clock.advance(1)
        await wait_for_event(harness, table, "seat_held")


async def test_short_disconnection_is_not_announced(harness):
    table = await open_table_for_two(harness)
    before = await event_types(harness, table)
    async with connected(harness, BERND, table):
        async with connected(harness, ANNA, table):
            pass
        harness.clock.advance(4)
        async with connected(harness, ANNA, table):
            harness.clock.advance(500)
            await harness.roll(ANNA, table)
            assert await event_types(harness, table) == [*before, "dice_rolled"]


async def test_player_stays_present_through_second_device(harness):
    table = await open_table_for_two(harness)
    async with connected(harness, BERND, table), connected(harness, ANNA, table):
        async with connected(harness, ANNA, table):
            pass
        harness.clock.advance(500)
        await harness.roll(ANNA, table)
        assert "seat_away" not in await event_types(harness, table)


async def held_for_absence(harness, table):
    """Anna's connection broke and the bot has taken over."""
    async with connected(harness, ANNA, table):
        pass
    harness.clock.advance(5)
    await wait_for_event(harness, table, "seat_away")
    harness.clock.advance(175)
    await wait_for_event(harness, table, "seat_held")


async def test_returning_player_gets_seat_back_from_bot(harness):
    table = await open_table_for_two(harness)
    async with connected(harness, BERND, table):
        await held_for_absence(harness, table)
        await wait_for_event(harness, table, "scored")
        async with connected(harness, ANNA, table):
            await wait_for_event(harness, table, "seat_returned")
            assert (await event_types(harness, table))[-2:] == ["seat_back", "seat_returned"]
            shown = await harness.snapshot(ANNA, table)
            assert (seat(shown, 1)["held"], seat(shown, 1)["present"], seat(shown, 1)["away"]) == (None, True, None)
            assert shown["turn"]["seat"] == 2


async def test_any_request_marks_player_as_present(harness):
    table = await open_table_for_two(harness)
    async with connected(harness, BERND, table):
        await held_for_absence(harness, table)
        await wait_for_event(harness, table, "scored")
        await harness.roll(BERND, table)
        await harness.play_on(BERND, table)
        await harness.snapshot(ANNA, table)
        assert (await event_types(harness, table))[-2:] == ["seat_back", "seat_returned"]
        await harness.roll(ANNA, table)
        harness.clock.advance(60)
        away = await wait_for_event(harness, table, "seat_away", (await harness.snapshot(None, table))["seq"])
        assert away["data"]["why"] == "lost"


async def test_empty_table_pauses_without_replacing_players(harness):
    """The table stays unchanged; the first player to return waits again for the others."""
    table = await open_table_for_two(harness, turn=60, bank=0)
    async with connected(harness, ANNA, table), connected(harness, BERND, table):
        harness.clock.advance(20)
    harness.clock.advance(5)
    await wait_for_event(harness, table, "table_paused")
    harness.clock.advance(100_000)
    before = await event_types(harness, table)
    assert before[-3:] == ["seat_away", "seat_away", "table_paused"]
    async with connected(harness, BERND, table):
        await wait_for_event(harness, table, "seat_back")
        shown = await harness.snapshot(BERND, table)
        assert seat(shown, 1)["away"]["until"] == "2026-11-22T21:50:00.000Z"
        assert shown["clock"]["ends_at"] == "2026-11-22T21:47:40.000Z"
        harness.clock.advance(35)
        await wait_for_event(harness, table, "time_up")


async def test_bots_do_not_finish_match_without_present_players(harness):
    table = await harness.open(ANNA, "human", "bot", "bot", visibility=PUBLIC)
    await harness.tables.join(ANNA, table, JoinTable())
    async with connected(harness, BERND, table):  # a watcher is no player
        async with connected(harness, ANNA, table):
            await harness.roll(ANNA, table)
        harness.clock.advance(5)
        paused = await wait_for_event(harness, table, "table_paused")
        assert (paused["data"], paused["seat"]) == ({"idle": True}, None)
        assert paused["text"] == "All players are away: the match waits for them."
        harness.clock.advance(100_000)
        assert (await harness.snapshot(None, table))["status"] == "paused"
        assert (await event_types(harness, table))[-1] == "table_paused"
        await harness.snapshot(ANNA, table)
        assert await event_types(harness, table, paused["seq"]) == ["seat_back", "table_resumed"]
        assert (await harness.snapshot(ANNA, table))["status"] == "running"


async def test_command_resumes_idle_table_and_is_carried_out(harness):
    table = await open_table_for_two(harness)
    seq = await harness.roll(ANNA, table)
    harness.clock.advance(61)
    paused = await wait_for_event(harness, table, "table_paused")
    await harness.do(ANNA, table, RollDice(None), expect_seq=seq.seq)
    log = await harness.log(table)
    events = [(event.type, event.data) for event in log[paused["seq"] :]]
    assert [kind for kind, _ in events] == ["seat_back", "table_resumed", "dice_rolled"]
    assert events[1][1] == {"idle": True}
    again = Harness(harness.store, first=1000)  # also in a process without timers
    harness.clock.advance(61)
    await wait_for_event(harness, table, "table_paused", len(log))
    await again.do(ANNA, table, RollDice(None))
    assert (await event_types(harness, table))[-2:] == ["table_resumed", "dice_rolled"]


async def test_bots_keep_playing_at_single_device_table(harness):
    table = await harness.open(ANNA, "Anna", "bot")
    await harness.play_on(ANNA, table)
    harness.clock.advance(100_000)
    assert "table_paused" not in await event_types(harness, table)


async def test_watchers_do_not_count_as_present_players(harness):
    table = await open_table_for_two(harness)
    async with connected(harness, None, table), connected(harness, CLARA, table):
        async with connected(harness, ANNA, table), connected(harness, BERND, table):
            assert (await harness.snapshot(ANNA, table))["watchers"] == 2
        harness.clock.advance(5)
        await wait_for_event(harness, table, "seat_away")
        harness.clock.advance(1000)
        assert (await harness.snapshot(None, table))["watchers"] == 2
        assert "seat_held" not in await event_types(harness, table)
    assert (await harness.snapshot(None, table))["watchers"] == 0


async def test_entry_option_scores_every_turn_of_absent_player(harness):
    table = await open_table_for_two(harness, absent="entry")
    async with connected(harness, BERND, table):
        async with connected(harness, ANNA, table):
            pass
        harness.clock.advance(5)
        away = await wait_for_event(harness, table, "seat_away")
        harness.clock.advance(175)
        up = await wait_for_event(harness, table, "time_up")
        assert (up["seat"], up["data"]) == (1, {"then": "entry"})
        log = await event_types(harness, table, up["seq"])
        assert log == ["dice_rolled", "scored"]
        await harness.roll(BERND, table)
        await harness.play_on(BERND, table)
        assert (await wait_for_event(harness, table, "time_up", up["seq"]))["seat"] == 1
        assert "seat_held" not in await event_types(harness, table)
        assert away["seat"] == 1


async def test_bot_plays_after_timeout_until_player_returns(harness):
    table = await open_table_for_two(harness, turn=60, bank=30)
    async with connected(harness, ANNA, table), connected(harness, BERND, table):
        harness.clock.advance(89)
        await harness.roll(ANNA, table)
        harness.clock.advance(1)
        await wait_for_event(harness, table, "scored")
        log = await event_types(harness, table)
        assert log[log.index("dice_rolled") + 1 :][:2] == ["time_up", "seat_held"]
        shown = await harness.snapshot(ANNA, table)
        assert (seat(shown, 1)["held"], seat(shown, 1)["present"], shown["turn"]["seat"]) == ("simple", True, 2)
        assert shown["clock"]["banks"] == [0, 30]
        await harness.roll(BERND, table)
        await harness.do(ANNA, table, Aside.RETURN)
        assert seat(await harness.snapshot(ANNA, table), 1)["held"] is None
        await harness.play_on(BERND, table)
        harness.clock.advance(59)
        await harness.roll(ANNA, table)
        assert (await harness.snapshot(ANNA, table))["turn"]["seat"] == 1


async def test_own_move_takes_seat_back_from_bot():
    harness = presence_harness(pause=1000)
    async with harness.tables.playing_bots():
        table = await open_table_for_two(harness, turn=60)
        async with connected(harness, ANNA, table), connected(harness, BERND, table):
            harness.clock.advance(60)
            held = await wait_for_event(harness, table, "seat_held")
            await harness.do(ANNA, table, RollDice(None), expect_seq=held["seq"])
            assert await event_types(harness, table, held["seq"]) == ["seat_returned", "dice_rolled"]


async def test_timeout_makes_entry_for_player(harness):
    table = await open_table_for_two(harness, turn=60, absent="entry")
    async with connected(harness, ANNA, table), connected(harness, BERND, table):
        await harness.roll(ANNA, table)
        harness.clock.advance(60)
        up = await wait_for_event(harness, table, "time_up")
        assert up["text"] == "Anna’s time is up: the cheapest entry is made."
        assert await event_types(harness, table, up["seq"]) == ["scored"]
        shown = await harness.snapshot(ANNA, table)
        assert (shown["turn"]["seat"], seat(shown, 1)["held"]) == (2, None)


@pytest.mark.parametrize("variant", ["kniffeliger", "luegenkniffel", "pasch-ddr", "dice-duel", "jamb", "maxi-yatzy"])
async def test_timeout_ends_turns_of_every_mechanic(harness, variant):
    table = await open_running_table(
        harness, BERND, *([CLARA] if variant == "luegenkniffel" else []), turn=60, absent="entry", variant=variant
    )
    async with connected(harness, ANNA, table):
        seq = 0
        for _ in range(6):
            harness.clock.advance(60)
            up = await wait_for_event(harness, table, "time_up", seq)
            seq = up["seq"]
        shown = await harness.snapshot(None, table)
        assert shown["status"] == "running"
        assert shown["clock"]["running"] is True


async def test_presence_events_do_not_make_commands_stale(harness):
    """A player who acts on the latest snapshot is not refused because another's connection broke meanwhile."""
    table = await open_table_for_two(harness)
    async with connected(harness, ANNA, table):
        async with connected(harness, BERND, table):
            seen = (await harness.snapshot(ANNA, table))["seq"]
        harness.clock.advance(5)
        await wait_for_event(harness, table, "seat_away")
        await harness.do(ANNA, table, RollDice(None), expect_seq=seen)


async def test_bot_replaces_absent_player_among_three(harness):
    table = await open_running_table(harness, BERND, CLARA)
    async with connected(harness, ANNA, table), connected(harness, CLARA, table):
        async with connected(harness, BERND, table):
            pass
        await harness.roll(ANNA, table)
        await harness.play_on(ANNA, table)
        harness.clock.advance(5)
        await wait_for_event(harness, table, "seat_away")
        harness.clock.advance(175)
        await wait_for_event(harness, table, "seat_held")
        scored = await wait_for_event(harness, table, "scored", (await harness.snapshot(None, table))["seq"] - 1)
        assert scored["seat"] == 2 or (await harness.snapshot(None, table))["turn"]["seat"] == 3


async def test_end_of_match_cancels_presence_timers(harness):
    table = await open_table_for_two(harness, turn=60)
    async with connected(harness, ANNA, table), connected(harness, BERND, table):
        await harness.tables.leave(ANNA, table)
        await harness.tables.leave(BERND, table)
    harness.clock.advance(1000)
    await asyncio.sleep(0)
    assert (await event_types(harness, table))[-1] == "table_aborted"
    assert not harness.tables._timers._timers
