"""Several processes serve the same tables: presence, clocks and bots behave as in a single process."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from pasch.rules.actions import RollDice
from pasch.service.requests import JoinTable
from pasch.service.table.presence import AbsenceReason
from pasch.storage.opening import opened
from pasch.storage.tables import SqlTables
from tests.service.hall import ANNA, BERND, CLARA, PUBLIC, Hall
from tests.service.several import several
from tests.service.together import couple, following, happens, there, types
from tests.support.memory import MemoryDatabase

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def store(request, tmp_path):
    """The table store that all processes share."""
    if request.param == "memory":
        yield SqlTables(MemoryDatabase())
        return
    file = f"sqlite:///{tmp_path / 'pasch.sqlite3'}"
    async with opened(request.getfixturevalue("postgres_url") if request.param == "postgres" else file) as database:
        yield SqlTables(database)


@pytest.fixture
async def two():
    async with several(2) as ownership:
        yield ownership


@pytest.fixture
async def three():
    async with several(3) as ownership:
        yield ownership


async def test_process_death_repeats_no_announcement_on_any_store(store):
    """Two players use two processes. One process dies, and its player returns too late at the other."""
    async with several(2, store) as ownership:
        (dies, left), (one, other) = ownership.processes, ownership.halls
        table = await couple(one, turn=600)
        await ownership.tick()
        assert ownership.timers(table) is dies  # the other process has no news of the table
        async with there(one, ANNA, table), there(other, BERND, table):
            await ownership.passes(100)
            before = await types(other, table)
            dies.pull()
            await ownership.buries()
            assert ownership.timers(table) is left
            await ownership.passes(60)
            await happens(other, table, "seat_away")
            await ownership.passes(180)
            await happens(other, table, "scored")
        async with there(other, ANNA, table), there(other, BERND, table):
            await happens(other, table, "seat_returned")
            kinds = await types(other, table, len(before))
            quiet = [kind for kind in kinds if kind not in {"dice_rolled", "scored"}]
            assert quiet == ["clock_restarted", "seat_away", "seat_held", "seat_back", "seat_returned"]
            assert sum(map(len, (dies.bot.asked, left.bot.asked))) == len(kinds) - len(quiet)


async def test_players_at_two_processes_count_as_present(two):
    one, other = two.halls
    table = await couple(one)
    before = await types(one, table)
    async with there(one, ANNA, table), there(other, BERND, table):
        for _ in range(5):
            await two.passes(100)
        assert two.timers(table) is not None
        assert await types(one, table) == before


@pytest.mark.parametrize("leaves", [0, 1])
async def test_departure_is_announced_once(two, leaves):
    """The connection ends at the owner of the table or at the other process."""
    hall, stays = two.halls[leaves], two.halls[1 - leaves]
    table = await couple(two.halls[0])
    async with there(stays, BERND, table):
        async with there(hall, ANNA, table) as line:
            await two.tick()
            assert two.timers(table) is two.processes[0]
            line.why = AbsenceReason.CLOSED
        before = await types(hall, table)
        await two.passes(4)
        await two.passes(1)
        away = await happens(stays, table, "seat_away")
        assert (away["seat"], away["data"]) == (1, {"why": "closed", "until": "2026-11-21T18:00:30.000Z"})
        await two.passes(24)
        assert await types(hall, table, len(before)) == ["seat_away"]
        await two.passes(1)
        await happens(stays, table, "seat_held")
        await happens(stays, table, "scored")
        assert (await types(hall, table, len(before)))[:2] == ["seat_away", "seat_held"]


async def test_return_at_another_process_is_announced_at_once(two):
    one, other = two.halls
    table = await couple(one)
    async with there(one, BERND, table):
        async with there(one, ANNA, table):
            await two.tick()
        await two.passes(5)
        before = (await happens(one, table, "seat_away"))["seq"]
        async with there(other, ANNA, table):
            assert (await happens(other, table, "seat_back", before))["seat"] == 1
            for _ in range(5):
                await two.passes(100)
            assert await types(one, table, before) == ["seat_back"]


async def test_switching_processes_is_not_announced(two):
    one, other = two.halls
    table = await couple(one)
    before = await types(one, table)
    async with there(one, BERND, table):
        async with there(one, ANNA, table):
            await two.tick()
        await two.passes(4)
        async with there(other, ANNA, table):
            for _ in range(5):
                await two.passes(100)
            assert await types(one, table) == before


async def test_owner_finds_unannounced_connection_before_reporting_absence(two):
    one, other = two.halls
    table = await couple(one)
    before = await types(one, table)
    async with there(one, BERND, table):
        async with there(one, ANNA, table):
            await two.tick()
        two.bus.cut = True
        async with there(other, ANNA, table):
            await two.processes[1].ownership.errands()
            one.clock.advance(500)
            await asyncio.gather(*one.tables._timers._tending)
            await one.roll(ANNA, table)
            assert await types(one, table) == [*before, "dice_rolled"]


async def test_next_sweep_detects_departure_without_the_bus(two):
    one, other = two.halls
    table = await couple(one)
    async with there(one, BERND, table):
        async with there(other, ANNA, table):
            await two.tick(3)
            two.bus.cut = True
        for _ in range(4):
            await two.passes(2)
        await asyncio.gather(*one.tables._timers._tending)
        assert (await types(one, table))[-1] == "seat_away"


async def test_owner_trusts_the_log_about_an_unpublished_connection(two):
    """The process with the connection can append events but cannot publish its connections."""
    one, other = two.halls
    table = await couple(one)
    async with there(one, BERND, table):
        async with there(other, ANNA, table):
            await two.tick()
        await two.errands()
        two.processes[1].connections.pulled = True
        async with there(other, ANNA, table), following(other, ANNA, table):
            one.clock.advance(5)
            await happens(one, table, "seat_back")
            one.clock.advance(500)
            await two.processes[0].ownership.round()
            assert (await types(one, table))[-2:] == ["seat_away", "seat_back"]


async def test_requests_to_any_process_count_as_presence(two):
    one, other = two.halls
    table = await couple(one)
    async with there(one, BERND, table):
        await two.tick()
        before = await types(one, table)
        for _ in range(6):
            await two.passes(50)
            await other.look(ANNA, table)
        await two.passes(60)
        assert await types(one, table) == before
        await two.passes(16)
        away = await happens(one, table, "seat_away")
        await other.roll(ANNA, table)
        await happens(one, table, "seat_back", away["seq"])
        await two.tick(3)
        assert sorted(await types(one, table, away["seq"])) == ["dice_rolled", "seat_back"]


async def test_timeout_occurs_once(three):
    one, two, _ = three.halls
    table = await couple(one, turn=60, absent="entry")
    async with there(one, ANNA, table), there(two, BERND, table):
        await three.tick()
        await three.passes(60)
        up = await happens(two, table, "time_up")
        await happens(two, table, "scored", up["seq"])
        await three.tick(3)
        log = await types(one, table)
        assert log.count("time_up") == log.count("scored") == 1


async def test_watcher_count_covers_all_processes(three):
    one, two, other = three.halls
    table = await couple(one)
    async with there(one, ANNA, table), there(one, None, table), there(two, CLARA, table):
        async with there(two, None, table):
            await three.tick()
            assert [(await hall.look(None, table))["watchers"] for hall in three.halls] == [3, 3, 3]
        await three.errands()
        assert (await one.look(None, table))["watchers"] == 2
        three.processes[1].pull()
        await three.buries()
        assert (await one.look(None, table))["watchers"] == 1
        async with there(other, BERND, table):
            await three.errands()
            assert (await other.look(None, table))["watchers"] == 1


# ------------------------------------------------------------------------------- bots


async def test_one_process_plays_all_bots_of_a_table(three):
    table = await three.halls[0].open(ANNA, "bot", "bot", visibility=PUBLIC)
    async with there(three.halls[1], ANNA, table):
        await three.tick()
        await happens(three.halls[2], table, "match_finished")
    asked = [process.bot.asked for process in three.processes]
    steps = [kind for kind in await types(three.halls[0], table) if kind in {"dice_rolled", "scored"}]
    assert sum(map(len, asked)) == len(steps)
    assert sorted(map(bool, asked)) == [False, False, True]


async def test_bot_answers_moves_at_every_process(two):
    one, other = two.halls
    table = await one.open(ANNA, "Anna", "bot", visibility=PUBLIC)
    for turn in range(4):
        hall = two.halls[turn % 2]
        before = len(await types(hall, table))
        await hall.roll(ANNA, table)
        await hall.play_on(ANNA, table)
        await two.errands()
        await happens(other, table, "scored", before + 2)
    assert [hall.tables.writer.conflicts for hall in two.halls] == [0, 0]


async def test_surviving_process_continues_the_bots():
    async with several(2, pause=1) as ownership:
        one, other = ownership.halls
        table = await one.open(ANNA, "bot", "bot", visibility=PUBLIC)
        await ownership.tick()
        await ownership.passes(1)
        ownership.processes[0].pull()
        await ownership.passes(1)
        log = await types(other, table)
        await ownership.buries()
        assert ownership.timers(table) is ownership.processes[1]
        async with there(other, None, table):
            other.clock.advance(1)
            await happens(other, table, "dice_rolled", len(log) - 1)


async def test_starting_processes_take_over_unowned_bots(store):
    table = await Hall(store).open(ANNA, "bot", "bot", visibility=PUBLIC)
    async with several(2, store) as ownership:
        await ownership.tick()
        await happens(ownership.halls[0], table, "match_finished")


# ------------------------------------------------------------------------------- ending processes


@pytest.mark.parametrize("dies", [0, 1])
async def test_process_death_costs_players_no_time(two, dies):
    """Anna has the move and a connection to the dying process, which may own the table."""
    gone, left = two.processes[dies], two.processes[1 - dies]
    table = await couple(two.halls[0], turn=60)
    async with AsyncExitStack() as lines, there(left.hall, BERND, table):
        await lines.enter_async_context(there(gone.hall, ANNA, table))
        await two.tick()
        assert two.timers(table) is two.processes[0]
        await two.passes(40)
        before = await types(left.hall, table)
        gone.pull()
        await two.buries()
        assert two.timers(table) is left
        await happens(left.hall, table, "clock_restarted", len(before))
        await two.passes(15)
        async with there(left.hall, ANNA, table):
            for _ in range(3):
                await two.passes(34)
            await two.passes(2)
            assert await types(left.hall, table, len(before)) == ["clock_restarted"]
            await two.passes(1)
            assert (await happens(left.hall, table, "time_up"))["seat"] == 1


async def test_player_of_a_dead_process_is_reported_absent(three):
    one, two, other = three.processes
    table = await couple(one.hall)
    async with there(one.hall, ANNA, table), there(two.hall, BERND, table):
        await three.tick()
        before = await types(two.hall, table)
        one.pull()
        await three.buries()
        await three.passes(59)
        assert await types(two.hall, table, len(before)) == []
        await three.passes(1)
        away = await happens(other.hall, table, "seat_away")
        assert (away["seat"], away["data"]) == (1, {"why": "lost", "until": "2026-11-21T18:04:00.000Z"})
        await three.passes(180)
        await happens(other.hall, table, "seat_held", away["seq"])
        assert (await types(two.hall, table, len(before)))[:2] == ["seat_away", "seat_held"]


async def test_ending_process_hands_over_its_tables(two):
    ends, stays = two.processes
    table = await couple(ends.hall, turn=60)
    async with there(stays.hall, BERND, table):
        async with there(ends.hall, ANNA, table):
            await two.tick()
            assert two.timers(table) is ends
            await two.passes(30)
            before = await types(stays.hall, table)
            await ends.life.aclose()
            ends.pull()
        await two.tick()
        assert two.timers(table) is stays
        stays.hall.clock.advance(3)
        async with there(stays.hall, ANNA, table):
            for _ in range(3):
                await two.passes(19)
            assert await types(stays.hall, table, len(before)) == ["clock_restarted"]
            await two.passes(5)
            await happens(stays.hall, table, "time_up")


async def test_player_of_an_ended_process_is_reported_absent_sooner(two):
    ends, stays = two.processes
    table = await couple(ends.hall)
    async with there(stays.hall, BERND, table), there(ends.hall, ANNA, table):
        await two.tick()
        await ends.life.aclose()
        ends.pull()
        await two.tick()
        await two.passes(5)
        away = await happens(stays.hall, table, "seat_away")
        assert away["data"] == {"why": "lost", "until": "2026-11-21T18:03:00.000Z"}


async def test_ending_non_owner_reports_its_departures(two):
    stays, ends = two.processes
    table = await couple(stays.hall, turn=60)
    async with there(stays.hall, BERND, table), there(ends.hall, ANNA, table):
        await two.tick()
        before = await types(stays.hall, table)
        await ends.life.aclose()
        ends.pull()
        await two.buries()
        async with there(stays.hall, ANNA, table):
            await happens(stays.hall, table, "clock_restarted", len(before))
        assert await types(stays.hall, table, len(before)) == ["clock_restarted"]


async def test_ending_process_reports_itself_as_cause_of_departures(two):
    """The process first publishes an ordinary departure. Its last row adds the cause."""
    stays, ends = two.processes
    table = await couple(stays.hall, turn=60)
    async with there(stays.hall, BERND, table):
        async with there(ends.hall, ANNA, table):
            await two.tick()
            before = await types(stays.hall, table)
        await two.tick()
        stays.connections.pulled = True  # the owner reads that row once it detects the end
        await ends.life.aclose()
        ends.pull()
        stays.plug()
        await two.tick()
        await happens(stays.hall, table, "clock_restarted", len(before))
        assert await types(stays.hall, table, len(before)) == ["clock_restarted"]


async def test_slow_process_rejoins_after_losing_its_tables(two):
    slow, other = two.processes
    table = await couple(slow.hall, turn=60)
    async with there(slow.hall, ANNA, table), there(other.hall, BERND, table):
        await two.tick()
        before = await types(slow.hall, table)
        slow.pull()
        await two.buries()
        assert two.timers(table) is other
        slow.watch.advance(6)
        slow.plug()
        await two.tick()
        assert two.timers(table) is not None
        for _ in range(3):
            await two.passes(19)
        assert set(await types(slow.hall, table, len(before))) == {"clock_restarted"}


async def test_process_without_database_loses_and_regains_its_table():
    async with several(1) as ownership:
        (one,) = ownership.processes
        table = await couple(one.hall, turn=60)
        async with there(one.hall, ANNA, table), there(one.hall, BERND, table):
            await ownership.tick()
            before = await types(one.hall, table)
            one.pull()
            one.watch.advance(4.9)
            assert one.ownership.owns(table)
            one.watch.advance(0.1)
            assert not one.ownership.owns(table)
            one.hall.clock.advance(3600)
            one.plug()
            await ownership.tick()
            assert ownership.timers(table) is one
            await happens(one.hall, table, "clock_restarted", len(before))
            await ownership.passes(59)
            assert await types(one.hall, table, len(before)) == ["clock_restarted"]
            await ownership.passes(1)
            await happens(one.hall, table, "time_up")


async def test_periodic_rounds_renew_ownership():
    async with several(1) as ownership:
        (one,) = ownership.processes
        table = await couple(one.hall)
        async with there(one.hall, ANNA, table):
            await ownership.tick()
            for _ in range(10):
                await one.watch.somebody_sleeps()
                one.watch.advance(2)
                await asyncio.sleep(0)
            assert one.ownership.owns(table)
            one.pull()
            for _ in range(3):
                await one.watch.somebody_sleeps()
                one.watch.advance(2)
                await asyncio.sleep(0)
            assert not one.ownership.owns(table)


# ------------------------------------------------------------------------------- owned tables


async def test_owner_releases_a_table_without_connections(two):
    table = await couple(two.halls[0])
    async with there(two.halls[1], ANNA, table):
        await two.tick()
        assert two.timers(table) is not None
    await two.passes(5)
    for _ in range(8):
        await two.passes(30)
    assert two.timers(table) is None
    assert not any(process.ownership._ears for process in two.processes)
    assert not any(process.hall.tables._timers._attended for process in two.processes)


async def test_waiting_and_single_screen_tables_have_no_owner(two):
    one = two.halls[0]
    waiting = await one.open(ANNA, "Anna", "human")
    screen = await one.open(ANNA, "Anna", "Bernd")
    async with there(one, ANNA, waiting), there(one, ANNA, screen):
        await two.tick(4)
        assert two.timers(waiting) is two.timers(screen) is None


async def test_absent_player_is_reported_when_another_process_starts_the_match(two):
    """Anna waits at one process, which has no news of Clara. The last player joins at the other process."""
    one, other = two.halls
    table = await one.open(ANNA, "Anna", "human", "human", visibility=PUBLIC)
    async with there(one, ANNA, table):
        await two.passes(200)
        await other.tables.join(CLARA, table, JoinTable())
        await two.passes(200)
        async with there(other, BERND, table):
            await other.tables.join(BERND, table, JoinTable())
            started = (await happens(other, table, "table_started"))["seq"]
            await two.tick()
            await two.passes(59)
            assert await types(one, table, started) == []
            await two.passes(1)
            assert (await happens(one, table, "seat_away", started))["seat"] == 2
            assert await types(one, table, started) == ["seat_away"]


async def test_commands_at_both_processes_prevent_a_timeout(two):
    one, other = two.halls
    table = await couple(one, turn=60)
    async with there(one, ANNA, table), there(other, BERND, table):
        for _ in range(3):
            await other.do(ANNA, table, RollDice(None))
            await one.play_on(ANNA, table)
            await one.do(BERND, table, RollDice(None))
            await other.play_on(BERND, table)
            await two.passes(50)
        assert "time_up" not in await types(one, table)
