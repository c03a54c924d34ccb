"""Who may see a table, sit down, start, get up, and play again."""

import asyncio

import pytest

from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.service.errors import NoOpenSeat, NotSeated, UnknownTable
from pasch.service.ids import TableId
from pasch.service.requests import Abort, Afterwards, JoinTable, OpenSeat, OpenTable, SeatKind
from tests.service.hall import ANNA, BERND, CLARA, PUBLIC, person

pytestmark = pytest.mark.anyio


async def test_the_last_seat_taken_starts_the_match(hall):
    table = await hall.open(ANNA, "Anna", "human", "human")
    assert await hall.tables.join(BERND, table, JoinTable("Bernd")) == 2
    assert (await hall.look(BERND, table))["status"] == "waiting"
    assert await hall.tables.join(CLARA, table, JoinTable()) == 3
    snapshot = await hall.look(CLARA, table)
    assert snapshot["status"] == "running"
    assert [(s["name"], s["mine"]) for s in snapshot["seats"]] == [("Anna", False), ("Bernd", False), ("Clara", True)]


async def test_who_sits_already_keeps_the_seat(hall):
    table = await hall.open(ANNA, "human", "human")
    assert await hall.tables.join(BERND, table, JoinTable(seat=2)) == 2
    assert await hall.tables.join(BERND, table, JoinTable("Other")) == 2
    assert (await hall.look(BERND, table))["seq"] == 2


async def test_a_family_at_one_end_takes_two_seats(hall):
    table = await hall.open(ANNA, "human", "human")
    assert await hall.tables.join(BERND, table, JoinTable("Bernd", seat=1)) == 1
    assert await hall.tables.join(BERND, table, JoinTable("Berta", seat=2)) == 2
    snapshot = await hall.look(BERND, table)
    assert [(s["name"], s["mine"]) for s in snapshot["seats"]] == [("Bernd", True), ("Berta", True)]


async def test_two_people_want_the_last_seat(hall):
    table = await hall.open(ANNA, "Anna", "human", visibility=PUBLIC)
    tries = [hall.tables.join(person(name), table, JoinTable()) for name in ("X", "Y", "Z")]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(o).__name__ for o in outcomes) == ["NoOpenSeat", "NoOpenSeat", "int"]


@pytest.mark.parametrize("wish", [JoinTable(seat=1), JoinTable(seat=3), JoinTable(seat=0), JoinTable(seat=-1)], ids=str)
async def test_seats_that_are_not_open(hall, wish):
    table = await hall.open(ANNA, "Anna", "human")
    with pytest.raises(NoOpenSeat):
        await hall.tables.join(BERND, table, wish)


@pytest.mark.parametrize("wish", [JoinTable("x" * 41), JoinTable("a\u202eb"), JoinTable(seed="xyz")], ids=str)
async def test_joining_with_nonsense_changes_nothing(hall, wish):
    table = await hall.open(ANNA, "Anna", "human")
    with pytest.raises(InvalidInput):
        await hall.tables.join(BERND, table, wish)
    assert (await hall.look(ANNA, table))["seq"] == 1


async def test_seeds_of_seats_are_in_the_log_and_change_the_dice(hall):
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


# ------------------------------------------------------------------------------- looking on


async def test_a_private_table_is_unknown_to_strangers_once_it_is_full(hall):
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


async def test_anybody_watches_a_public_table(hall):
    table = await hall.open(ANNA, "Anna", visibility=PUBLIC)
    await hall.roll(ANNA, table)
    seen = await hall.look(None, table)
    assert seen["turn"]["dice"]
    assert (seen["legal_actions"], seen["can_take_back"], seen["seats"][0]["mine"]) == ([], False, False)


# ------------------------------------------------------------------------------- starting


async def test_only_the_opener_starts(hall):
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


# ------------------------------------------------------------------------------- getting up


async def test_getting_up_before_the_start_opens_the_seat(hall):
    table = await hall.open(ANNA, "Anna", "human", "human")
    await hall.tables.join(BERND, table, JoinTable("Bernd", seed="ab"))
    await hall.tables.leave(BERND, table)
    seat = (await hall.look(ANNA, table))["seats"][1]
    assert (seat["present"], seat["name"]) == (False, "Player 2")
    assert await hall.tables.join(CLARA, table, JoinTable()) == 2
    row = await hall.store.find(table)
    assert row.seats[1].seed is None


async def test_a_bot_stands_in_for_who_leaves(hall):
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
async def test_who_left_a_private_match_sees_its_result(hall, then):
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


async def test_when_nobody_is_left_the_match_ends(hall):
    table = await hall.open(ANNA, "Anna", "bot")
    await hall.tables.leave(ANNA, table)
    assert (await hall.look(ANNA, table))["status"] == "aborted"
    with pytest.raises(IllegalAction):
        await hall.tables.leave(ANNA, table)


async def test_the_opener_of_a_waiting_table_ends_it_by_leaving(hall):
    table = await hall.open(ANNA, "Anna", "human")
    await hall.tables.leave(ANNA, table)
    assert (await hall.look(ANNA, table))["status"] == "aborted"


async def test_the_opener_without_a_seat_ends_a_waiting_table(hall):
    table = await hall.open(ANNA, "human", visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await hall.do(BERND, table, Abort())
    await hall.do(ANNA, table, Abort())
    assert (await hall.look(BERND, table))["status"] == "aborted"


async def test_strangers_cannot_leave(hall):
    table = await hall.open(ANNA, "Anna", visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await hall.tables.leave(BERND, table)


# ------------------------------------------------------------------------------- again


async def test_the_same_table_again(hall):
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


async def test_people_from_afar_are_waited_for_again(hall):
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


# ------------------------------------------------------------------------------- the sign next to a name


async def test_everyone_sees_the_die_that_a_player_chose_also_in_the_next_match(hall):
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


async def test_a_free_seat_has_no_die(hall):
    table = await hall.open(ANNA, "Anna", "human", "human")
    await hall.tables.join(BERND, table, JoinTable("Bernd", mark=6))
    await hall.tables.leave(BERND, table)
    assert [seat["mark"] for seat in (await hall.look(ANNA, table))["seats"]] == [None, None, None]
