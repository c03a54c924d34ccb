"""Seats: watching a table, joining, starting, leaving, and rematches."""

import asyncio

import pytest

from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.service.errors import NoOpenSeat, NotSeated, UnknownTable
from pasch.service.ids import TableId
from pasch.service.requests import Abort, Afterwards, JoinTable, OpenSeat, OpenTable, SeatKind
from tests.service.hall import ANNA, BERND, CLARA, PUBLIC, person

pytestmark = pytest.mark.anyio


async def test_filling_last_seat_starts_match(hall):
    table = await hall.open(ANNA, "Anna", "human", "human")
    assert await hall.tables.join(BERND, table, JoinTable("Bernd")) == 2
    assert (await hall.look(BERND, table))["status"] == "waiting"
    assert await hall.tables.join(CLARA, table, JoinTable()) == 3
    snapshot = await hall.look(CLARA, table)
    assert snapshot["status"] == "running"
    assert [(s["name"], s["mine"]) for s in snapshot["seats"]] == [("Anna", False), ("Bernd", False), ("Clara", True)]


async def test_seated_player_keeps_seat_when_joining_again(hall):
    table = await hall.open(ANNA, "human", "human")
    assert await hall.tables.join(BERND, table, JoinTable(seat=2)) == 2
    assert await hall.tables.join(BERND, table, JoinTable("Other")) == 2
    assert (await hall.look(BERND, table))["seq"] == 2


async def test_one_session_may_take_two_seats(hall):
    table = await hall.open(ANNA, "human", "human")
    assert await hall.tables.join(BERND, table, JoinTable("Bernd", seat=1)) == 1
    assert await hall.tables.join(BERND, table, JoinTable("Berta", seat=2)) == 2
    snapshot = await hall.look(BERND, table)
    assert [(s["name"], s["mine"]) for s in snapshot["seats"]] == [("Bernd", True), ("Berta", True)]


async def test_last_seat_goes_to_one_of_several_players(hall):
    table = await hall.open(ANNA, "Anna", "human", visibility=PUBLIC)
    tries = [hall.tables.join(person(name), table, JoinTable()) for name in ("X", "Y", "Z")]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(o).__name__ for o in outcomes) == ["NoOpenSeat", "NoOpenSeat", "int"]


@pytest.mark.parametrize("wish", [JoinTable(seat=1), JoinTable(seat=3), JoinTable(seat=0), JoinTable(seat=-1)], ids=str)
async def test_joining_unavailable_seat_is_refused(hall, wish):
    table = await hall.open(ANNA, "Anna", "human")
    with pytest.raises(NoOpenSeat):
        await hall.tables.join(BERND, table, wish)


@pytest.mark.parametrize("wish", [JoinTable("x" * 41), JoinTable("a\u202eb"), JoinTable(seed="xyz")], ids=str)
async def test_invalid_join_request_changes_nothing(hall, wish):
    table = await hall.open(ANNA, "Anna", "human")
    with pytest.raises(InvalidInput):
        await hall.tables.join(BERND, table, wish)
    assert (await hall.look(ANNA, table))["seq"] == 1


async def test_player_seed_is_logged_and_changes_dice(hall):
    dice = {}
    for seed in (None, "00", "FF"):
        other = type(hall)()
        table = await other.open(ANNA, "Anna", "human")
        await other.tables.join(BERND, table, JoinTable(seed=seed))
        await other.roll(ANNA, table)
        log = await other.log(table)
        assert log[2].data["seeds"] == ([] if seed is None else [seed.lower()])
        dice[seed] = log[3].data["dice"]
    assert len(set(dice.values())) > 1


# ------------------------------------------------------------------------------- watching


async def test_full_private_table_is_unknown_to_strangers(hall):
    table = await hall.open(ANNA, "Anna", "human")
    assert (await hall.look(CLARA, table))["status"] == "waiting"
    assert (await hall.look(None, table))["legal_actions"] == []
    await hall.tables.join(BERND, table, JoinTable())
    for stranger in (CLARA, None):
        for asking in (
            hall.look(stranger, table),
            hall.events(stranger, table, 0, "en"),
            hall.tables.record(stranger, table, "en"),
        ):
            with pytest.raises(UnknownTable):
                await asking
    with pytest.raises(UnknownTable):
        await hall.tables.join(CLARA, table, JoinTable())
    with pytest.raises(UnknownTable):
        await hall.roll(CLARA, table)
    with pytest.raises(UnknownTable):
        await hall.look(ANNA, TableId("none"))
    assert (await hall.look(BERND, table))["status"] == "running"


async def test_strangers_may_watch_public_table(hall):
    table = await hall.open(ANNA, "Anna", visibility=PUBLIC)
    await hall.roll(ANNA, table)
    seen = await hall.look(None, table)
    assert seen["turn"]["dice"]
    assert (seen["legal_actions"], seen["can_take_back"], seen["seats"][0]["mine"]) == ([], False, False)


# ------------------------------------------------------------------------------- starting


async def test_only_opener_may_start(hall):
    table = await hall.open(ANNA, "human", start=False)
    with pytest.raises(IllegalAction, match="every seat"):
        await hall.tables.start(ANNA, table)
    await hall.tables.join(BERND, table, JoinTable())
    assert (await hall.look(BERND, table))["can_start"] is False
    with pytest.raises(NotSeated):
        await hall.tables.start(BERND, table)
    await hall.tables.start(ANNA, table)
    with pytest.raises(IllegalAction, match="already begun"):
        await hall.tables.start(ANNA, table)


# ------------------------------------------------------------------------------- leaving


async def test_leaving_before_start_reopens_seat(hall):
    table = await hall.open(ANNA, "Anna", "human", "human")
    await hall.tables.join(BERND, table, JoinTable("Bernd", seed="ab"))
    await hall.tables.leave(BERND, table)
    seat = (await hall.look(ANNA, table))["seats"][1]
    assert (seat["present"], seat["name"]) == (False, "Player 2")
    assert await hall.tables.join(CLARA, table, JoinTable()) == 2
    row = await hall.store.find(table)
    assert row.seats[1].seed is None


async def test_bot_replaces_leaving_player(hall):
    table = await hall.open(ANNA, "Anna", "human")
    await hall.tables.join(BERND, table, JoinTable("Bernd"))
    await hall.tables.leave(BERND, table)
    snapshot = await hall.look(ANNA, table)
    assert (snapshot["status"], snapshot["seats"][1]["kind"], snapshot["seats"][1]["name"]) == (
        "running",
        "bot",
        "Bernd",
    )
    async with hall.tables.playing_bots():
        await hall.play_on(ANNA, table)
        await hall.play_on(ANNA, table)
        await hall.until(ANNA, table, lambda event: event["type"] == "scored" and event["seat"] == 2)
    with pytest.raises(UnknownTable):
        await hall.look(BERND, table)


@pytest.mark.parametrize("then", [Afterwards.BOT, Afterwards.FREEZE])
async def test_departed_player_sees_result_of_private_match(hall, then):
    table = await hall.open(ANNA, "Anna", "human")
    await hall.tables.join(BERND, table, JoinTable())
    await hall.tables.leave(BERND, table, then)
    with pytest.raises(UnknownTable):
        await hall.look(BERND, table)
    await hall.do(ANNA, table, Abort())
    shown = await hall.look(BERND, table)
    assert (shown["status"], shown["legal_actions"]) == ("aborted", [])
    with pytest.raises(UnknownTable):
        await hall.look(CLARA, table)


async def test_match_ends_when_last_player_leaves(hall):
    table = await hall.open(ANNA, "Anna", "bot")
    await hall.tables.leave(ANNA, table)
    assert (await hall.look(ANNA, table))["status"] == "aborted"
    with pytest.raises(IllegalAction):
        await hall.tables.leave(ANNA, table)


async def test_leaving_opener_ends_waiting_table(hall):
    table = await hall.open(ANNA, "Anna", "human")
    await hall.tables.leave(ANNA, table)
    assert (await hall.look(ANNA, table))["status"] == "aborted"


async def test_opener_without_seat_may_end_waiting_table(hall):
    table = await hall.open(ANNA, "human", visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await hall.do(BERND, table, Abort())
    await hall.do(ANNA, table, Abort())
    assert (await hall.look(BERND, table))["status"] == "aborted"


async def test_strangers_cannot_leave(hall):
    table = await hall.open(ANNA, "Anna", visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await hall.tables.leave(BERND, table)


# ------------------------------------------------------------------------------- rematches


async def test_rematch_keeps_settings_and_rotates_seats(hall):
    table = await hall.open(ANNA, "Anna", "Bernd", "bot", games=2, rules={"joker": "none"})
    await hall.do(ANNA, table, Abort())
    again = await hall.look(ANNA, await hall.tables.rematch(ANNA, table))
    assert again["id"] != table
    assert (again["status"], again["games"], again["rules"]) == ("running", 2, {"joker": "none"})
    assert [(s["name"], s["kind"]) for s in again["seats"]] == [
        ("Bernd", "local"),
        ("Computer", "bot"),
        ("Anna", "local"),
    ]
    assert again["commitment"] != (await hall.look(ANNA, table))["commitment"]


async def test_rematch_waits_for_remote_players(hall):
    table = await hall.open(ANNA, "Anna", "human")
    await hall.tables.join(BERND, table, JoinTable())
    with pytest.raises(IllegalAction, match="still"):
        await hall.tables.rematch(ANNA, table)
    await hall.do(ANNA, table, Abort())
    with pytest.raises(UnknownTable):
        await hall.tables.rematch(CLARA, table)
    again = await hall.tables.rematch(BERND, table)
    snapshot = await hall.look(BERND, again)
    assert [(s["kind"], s["present"], s["mine"]) for s in snapshot["seats"]] == [
        ("human", True, True),
        ("human", False, False),
    ]
    assert await hall.tables.join(ANNA, again, JoinTable()) == 2
    assert (await hall.look(ANNA, again))["status"] == "running"


# ------------------------------------------------------------------------------- the die next to a name


async def test_chosen_die_is_visible_and_survives_rematch(hall):
    seats = (OpenSeat(SeatKind.LOCAL, "Anna", mark=3), OpenSeat(SeatKind.HUMAN), OpenSeat(SeatKind.HUMAN))
    table = await hall.tables.open(ANNA, OpenTable("kniffel", seats))
    await hall.tables.join(BERND, table, JoinTable("Bernd", mark=6))
    await hall.tables.join(CLARA, table, JoinTable("Clara"))
    assert [seat["mark"] for seat in (await hall.look(CLARA, table))["seats"]] == [3, 6, None]
    await hall.do(ANNA, table, Abort())
    again = await hall.tables.rematch(ANNA, table)
    await hall.tables.join(BERND, again, JoinTable())
    await hall.tables.join(CLARA, again, JoinTable(mark=1))
    snapshot = await hall.look(ANNA, again)
    assert {seat["name"]: seat["mark"] for seat in snapshot["seats"]} == {"Anna": 3, "Bernd": 6, "Clara": 1}


async def test_open_seat_has_no_chosen_die(hall):
    table = await hall.open(ANNA, "Anna", "human", "human")
    await hall.tables.join(BERND, table, JoinTable("Bernd", mark=6))
    await hall.tables.leave(BERND, table)
    assert [seat["mark"] for seat in (await hall.look(ANNA, table))["seats"]] == [None, None, None]
