"""Waiting tables: ready players, the start, bots on open seats, reserved seats; and leaving for good."""

import pytest

from pasch.rules.errors import IllegalAction, InvalidInput
from pasch.service.errors import BotsUnwelcome, NoOpenSeat, NotSeated
from pasch.service.requests import Abort, Afterwards, JoinTable, Ready
from pasch.service.table.options import TableOptions
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, person

pytestmark = pytest.mark.anyio


async def seats(harness, caller, table, *fields):
    return [tuple(seat[field] for field in fields) for seat in (await harness.snapshot(caller, table))["seats"]]


async def test_match_begins_when_all_players_are_ready(harness):
    table = await harness.open(ANNA, "Anna", "human", "bot", start=False)
    await harness.do(ANNA, table, Ready())
    await harness.tables.join(BERND, table, JoinTable())
    assert await seats(harness, BERND, table, "ready") == [(True,), (False,), (True,)]
    assert (await harness.snapshot(BERND, table))["status"] == "waiting"
    await harness.do(BERND, table, Ready())
    assert [e.type for e in await harness.log(table)][-2:] == ["seat_ready", "table_started"]


async def test_match_waits_for_open_seats_and_unready_players(harness):
    table = await harness.open(ANNA, "Anna", "human", start=False)
    await harness.do(ANNA, table, Ready())
    assert (await harness.snapshot(ANNA, table))["status"] == "waiting"
    await harness.do(ANNA, table, Ready(ready=False))
    await harness.tables.join(BERND, table, JoinTable())
    await harness.do(BERND, table, Ready())
    assert await seats(harness, BERND, table, "ready") == [(False,), (True,)]
    await harness.tables.start(ANNA, table)
    with pytest.raises(IllegalAction, match="already begun"):
        await harness.do(BERND, table, Ready())


async def test_device_readies_its_seats_together_or_singly(harness):
    table = await harness.open(ANNA, "Anna", "Alma", "human", start=False)
    await harness.do(ANNA, table, Ready(), seat=2)
    assert await seats(harness, ANNA, table, "ready") == [(False,), (True,), (False,)]
    await harness.do(ANNA, table, Ready())
    assert await seats(harness, ANNA, table, "ready") == [(True,), (True,), (False,)]
    with pytest.raises(NotSeated):
        await harness.do(ANNA, table, Ready(), seat=3)


async def test_rejoining_player_is_not_ready(harness):
    table = await harness.open(ANNA, "Anna", "human", start=False)
    await harness.tables.join(BERND, table, JoinTable())
    await harness.do(BERND, table, Ready())
    await harness.tables.leave(BERND, table)
    await harness.tables.join(BERND, table, JoinTable())
    assert await seats(harness, BERND, table, "ready") == [(False,), (False,)]


# ------------------------------------------------------------------------------- bots on open seats


async def test_opener_fills_open_seat_with_bot(harness):
    table = await harness.open(ANNA, "Anna", "human", "human", visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await harness.tables.fill(BERND, table, 2)
    with pytest.raises(InvalidInput):
        await harness.tables.fill(ANNA, table, 2, "hal")
    await harness.tables.fill(ANNA, table, 2)
    assert await seats(harness, ANNA, table, "kind", "open") == [("local", False), ("bot", False), ("human", True)]
    for seat in (0, 1, 2, 4):
        with pytest.raises(NoOpenSeat):
            await harness.tables.fill(ANNA, table, seat)
    await harness.tables.fill(ANNA, table, 3)
    assert (await harness.snapshot(ANNA, table))["status"] == "running"
    with pytest.raises(IllegalAction, match="already begun"):
        await harness.tables.fill(ANNA, table, 3)


async def test_opener_reopens_seat_of_bot(harness):
    table = await harness.open(ANNA, "Anna", "bot", "human", visibility=PUBLIC)
    with pytest.raises(NotSeated):
        await harness.tables.reopen(BERND, table, 2)
    for seat in (0, 1, 3, 4):
        with pytest.raises(IllegalAction):
            await harness.tables.reopen(ANNA, table, seat)
    await harness.tables.reopen(ANNA, table, 2)
    assert await harness.tables.join(BERND, table, JoinTable()) == 2


async def test_table_without_bots_refuses_a_bot(harness):
    table = await harness.open(ANNA, "Anna", "human", options=TableOptions(bots=False))
    with pytest.raises(BotsUnwelcome):
        await harness.tables.fill(ANNA, table, 2)


# ------------------------------------------------------------------------------- the opener's role


async def test_opener_role_passes_on_before_start(harness):
    table = await harness.open(ANNA, "Anna", "human", "human", start=False, visibility=PUBLIC)
    await harness.tables.join(BERND, table, JoinTable())
    await harness.tables.leave(ANNA, table)
    assert (await harness.log(table))[-1].data == {"opener": 2}
    snapshot = await harness.snapshot(BERND, table)
    assert (snapshot["opener"], snapshot["seats"][0]["open"]) == (2, True)
    await harness.tables.fill(BERND, table, 1)
    await harness.tables.fill(BERND, table, 3)
    with pytest.raises(NotSeated):
        await harness.tables.start(CLARA, table)
    await harness.tables.start(BERND, table)


async def test_opener_role_passes_on_during_game(harness):
    table = await harness.open(ANNA, "Anna", "human", "human")
    await harness.tables.join(BERND, table, JoinTable())
    await harness.tables.join(CLARA, table, JoinTable())
    await harness.tables.leave(ANNA, table)
    assert (await harness.log(table))[-1].data == {"bot": "simple", "opener": 2}
    assert (await harness.snapshot(CLARA, table))["opener"] == 2


# ------------------------------------------------------------------------------- rematches


async def ended(harness, *wished):
    """An ended table of Anna, with Bernd and Clara on its open seats."""
    table = await harness.open(ANNA, *wished)
    await harness.tables.join(BERND, table, JoinTable("Bernd"))
    await harness.tables.join(CLARA, table, JoinTable("Clara"))
    await harness.do(ANNA, table, Abort())
    return table


async def test_first_rematch_request_opens_table_and_reserves_seats(harness):
    table = await ended(harness, "Anna", "human", "human")
    again = await harness.tables.rematch(BERND, table)
    assert await harness.tables.rematch(BERND, table) == again
    view = await seats(harness, CLARA, again, "name", "open", "kept", "mine")
    assert view == [("Bernd", False, None, False), ("Clara", True, "you", False), ("Anna", True, "another", False)]
    [item] = await harness.tables.mine(CLARA, "en")
    assert (item["id"], item["open_seats"]) == (again, 0)
    assert [seat["open"] for seat in item["seats"]] == [False, True, True]
    old = await harness.snapshot(CLARA, table)
    assert (old["rematch"], (await harness.log(table))[-1].type) == (again, "rematch_asked")
    assert await harness.tables.rematch(CLARA, table) == again
    assert await harness.tables.rematch(ANNA, table) == again
    assert (await harness.snapshot(ANNA, again))["status"] == "running"


async def test_declined_rematch_is_announced_and_can_be_accepted_later(harness):
    table = await ended(harness, "Anna", "human", "human")
    again = await harness.tables.rematch(ANNA, table)
    await harness.tables.leave(BERND, again)
    opened = (await harness.events(ANNA, again, 0, "en"))[-1]
    assert (opened["type"], opened["seat"], opened["data"]) == ("seat_opened", 1, {"declined": True})
    assert opened["text"] == "The player of seat 1 does not join this time. The seat is open."
    with pytest.raises(NotSeated):
        await harness.tables.leave(BERND, again)
    await harness.tables.reopen(ANNA, again, 2)
    assert (await harness.log(again))[-1].data == {}  # the opener gave Clara's seat away
    assert await harness.tables.rematch(BERND, table) == again
    assert (await seats(harness, BERND, again, "mine"))[0] == (True,)


async def test_only_players_see_the_rematch(harness):
    table = await harness.open(ANNA, "Anna", visibility=PUBLIC)
    await harness.do(ANNA, table, Abort())
    again = await harness.tables.rematch(ANNA, table)
    assert (await harness.snapshot(ANNA, table))["rematch"] == again
    assert (await harness.snapshot(BERND, table))["rematch"] is None
    assert (await harness.snapshot(None, table))["rematch"] is None


async def test_reserved_seat_is_closed_to_strangers_until_released(harness):
    table = await ended(harness, "Anna", "human", "human")
    again = await harness.tables.rematch(ANNA, table)
    stranger = person("Dora")
    with pytest.raises(NoOpenSeat, match="kept"):
        await harness.tables.join(stranger, again, JoinTable())
    with pytest.raises(NoOpenSeat):
        await harness.tables.join(stranger, again, JoinTable(seat=1))
    await harness.tables.reopen(ANNA, again, 1)
    assert await harness.tables.join(stranger, again, JoinTable()) == 1
    await harness.tables.leave(CLARA, again)
    with pytest.raises(NoOpenSeat):
        await harness.tables.join(BERND, again, JoinTable(seat=1))
    await harness.tables.fill(ANNA, again, 2)
    assert (await harness.snapshot(ANNA, again))["status"] == "running"


async def test_session_accepts_rematch_for_all_its_seats(harness):
    table = await harness.open(ANNA, "Anna", "Alma", "human")
    await harness.tables.join(BERND, table, JoinTable("Bernd"))
    await harness.do(ANNA, table, Abort())
    again = await harness.tables.rematch(BERND, table)
    assert await seats(harness, ANNA, again, "name", "kept") == [("Alma", "you"), ("Bernd", None), ("Anna", "you")]
    await harness.tables.rematch(ANNA, table)
    snapshot = await harness.snapshot(ANNA, again)
    assert (snapshot["status"], [seat["mine"] for seat in snapshot["seats"]]) == ("running", [True, False, True])


async def test_rematch_keeps_added_bots_but_not_departed_players(harness):
    table = await harness.open(ANNA, "Anna", "human", "human", "human")
    await harness.tables.fill(ANNA, table, 4)
    await harness.tables.join(BERND, table, JoinTable("Bernd"))
    await harness.tables.join(CLARA, table, JoinTable("Clara"))
    await harness.tables.leave(BERND, table)
    await harness.do(ANNA, table, Abort())
    again = await harness.tables.rematch(ANNA, table)
    view = await seats(harness, ANNA, again, "kind", "open", "kept")
    assert view == [("human", True, None), ("human", True, "another"), ("bot", False, None), ("local", False, None)]


async def test_two_processes_open_one_rematch(harness):
    table = await ended(harness, "Anna", "human", "human")
    other = type(harness)(harness.store, bus=harness.bus, first=1000)
    await other.snapshot(BERND, table)
    first = await harness.tables.rematch(ANNA, table)
    assert await other.tables.rematch(BERND, table) == first
    assert len(await harness.store.of_session(BERND.id, 10)) == 1


# ------------------------------------------------------------------------------- leaving for good


async def test_leaving_player_may_freeze_own_sheets(harness):
    table = await harness.open(ANNA, "Anna", "Alma", "human", "human")
    await harness.tables.join(BERND, table, JoinTable("Bernd"))
    await harness.tables.join(CLARA, table, JoinTable("Clara"))
    await harness.tables.leave(ANNA, table, Afterwards.FREEZE)
    events = [(event.type, event.seat, event.data) for event in (await harness.log(table))[-4:]]
    assert events == [
        ("seat_left", 1, {"frozen": True, "opener": 3}),
        ("sheet_frozen", 1, {}),
        ("seat_left", 2, {"frozen": True}),
        ("sheet_frozen", 2, {}),
    ]
    snapshot = await harness.snapshot(BERND, table)
    assert (snapshot["turn"]["seat"], snapshot["opener"]) == (3, 3)
    view = await seats(harness, BERND, table, "name", "kind", "present", "sheet_frozen")
    assert view[:2] == [("Anna", "human", False, True), ("Alma", "human", False, True)]
    for caller in (BERND, CLARA, BERND):
        await harness.play_on(caller, table)
        await harness.play_on(caller, table)


async def test_only_opener_may_end_match_for_all(harness):
    table = await harness.open(ANNA, "Anna", "human")
    await harness.tables.join(BERND, table, JoinTable("Bernd"))
    with pytest.raises(NotSeated, match="leave"):
        await harness.do(BERND, table, Abort())
    await harness.tables.leave(ANNA, table)
    await harness.do(BERND, table, Abort())


async def test_table_without_bots_freezes_sheet_of_leaving_player(harness):
    table = await harness.open(ANNA, "Anna", "human", options=TableOptions(bots=False))
    await harness.tables.join(BERND, table, JoinTable("Bernd"))
    await harness.tables.leave(BERND, table)
    assert (await harness.log(table))[-1].type == "sheet_frozen"
