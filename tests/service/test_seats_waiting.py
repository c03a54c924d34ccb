"""A waiting table: ready players, its start, bots on open seats, reserved seats."""

import pytest

from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.service.errors import BotsUnwelcome, NoOpenSeat, NotSeated
from pasch.service.requests import Abort, Afterwards, JoinTable, Ready
from pasch.service.table.options import TableOptions
from tests.service.hall import ANNA, BERND, CLARA, PUBLIC, person

pytestmark = pytest.mark.anyio


async def seats(hall, caller, table, *fields):
    return [tuple(seat[field] for field in fields) for seat in (await hall.look(caller, table))["seats"]]


async def test_when_all_are_ready_the_match_begins(hall):
    table = await hall.open(ANNA, "Anna", "human", "bot", start=False)
    await hall.do(ANNA, table, Ready())
    await hall.tables.join(BERND, table, JoinTable())
    assert await seats(hall, BERND, table, "ready") == [(True,), (False,), (True,)]
    assert (await hall.look(BERND, table))["status"] == "waiting"
    await hall.do(BERND, table, Ready())
    assert [e.type for e in await hall.log(table)][-2:] == ["seat_ready", "table_started"]


async def test_nobody_starts_while_a_seat_is_open_or_somebody_is_not_ready(hall):
    table = await hall.open(ANNA, "Anna", "human", start=False)
    await hall.do(ANNA, table, Ready())
    assert (await hall.look(ANNA, table))["status"] == "waiting"
    await hall.do(ANNA, table, Ready(ready=False))
    await hall.tables.join(BERND, table, JoinTable())
    await hall.do(BERND, table, Ready())
    assert await seats(hall, BERND, table, "ready") == [(False,), (True,)]
    await hall.tables.start(ANNA, table)
    with pytest.raises(IllegalAction, match="already begun"):
        await hall.do(BERND, table, Ready())


async def test_several_seats_of_one_device_are_ready_at_once_or_one_by_one(hall):
    table = await hall.open(ANNA, "Anna", "Alma", "human", start=False)
    await hall.do(ANNA, table, Ready(), seat=2)
    assert await seats(hall, ANNA, table, "ready") == [(False,), (True,), (False,)]
    await hall.do(ANNA, table, Ready())
    assert await seats(hall, ANNA, table, "ready") == [(True,), (True,), (False,)]
    with pytest.raises(NotSeated):
        await hall.do(ANNA, table, Ready(), seat=3)


async def test_who_leaves_and_comes_back_is_not_ready(hall):
    table = await hall.open(ANNA, "Anna", "human", start=False)
    await hall.tables.join(BERND, table, JoinTable())
    await hall.do(BERND, table, Ready())
    await hall.tables.leave(BERND, table)
    await hall.tables.join(BERND, table, JoinTable())
    assert await seats(hall, BERND, table, "ready") == [(False,), (False,)]


# ------------------------------------------------------------------------------- bots on open seats


async def test_the_opener_fills_an_open_seat_with_a_bot(hall):
    table = await hall.open(ANNA, "Anna", "human", "human", visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await hall.tables.fill(BERND, table, 2)
    with pytest.raises(InvalidInput):
        await hall.tables.fill(ANNA, table, 2, "hal")
    await hall.tables.fill(ANNA, table, 2)
    assert await seats(hall, ANNA, table, "kind", "open") == [("local", False), ("bot", False), ("human", True)]
    for seat in (0, 1, 2, 4):
        with pytest.raises(NoOpenSeat):
            await hall.tables.fill(ANNA, table, seat)
    await hall.tables.fill(ANNA, table, 3)
    assert (await hall.look(ANNA, table))["status"] == "running"
    with pytest.raises(IllegalAction, match="already begun"):
        await hall.tables.fill(ANNA, table, 3)


async def test_a_bots_seat_can_be_opened_again(hall):
    table = await hall.open(ANNA, "Anna", "bot", "human", visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await hall.tables.reopen(BERND, table, 2)
    for seat in (0, 1, 3, 4):
        with pytest.raises(IllegalAction):
            await hall.tables.reopen(ANNA, table, seat)
    await hall.tables.reopen(ANNA, table, 2)
    assert await hall.tables.join(BERND, table, JoinTable()) == 2


async def test_where_bots_are_not_welcome_none_sits_down(hall):
    table = await hall.open(ANNA, "Anna", "human", options=TableOptions(bots=False))
    with pytest.raises(BotsUnwelcome):
        await hall.tables.fill(ANNA, table, 2)


# ------------------------------------------------------------------------------- the opener's role


async def test_the_openers_role_moves_on_before_the_start(hall):
    table = await hall.open(ANNA, "Anna", "human", "human", start=False, visibility=PUBLIC)
    await hall.tables.join(BERND, table, JoinTable())
    await hall.tables.leave(ANNA, table)
    assert (await hall.log(table))[-1].data == {"opener": 2}
    snapshot = await hall.look(BERND, table)
    assert (snapshot["opener"], snapshot["seats"][0]["open"]) == (2, True)
    await hall.tables.fill(BERND, table, 1)
    await hall.tables.fill(BERND, table, 3)
    with pytest.raises(NotSeated):
        await hall.tables.start(CLARA, table)
    await hall.tables.start(BERND, table)


async def test_the_openers_role_moves_on_in_the_game(hall):
    table = await hall.open(ANNA, "Anna", "human", "human")
    await hall.tables.join(BERND, table, JoinTable())
    await hall.tables.join(CLARA, table, JoinTable())
    await hall.tables.leave(ANNA, table)
    assert (await hall.log(table))[-1].data == {"bot": "simple", "opener": 2}
    assert (await hall.look(CLARA, table))["opener"] == 2


# ------------------------------------------------------------------------------- again


async def ended(hall, *wished):
    """A table of Anna's that has ended, with Bernd and Clara on its open seats."""
    table = await hall.open(ANNA, *wished)
    await hall.tables.join(BERND, table, JoinTable("Bernd"))
    await hall.tables.join(CLARA, table, JoinTable("Clara"))
    await hall.do(ANNA, table, Abort())
    return table


async def test_the_first_who_asks_opens_it_and_the_others_have_their_seats_kept(hall):
    table = await ended(hall, "Anna", "human", "human")
    again = await hall.tables.rematch(BERND, table)
    assert await hall.tables.rematch(BERND, table) == again
    view = await seats(hall, CLARA, again, "name", "open", "kept", "mine")
    assert view == [("Bernd", False, None, False), ("Clara", True, "you", False), ("Anna", True, "another", False)]
    [item] = await hall.tables.mine(CLARA, "en")
    assert (item["id"], item["open_seats"]) == (again, 0)
    assert [seat["open"] for seat in item["seats"]] == [False, True, True]
    old = await hall.look(CLARA, table)
    assert (old["rematch"], (await hall.log(table))[-1].type) == (again, "rematch_asked")
    assert await hall.tables.rematch(CLARA, table) == again
    assert await hall.tables.rematch(ANNA, table) == again
    assert (await hall.look(ANNA, again))["status"] == "running"


async def test_who_declines_says_so_at_the_new_table_and_may_change_their_mind(hall):
    table = await ended(hall, "Anna", "human", "human")
    again = await hall.tables.rematch(ANNA, table)
    await hall.tables.leave(BERND, again)
    opened = (await hall.events(ANNA, again, 0, "en"))[-1]
    assert (opened["type"], opened["seat"], opened["data"]) == ("seat_opened", 1, {"declined": True})
    assert opened["text"] == "The player of seat 1 does not join this time. The seat is open."
    with pytest.raises(NotSeated):
        await hall.tables.leave(BERND, again)
    await hall.tables.reopen(ANNA, again, 2)
    assert (await hall.log(again))[-1].data == {}  # the opener gave Clara's seat away
    assert await hall.tables.rematch(BERND, table) == again
    assert (await seats(hall, BERND, again, "mine"))[0] == (True,)


async def test_only_players_are_told_where_it_goes_on(hall):
    table = await hall.open(ANNA, "Anna", visibility=PUBLIC)
    await hall.do(ANNA, table, Abort())
    again = await hall.tables.rematch(ANNA, table)
    assert (await hall.look(ANNA, table))["rematch"] == again
    assert (await hall.look(BERND, table))["rematch"] is None
    assert (await hall.look(None, table))["rematch"] is None


async def test_a_kept_seat_is_for_nobody_else_until_it_is_given_away(hall):
    table = await ended(hall, "Anna", "human", "human")
    again = await hall.tables.rematch(ANNA, table)
    stranger = person("Dora")
    with pytest.raises(NoOpenSeat, match="kept"):
        await hall.tables.join(stranger, again, JoinTable())
    with pytest.raises(NoOpenSeat):
        await hall.tables.join(stranger, again, JoinTable(seat=1))
    await hall.tables.reopen(ANNA, again, 1)
    assert await hall.tables.join(stranger, again, JoinTable()) == 1
    await hall.tables.leave(CLARA, again)
    with pytest.raises(NoOpenSeat):
        await hall.tables.join(BERND, again, JoinTable(seat=1))
    await hall.tables.fill(ANNA, again, 2)
    assert (await hall.look(ANNA, again))["status"] == "running"


async def test_a_family_accepts_for_all_its_seats_at_once(hall):
    table = await hall.open(ANNA, "Anna", "Alma", "human")
    await hall.tables.join(BERND, table, JoinTable("Bernd"))
    await hall.do(ANNA, table, Abort())
    again = await hall.tables.rematch(BERND, table)
    assert await seats(hall, ANNA, again, "name", "kept") == [("Alma", "you"), ("Bernd", None), ("Anna", "you")]
    await hall.tables.rematch(ANNA, table)
    snapshot = await hall.look(ANNA, again)
    assert (snapshot["status"], [seat["mine"] for seat in snapshot["seats"]]) == ("running", [True, False, True])


async def test_who_left_is_not_waited_for_and_bots_that_filled_seats_come_along(hall):
    table = await hall.open(ANNA, "Anna", "human", "human", "human")
    await hall.tables.fill(ANNA, table, 4)
    await hall.tables.join(BERND, table, JoinTable("Bernd"))
    await hall.tables.join(CLARA, table, JoinTable("Clara"))
    await hall.tables.leave(BERND, table)
    await hall.do(ANNA, table, Abort())
    again = await hall.tables.rematch(ANNA, table)
    view = await seats(hall, ANNA, again, "kind", "open", "kept")
    assert view == [("human", True, None), ("human", True, "another"), ("bot", False, None), ("local", False, None)]


async def test_two_processes_open_one_table(hall):
    table = await ended(hall, "Anna", "human", "human")
    other = type(hall)(hall.store, bus=hall.bus, first=1000)
    await other.look(BERND, table)
    first = await hall.tables.rematch(ANNA, table)
    assert await other.tables.rematch(BERND, table) == first
    assert len(await hall.store.of_session(BERND.id, 10)) == 1


# ------------------------------------------------------------------------------- leaving for good


async def test_who_leaves_may_let_the_sheet_stay_as_it_is(hall):
    table = await hall.open(ANNA, "Anna", "Alma", "human", "human")
    await hall.tables.join(BERND, table, JoinTable("Bernd"))
    await hall.tables.join(CLARA, table, JoinTable("Clara"))
    await hall.tables.leave(ANNA, table, Afterwards.FREEZE)
    events = [(event.type, event.seat, event.data) for event in (await hall.log(table))[-4:]]
    assert events == [
        ("seat_left", 1, {"frozen": True, "opener": 3}),
        ("sheet_frozen", 1, {}),
        ("seat_left", 2, {"frozen": True}),
        ("sheet_frozen", 2, {}),
    ]
    snapshot = await hall.look(BERND, table)
    assert (snapshot["turn"]["seat"], snapshot["opener"]) == (3, 3)
    view = await seats(hall, BERND, table, "name", "kind", "present", "sheet_frozen")
    assert view[:2] == [("Anna", "human", False, True), ("Alma", "human", False, True)]
    for caller in (BERND, CLARA, BERND):
        await hall.play_on(caller, table)
        await hall.play_on(caller, table)


async def test_nobody_but_the_opener_ends_a_match_for_the_others(hall):
    table = await hall.open(ANNA, "Anna", "human")
    await hall.tables.join(BERND, table, JoinTable("Bernd"))
    with pytest.raises(NotSeated, match="leave"):
        await hall.do(BERND, table, Abort())
    await hall.tables.leave(ANNA, table)
    await hall.do(BERND, table, Abort())


async def test_where_bots_are_not_welcome_none_plays_on(hall):
    table = await hall.open(ANNA, "Anna", "human", options=TableOptions(bots=False))
    await hall.tables.join(BERND, table, JoinTable("Bernd"))
    await hall.tables.leave(BERND, table)
    assert (await hall.log(table))[-1].type == "sheet_frozen"
