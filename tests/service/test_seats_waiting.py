"""Waiting tables: ready players, the start, bots on open seats, reserved seats; and leaving for good."""

import pytest

from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.service.errors import BotsUnwelcome, NoOpenSeat, NotSeated
from pasch.service.requests import Abort, Afterwards, JoinTable, Ready
from pasch.service.table.options import TableOptions
from tests.service.hall import ANNA, BERND, CLARA, PUBLIC, person

pytestmark = pytest.mark.anyio


async def seats(hall, caller, table, *fields):
    return [tuple(seat[field] for field in fields) for seat in (await hall.look(caller, table))["seats"]]


async def test_match_begins_when_all_players_are_ready(hall):
    table = await hall.open(ANNA, "Anna", "human", "bot", start=False)
    await hall.do(ANNA, table, Ready())
    await hall.tables.join(BERND, table, JoinTable())
    assert await seats(hall, BERND, table, "ready") == [(True,), (False,), (True,)]
    assert (await hall.look(BERND, table))["status"] == "waiting"
    await hall.do(BERND, table, Ready())
    assert [e.type for e in await hall.log(table)][-2:] == ["seat_ready", "table_started"]


async def test_match_waits_for_open_seats_and_unready_players(hall):
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


async def test_device_readies_its_seats_together_or_singly(hall):
    table = await hall.open(ANNA, "Anna", "Alma", "human", start=False)
    await hall.do(ANNA, table, Ready(), seat=2)
    assert await seats(hall, ANNA, table, "ready") == [(False,), (True,), (False,)]
    await hall.do(ANNA, table, Ready())
    assert await seats(hall, ANNA, table, "ready") == [(True,), (True,), (False,)]
    with pytest.raises(NotSeated):
        await hall.do(ANNA, table, Ready(), seat=3)


async def test_rejoining_player_is_not_ready(hall):
    table = await hall.open(ANNA, "Anna", "human", start=False)
    await hall.tables.join(BERND, table, JoinTable())
    await hall.do(BERND, table, Ready())
    await hall.tables.leave(BERND, table)
    await hall.tables.join(BERND, table, JoinTable())
    assert await seats(hall, BERND, table, "ready") == [(False,), (False,)]


# ------------------------------------------------------------------------------- bots on open seats


async def test_opener_fills_open_seat_with_bot(hall):
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


async def test_opener_reopens_seat_of_bot(hall):
    table = await hall.open(ANNA, "Anna", "bot", "human", visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await hall.tables.reopen(BERND, table, 2)
    for seat in (0, 1, 3, 4):
        with pytest.raises(IllegalAction):
            await hall.tables.reopen(ANNA, table, seat)
    await hall.tables.reopen(ANNA, table, 2)
    assert await hall.tables.join(BERND, table, JoinTable()) == 2


async def test_table_without_bots_refuses_a_bot(hall):
    table = await hall.open(ANNA, "Anna", "human", options=TableOptions(bots=False))
    with pytest.raises(BotsUnwelcome):
        await hall.tables.fill(ANNA, table, 2)


# ------------------------------------------------------------------------------- the opener's role


async def test_opener_role_passes_on_before_start(hall):
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


async def test_opener_role_passes_on_during_game(hall):
    table = await hall.open(ANNA, "Anna", "human", "human")
    await hall.tables.join(BERND, table, JoinTable())
    await hall.tables.join(CLARA, table, JoinTable())
    await hall.tables.leave(ANNA, table)
    assert (await hall.log(table))[-1].data == {"bot": "simple", "opener": 2}
    assert (await hall.look(CLARA, table))["opener"] == 2


# ------------------------------------------------------------------------------- rematches


async def ended(hall, *wished):
    """An ended table of Anna, with Bernd and Clara on its open seats."""
    table = await hall.open(ANNA, *wished)
    await hall.tables.join(BERND, table, JoinTable("Bernd"))
    await hall.tables.join(CLARA, table, JoinTable("Clara"))
    await hall.do(ANNA, table, Abort())
    return table


async def test_first_rematch_request_opens_table_and_reserves_seats(hall):
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


async def test_declined_rematch_is_announced_and_can_be_accepted_later(hall):
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


async def test_only_players_see_the_rematch(hall):
    table = await hall.open(ANNA, "Anna", visibility=PUBLIC)
    await hall.do(ANNA, table, Abort())
    again = await hall.tables.rematch(ANNA, table)
    assert (await hall.look(ANNA, table))["rematch"] == again
    assert (await hall.look(BERND, table))["rematch"] is None
    assert (await hall.look(None, table))["rematch"] is None


async def test_reserved_seat_is_closed_to_strangers_until_released(hall):
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


async def test_session_accepts_rematch_for_all_its_seats(hall):
    table = await hall.open(ANNA, "Anna", "Alma", "human")
    await hall.tables.join(BERND, table, JoinTable("Bernd"))
    await hall.do(ANNA, table, Abort())
    again = await hall.tables.rematch(BERND, table)
    assert await seats(hall, ANNA, again, "name", "kept") == [("Alma", "you"), ("Bernd", None), ("Anna", "you")]
    await hall.tables.rematch(ANNA, table)
    snapshot = await hall.look(ANNA, again)
    assert (snapshot["status"], [seat["mine"] for seat in snapshot["seats"]]) == ("running", [True, False, True])


async def test_rematch_keeps_added_bots_but_not_departed_players(hall):
    table = await hall.open(ANNA, "Anna", "human", "human", "human")
    await hall.tables.fill(ANNA, table, 4)
    await hall.tables.join(BERND, table, JoinTable("Bernd"))
    await hall.tables.join(CLARA, table, JoinTable("Clara"))
    await hall.tables.leave(BERND, table)
    await hall.do(ANNA, table, Abort())
    again = await hall.tables.rematch(ANNA, table)
    view = await seats(hall, ANNA, again, "kind", "open", "kept")
    assert view == [("human", True, None), ("human", True, "another"), ("bot", False, None), ("local", False, None)]


async def test_two_processes_open_one_rematch(hall):
    table = await ended(hall, "Anna", "human", "human")
    other = type(hall)(hall.store, bus=hall.bus, first=1000)
    await other.look(BERND, table)
    first = await hall.tables.rematch(ANNA, table)
    assert await other.tables.rematch(BERND, table) == first
    assert len(await hall.store.of_session(BERND.id, 10)) == 1


# ------------------------------------------------------------------------------- leaving for good


async def test_leaving_player_may_freeze_own_sheets(hall):
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


async def test_only_opener_may_end_match_for_all(hall):
    table = await hall.open(ANNA, "Anna", "human")
    await hall.tables.join(BERND, table, JoinTable("Bernd"))
    with pytest.raises(NotSeated, match="leave"):
        await hall.do(BERND, table, Abort())
    await hall.tables.leave(ANNA, table)
    await hall.do(BERND, table, Abort())


async def test_table_without_bots_freezes_sheet_of_leaving_player(hall):
    table = await hall.open(ANNA, "Anna", "human", options=TableOptions(bots=False))
    await hall.tables.join(BERND, table, JoinTable("Bernd"))
    await hall.tables.leave(BERND, table)
    assert (await hall.log(table))[-1].type == "sheet_frozen"
