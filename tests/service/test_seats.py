"""Seats: watching a table, joining, starting, leaving, and rematches."""

import asyncio

import pytest

from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.service.errors import NoOpenSeat, NotSeated, UnknownTable
from pasch.service.ids import TableId
from pasch.service.requests import Abort, Afterwards, JoinTable, OpenSeat, OpenTable, SeatKind
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, person

pytestmark = pytest.mark.anyio


async def test_filling_last_seat_starts_match(harness):
    table = await harness.open(ANNA, "Anna", "human", "human")
    assert await harness.tables.join(BERND, table, JoinTable("Bernd")) == 2
    assert (await harness.snapshot(BERND, table))["status"] == "waiting"
    assert await harness.tables.join(CLARA, table, JoinTable()) == 3
    snapshot = await harness.snapshot(CLARA, table)
    assert snapshot["status"] == "running"
    assert [(s["name"], s["mine"]) for s in snapshot["seats"]] == [("Anna", False), ("Bernd", False), ("Clara", True)]


async def test_seated_player_keeps_seat_when_joining_again(harness):
    table = await harness.open(ANNA, "human", "human")
    assert await harness.tables.join(BERND, table, JoinTable(seat=2)) == 2
    assert await harness.tables.join(BERND, table, JoinTable("Other")) == 2
    assert (await harness.snapshot(BERND, table))["seq"] == 2


async def test_one_session_may_take_two_seats(harness):
    table = await harness.open(ANNA, "human", "human")
    assert await harness.tables.join(BERND, table, JoinTable("Bernd", seat=1)) == 1
    assert await harness.tables.join(BERND, table, JoinTable("Berta", seat=2)) == 2
    snapshot = await harness.snapshot(BERND, table)
    assert [(s["name"], s["mine"]) for s in snapshot["seats"]] == [("Bernd", True), ("Berta", True)]


async def test_last_seat_goes_to_one_of_several_players(harness):
    table = await harness.open(ANNA, "Anna", "human", visibility=PUBLIC)
    tries = [harness.tables.join(person(name), table, JoinTable()) for name in ("X", "Y", "Z")]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(o).__name__ for o in outcomes) == ["NoOpenSeat", "NoOpenSeat", "int"]


@pytest.mark.parametrize("wish", [JoinTable(seat=1), JoinTable(seat=3), JoinTable(seat=0), JoinTable(seat=-1)], ids=str)
async def test_joining_unavailable_seat_is_refused(harness, wish):
    table = await harness.open(ANNA, "Anna", "human")
    with pytest.raises(NoOpenSeat):
        await harness.tables.join(BERND, table, wish)


@pytest.mark.parametrize("wish", [JoinTable("x" * 41), JoinTable("a\u202eb"), JoinTable(seed="xyz")], ids=str)
async def test_invalid_join_request_changes_nothing(harness, wish):
    table = await harness.open(ANNA, "Anna", "human")
    with pytest.raises(InvalidInput):
        await harness.tables.join(BERND, table, wish)
    assert (await harness.snapshot(ANNA, table))["seq"] == 1


async def test_player_seed_is_logged_and_changes_dice(harness):
    dice = {}
    for seed in (None, "00", "FF"):
        other = type(harness)()
        table = await other.open(ANNA, "Anna", "human")
        await other.tables.join(BERND, table, JoinTable(seed=seed))
        await other.roll(ANNA, table)
        log = await other.log(table)
        assert log[2].data["seeds"] == ([] if seed is None else [seed.lower()])
        dice[seed] = log[3].data["dice"]
    assert len(set(dice.values())) > 1


# ------------------------------------------------------------------------------- watching


async def test_full_private_table_is_unknown_to_strangers(harness):
    table = await harness.open(ANNA, "Anna", "human")
    assert (await harness.snapshot(CLARA, table))["status"] == "waiting"
    assert (await harness.snapshot(None, table))["legal_actions"] == []
    await harness.tables.join(BERND, table, JoinTable())
    for stranger in (CLARA, None):
        for asking in (
            harness.snapshot(stranger, table),
            harness.events(stranger, table, 0, "en"),
            harness.tables.record(stranger, table, "en"),
        ):
            with pytest.raises(UnknownTable):
                await asking
    with pytest.raises(UnknownTable):
        await harness.tables.join(CLARA, table, JoinTable())
    with pytest.raises(UnknownTable):
        await harness.roll(CLARA, table)
    with pytest.raises(UnknownTable):
        await harness.snapshot(ANNA, TableId("none"))
    assert (await harness.snapshot(BERND, table))["status"] == "running"


async def test_strangers_may_watch_public_table(harness):
    table = await harness.open(ANNA, "Anna", visibility=PUBLIC)
    await harness.roll(ANNA, table)
    seen = await harness.snapshot(None, table)
    assert seen["turn"]["dice"]
    assert (seen["legal_actions"], seen["can_take_back"], seen["seats"][0]["mine"]) == ([], False, False)


# ------------------------------------------------------------------------------- starting


async def test_only_opener_may_start(harness):
    table = await harness.open(ANNA, "human", start=False)
    with pytest.raises(IllegalAction, match="every seat"):
        await harness.tables.start(ANNA, table)
    await harness.tables.join(BERND, table, JoinTable())
    assert (await harness.snapshot(BERND, table))["can_start"] is False
    with pytest.raises(NotSeated):
        await harness.tables.start(BERND, table)
    await harness.tables.start(ANNA, table)
    with pytest.raises(IllegalAction, match="already begun"):
        await harness.tables.start(ANNA, table)


# ------------------------------------------------------------------------------- leaving


async def test_leaving_before_start_reopens_seat(harness):
    table = await harness.open(ANNA, "Anna", "human", "human")
    await harness.tables.join(BERND, table, JoinTable("Bernd", seed="ab"))
    await harness.tables.leave(BERND, table)
    seat = (await harness.snapshot(ANNA, table))["seats"][1]
    assert (seat["present"], seat["name"]) == (False, "Player 2")
    assert await harness.tables.join(CLARA, table, JoinTable()) == 2
    row = await harness.store.find(table)
    assert row.seats[1].seed is None


async def test_bot_replaces_leaving_player(harness):
    table = await harness.open(ANNA, "Anna", "human")
    await harness.tables.join(BERND, table, JoinTable("Bernd"))
    await harness.tables.leave(BERND, table)
    snapshot = await harness.snapshot(ANNA, table)
    assert (snapshot["status"], snapshot["seats"][1]["kind"], snapshot["seats"][1]["name"]) == (
        "running",
        "bot",
        "Bernd",
    )
    async with harness.tables.playing_bots():
        await harness.play_on(ANNA, table)
        await harness.play_on(ANNA, table)
        await harness.until(ANNA, table, lambda event: event["type"] == "scored" and event["seat"] == 2)
    with pytest.raises(UnknownTable):
        await harness.snapshot(BERND, table)


@pytest.mark.parametrize("then", [Afterwards.BOT, Afterwards.FREEZE])
async def test_departed_player_sees_result_of_private_match(harness, then):
    table = await harness.open(ANNA, "Anna", "human")
    await harness.tables.join(BERND, table, JoinTable())
    await harness.tables.leave(BERND, table, then)
    with pytest.raises(UnknownTable):
        await harness.snapshot(BERND, table)
    await harness.do(ANNA, table, Abort())
    shown = await harness.snapshot(BERND, table)
    assert (shown["status"], shown["legal_actions"]) == ("aborted", [])
    with pytest.raises(UnknownTable):
        await harness.snapshot(CLARA, table)


async def test_match_ends_when_last_player_leaves(harness):
    table = await harness.open(ANNA, "Anna", "bot")
    await harness.tables.leave(ANNA, table)
    assert (await harness.snapshot(ANNA, table))["status"] == "aborted"
    with pytest.raises(IllegalAction):
        await harness.tables.leave(ANNA, table)


async def test_leaving_opener_ends_waiting_table(harness):
    table = await harness.open(ANNA, "Anna", "human")
    await harness.tables.leave(ANNA, table)
    assert (await harness.snapshot(ANNA, table))["status"] == "aborted"


async def test_opener_without_seat_may_end_waiting_table(harness):
    table = await harness.open(ANNA, "human", visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await harness.do(BERND, table, Abort())
    await harness.do(ANNA, table, Abort())
    assert (await harness.snapshot(BERND, table))["status"] == "aborted"


async def test_strangers_cannot_leave(harness):
    table = await harness.open(ANNA, "Anna", visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await harness.tables.leave(BERND, table)


# ------------------------------------------------------------------------------- rematches


async def test_rematch_keeps_settings_and_rotates_seats(harness):
    table = await harness.open(ANNA, "Anna", "Bernd", "bot", games=2, rules={"joker": "none"})
    await harness.do(ANNA, table, Abort())
    again = await harness.snapshot(ANNA, await harness.tables.rematch(ANNA, table))
    assert again["id"] != table
    assert (again["status"], again["games"], again["rules"]) == ("running", 2, {"joker": "none"})
    assert [(s["name"], s["kind"]) for s in again["seats"]] == [
        ("Bernd", "local"),
        ("Computer", "bot"),
        ("Anna", "local"),
    ]
    assert again["commitment"] != (await harness.snapshot(ANNA, table))["commitment"]


async def test_rematch_waits_for_remote_players(harness):
    table = await harness.open(ANNA, "Anna", "human")
    await harness.tables.join(BERND, table, JoinTable())
    with pytest.raises(IllegalAction, match="still"):
        await harness.tables.rematch(ANNA, table)
    await harness.do(ANNA, table, Abort())
    with pytest.raises(UnknownTable):
        await harness.tables.rematch(CLARA, table)
    again = await harness.tables.rematch(BERND, table)
    snapshot = await harness.snapshot(BERND, again)
    assert [(s["kind"], s["present"], s["mine"]) for s in snapshot["seats"]] == [
        ("human", True, True),
        ("human", False, False),
    ]
    assert await harness.tables.join(ANNA, again, JoinTable()) == 2
    assert (await harness.snapshot(ANNA, again))["status"] == "running"


# ------------------------------------------------------------------------------- the die next to a name


async def test_chosen_die_is_visible_and_survives_rematch(harness):
    seats = (OpenSeat(SeatKind.LOCAL, "Anna", mark=3), OpenSeat(SeatKind.HUMAN), OpenSeat(SeatKind.HUMAN))
    table = await harness.tables.open(ANNA, OpenTable("kniffel", seats))
    await harness.tables.join(BERND, table, JoinTable("Bernd", mark=6))
    await harness.tables.join(CLARA, table, JoinTable("Clara"))
    assert [seat["mark"] for seat in (await harness.snapshot(CLARA, table))["seats"]] == [3, 6, None]
    await harness.do(ANNA, table, Abort())
    again = await harness.tables.rematch(ANNA, table)
    await harness.tables.join(BERND, again, JoinTable())
    await harness.tables.join(CLARA, again, JoinTable(mark=1))
    snapshot = await harness.snapshot(ANNA, again)
    assert {seat["name"]: seat["mark"] for seat in snapshot["seats"]} == {"Anna": 3, "Bernd": 6, "Clara": 1}


async def test_open_seat_has_no_chosen_die(harness):
    table = await harness.open(ANNA, "Anna", "human", "human")
    await harness.tables.join(BERND, table, JoinTable("Bernd", mark=6))
    await harness.tables.leave(BERND, table)
    assert [seat["mark"] for seat in (await harness.snapshot(ANNA, table))["seats"]] == [None, None, None]
