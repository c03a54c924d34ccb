"""Presence: connected players, grace periods for absent ones, and the bots that play for them."""

import asyncio

import pytest

from pasch.rules.actions import RollDice
from pasch.service.requests import Aside, JoinTable
from pasch.service.table.presence import AbsenceReason
from tests.service.hall import ANNA, BERND, CLARA, PUBLIC, Hall
from tests.service.together import couple, hall_of_time, happens, table_of, there, types

pytestmark = pytest.mark.anyio


@pytest.fixture
async def hall():
    hall = hall_of_time()
    async with hall.tables.playing_bots():
        yield hall


def seat(shown, number):
    return shown["seats"][number - 1]


async def test_closed_page_gets_short_grace_before_bot_plays(hall):
    table = await couple(hall)
    async with there(hall, BERND, table):
        async with there(hall, ANNA, table) as line:
            line.why = AbsenceReason.CLOSED
        hall.clock.advance(5)
        away = await happens(hall, table, "seat_away")
        assert away["data"] == {"why": "closed", "until": "2026-11-21T18:00:30.000Z"}
        assert away["text"] == "Anna closed the page."
        shown = await hall.look(None, table)
        assert seat(shown, 1)["present"] is False
        assert seat(shown, 1)["away"] == {**away["data"], "absent": "bot"}
        hall.clock.advance(25)
        held = await happens(hall, table, "seat_held")
        assert held["data"] == {"bot": "simple", "why": "away"}
        await happens(hall, table, "scored")
        assert seat(await hall.look(None, table), 1)["away"]["until"] is None


async def test_broken_connection_gets_long_grace(hall):
    table = await couple(hall)
    async with there(hall, BERND, table):
        async with there(hall, ANNA, table):
            pass
        hall.clock.advance(5)
        away = await happens(hall, table, "seat_away")
        assert away["data"] == {"why": "lost", "until": "2026-11-21T18:03:00.000Z"}
        hall.clock.advance(174)
        assert "seat_held" not in await types(hall, table)
        hall.clock.advance(1)
        await happens(hall, table, "seat_held")


async def test_short_disconnection_is_not_announced(hall):
    table = await couple(hall)
    before = await types(hall, table)
    async with there(hall, BERND, table):
        async with there(hall, ANNA, table):
            pass
        hall.clock.advance(4)
        async with there(hall, ANNA, table):
            hall.clock.advance(500)
            await hall.roll(ANNA, table)
            assert await types(hall, table) == [*before, "dice_rolled"]


async def test_player_stays_present_through_second_device(hall):
    table = await couple(hall)
    async with there(hall, BERND, table), there(hall, ANNA, table):
        async with there(hall, ANNA, table):
            pass
        hall.clock.advance(500)
        await hall.roll(ANNA, table)
        assert "seat_away" not in await types(hall, table)


async def held_for_absence(hall, table):
    """Anna's connection broke and the bot has taken over."""
    async with there(hall, ANNA, table):
        pass
    hall.clock.advance(5)
    await happens(hall, table, "seat_away")
    hall.clock.advance(175)
    await happens(hall, table, "seat_held")


async def test_returning_player_gets_seat_back_from_bot(hall):
    table = await couple(hall)
    async with there(hall, BERND, table):
        await held_for_absence(hall, table)
        await happens(hall, table, "scored")
        async with there(hall, ANNA, table):
            await happens(hall, table, "seat_returned")
            assert (await types(hall, table))[-2:] == ["seat_back", "seat_returned"]
            shown = await hall.look(ANNA, table)
            assert (seat(shown, 1)["held"], seat(shown, 1)["present"], seat(shown, 1)["away"]) == (None, True, None)
            assert shown["turn"]["seat"] == 2


async def test_any_request_marks_player_as_present(hall):
    table = await couple(hall)
    async with there(hall, BERND, table):
        await held_for_absence(hall, table)
        await happens(hall, table, "scored")
        await hall.roll(BERND, table)
        await hall.play_on(BERND, table)
        await hall.look(ANNA, table)
        assert (await types(hall, table))[-2:] == ["seat_back", "seat_returned"]
        await hall.roll(ANNA, table)
        hall.clock.advance(60)
        away = await happens(hall, table, "seat_away", (await hall.look(None, table))["seq"])
        assert away["data"]["why"] == "lost"


async def test_empty_table_pauses_without_replacing_players(hall):
    """The table stays unchanged; the first player to return waits again for the others."""
    table = await couple(hall, turn=60, bank=0)
    async with there(hall, ANNA, table), there(hall, BERND, table):
        hall.clock.advance(20)
    hall.clock.advance(5)
    await happens(hall, table, "table_paused")
    hall.clock.advance(100_000)
    before = await types(hall, table)
    assert before[-3:] == ["seat_away", "seat_away", "table_paused"]
    async with there(hall, BERND, table):
        await happens(hall, table, "seat_back")
        shown = await hall.look(BERND, table)
        assert seat(shown, 1)["away"]["until"] == "2026-11-22T21:50:00.000Z"
        assert shown["clock"]["ends_at"] == "2026-11-22T21:47:40.000Z"
        hall.clock.advance(35)
        await happens(hall, table, "time_up")


async def test_bots_do_not_finish_match_without_present_players(hall):
    table = await hall.open(ANNA, "human", "bot", "bot", visibility=PUBLIC)
    await hall.tables.join(ANNA, table, JoinTable())
    async with there(hall, BERND, table):  # a watcher is no player
        async with there(hall, ANNA, table):
            await hall.roll(ANNA, table)
        hall.clock.advance(5)
        paused = await happens(hall, table, "table_paused")
        assert (paused["data"], paused["seat"]) == ({"idle": True}, None)
        assert paused["text"] == "All players are away: the match waits for them."
        hall.clock.advance(100_000)
        assert (await hall.look(None, table))["status"] == "paused"
        assert (await types(hall, table))[-1] == "table_paused"
        await hall.look(ANNA, table)
        assert await types(hall, table, paused["seq"]) == ["seat_back", "table_resumed"]
        assert (await hall.look(ANNA, table))["status"] == "running"


async def test_command_resumes_idle_table_and_is_carried_out(hall):
    table = await couple(hall)
    seq = await hall.roll(ANNA, table)
    hall.clock.advance(61)
    paused = await happens(hall, table, "table_paused")
    await hall.do(ANNA, table, RollDice(None), expect_seq=seq.seq)
    log = await hall.log(table)
    events = [(event.type, event.data) for event in log[paused["seq"] :]]
    assert [kind for kind, _ in events] == ["seat_back", "table_resumed", "dice_rolled"]
    assert events[1][1] == {"idle": True}
    again = Hall(hall.store, first=1000)  # also in a process without timers
    hall.clock.advance(61)
    await happens(hall, table, "table_paused", len(log))
    await again.do(ANNA, table, RollDice(None))
    assert (await types(hall, table))[-2:] == ["table_resumed", "dice_rolled"]


async def test_bots_keep_playing_at_single_device_table(hall):
    table = await hall.open(ANNA, "Anna", "bot")
    await hall.play_on(ANNA, table)
    hall.clock.advance(100_000)
    assert "table_paused" not in await types(hall, table)


async def test_watchers_do_not_count_as_present_players(hall):
    table = await couple(hall)
    async with there(hall, None, table), there(hall, CLARA, table):
        async with there(hall, ANNA, table), there(hall, BERND, table):
            assert (await hall.look(ANNA, table))["watchers"] == 2
        hall.clock.advance(5)
        await happens(hall, table, "seat_away")
        hall.clock.advance(1000)
        assert (await hall.look(None, table))["watchers"] == 2
        assert "seat_held" not in await types(hall, table)
    assert (await hall.look(None, table))["watchers"] == 0


async def test_entry_option_scores_every_turn_of_absent_player(hall):
    table = await couple(hall, absent="entry")
    async with there(hall, BERND, table):
        async with there(hall, ANNA, table):
            pass
        hall.clock.advance(5)
        away = await happens(hall, table, "seat_away")
        hall.clock.advance(175)
        up = await happens(hall, table, "time_up")
        assert (up["seat"], up["data"]) == (1, {"then": "entry"})
        log = await types(hall, table, up["seq"])
        assert log == ["dice_rolled", "scored"]
        await hall.roll(BERND, table)
        await hall.play_on(BERND, table)
        assert (await happens(hall, table, "time_up", up["seq"]))["seat"] == 1
        assert "seat_held" not in await types(hall, table)
        assert away["seat"] == 1


async def test_bot_plays_after_timeout_until_player_returns(hall):
    table = await couple(hall, turn=60, bank=30)
    async with there(hall, ANNA, table), there(hall, BERND, table):
        hall.clock.advance(89)
        await hall.roll(ANNA, table)
        hall.clock.advance(1)
        await happens(hall, table, "scored")
        log = await types(hall, table)
        assert log[log.index("dice_rolled") + 1 :][:2] == ["time_up", "seat_held"]
        shown = await hall.look(ANNA, table)
        assert (seat(shown, 1)["held"], seat(shown, 1)["present"], shown["turn"]["seat"]) == ("simple", True, 2)
        assert shown["clock"]["banks"] == [0, 30]
        await hall.roll(BERND, table)
        await hall.do(ANNA, table, Aside.RETURN)
        assert seat(await hall.look(ANNA, table), 1)["held"] is None
        await hall.play_on(BERND, table)
        hall.clock.advance(59)
        await hall.roll(ANNA, table)
        assert (await hall.look(ANNA, table))["turn"]["seat"] == 1


async def test_own_move_takes_seat_back_from_bot():
    hall = hall_of_time(pause=1000)
    async with hall.tables.playing_bots():
        table = await couple(hall, turn=60)
        async with there(hall, ANNA, table), there(hall, BERND, table):
            hall.clock.advance(60)
            held = await happens(hall, table, "seat_held")
            await hall.do(ANNA, table, RollDice(None), expect_seq=held["seq"])
            assert await types(hall, table, held["seq"]) == ["seat_returned", "dice_rolled"]


async def test_timeout_makes_entry_for_player(hall):
    table = await couple(hall, turn=60, absent="entry")
    async with there(hall, ANNA, table), there(hall, BERND, table):
        await hall.roll(ANNA, table)
        hall.clock.advance(60)
        up = await happens(hall, table, "time_up")
        assert up["text"] == "Anna’s time is up: the cheapest entry is made."
        assert await types(hall, table, up["seq"]) == ["scored"]
        shown = await hall.look(ANNA, table)
        assert (shown["turn"]["seat"], seat(shown, 1)["held"]) == (2, None)


@pytest.mark.parametrize("variant", ["kniffeliger", "luegenkniffel", "pasch-ddr", "dice-duel", "jamb", "maxi-yatzy"])
async def test_timeout_ends_turns_of_every_mechanic(hall, variant):
    table = await table_of(
        hall, BERND, *([CLARA] if variant == "luegenkniffel" else []), turn=60, absent="entry", variant=variant
    )
    async with there(hall, ANNA, table):
        seq = 0
        for _ in range(6):
            hall.clock.advance(60)
            up = await happens(hall, table, "time_up", seq)
            seq = up["seq"]
        shown = await hall.look(None, table)
        assert shown["status"] == "running"
        assert shown["clock"]["running"] is True


async def test_presence_events_do_not_make_commands_stale(hall):
    """A player who acts on the latest snapshot is not refused because another's connection broke meanwhile."""
    table = await couple(hall)
    async with there(hall, ANNA, table):
        async with there(hall, BERND, table):
            seen = (await hall.look(ANNA, table))["seq"]
        hall.clock.advance(5)
        await happens(hall, table, "seat_away")
        await hall.do(ANNA, table, RollDice(None), expect_seq=seen)


async def test_bot_replaces_absent_player_among_three(hall):
    table = await table_of(hall, BERND, CLARA)
    async with there(hall, ANNA, table), there(hall, CLARA, table):
        async with there(hall, BERND, table):
            pass
        await hall.roll(ANNA, table)
        await hall.play_on(ANNA, table)
        hall.clock.advance(5)
        await happens(hall, table, "seat_away")
        hall.clock.advance(175)
        await happens(hall, table, "seat_held")
        scored = await happens(hall, table, "scored", (await hall.look(None, table))["seq"] - 1)
        assert scored["seat"] == 2 or (await hall.look(None, table))["turn"]["seat"] == 3


async def test_end_of_match_cancels_presence_timers(hall):
    table = await couple(hall, turn=60)
    async with there(hall, ANNA, table), there(hall, BERND, table):
        await hall.tables.leave(ANNA, table)
        await hall.tables.leave(BERND, table)
    hall.clock.advance(1000)
    await asyncio.sleep(0)
    assert (await types(hall, table))[-1] == "table_aborted"
    assert not hall.tables._timers._timers
