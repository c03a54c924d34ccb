"""Several processes serve the same tables: presence, clocks and bots behave as in a single process."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from pasch.rules.actions import RollDice
from pasch.service.requests import JoinTable
from pasch.service.table.presence import AbsenceReason
from pasch.storage.opening import opened
from pasch.storage.tables import SqlTables
from tests.service.cluster import start_cluster
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, Harness
from tests.service.multiplayer import connected, event_types, open_table_for_two, reading_events, wait_for_event
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
    async with start_cluster(2) as cluster:
        yield cluster


@pytest.fixture
async def three():
    async with start_cluster(3) as cluster:
        yield cluster


async def test_process_death_repeats_no_announcement_on_any_store(store):
    """Two players use two processes. One process dies, and its player returns too late at the other."""
    async with start_cluster(2, store) as cluster:
        (dying, surviving), (one, other) = cluster.processes, cluster.harnesses
        table = await open_table_for_two(one, turn=600)
        await cluster.tick()
        assert cluster.owner(table) is dying  # the other process has no news of the table
        async with connected(one, ANNA, table), connected(other, BERND, table):
            await cluster.advance(100)
            before = await event_types(other, table)
            dying.disconnect()
            await cluster.expire_dead_processes()
            assert cluster.owner(table) is surviving
            await cluster.advance(60)
            await wait_for_event(other, table, "seat_away")
            await cluster.advance(180)
            await wait_for_event(other, table, "scored")
        async with connected(other, ANNA, table), connected(other, BERND, table):
            await wait_for_event(other, table, "seat_returned")
            kinds = await event_types(other, table, len(before))
            quiet = [kind for kind in kinds if kind not in {"dice_rolled", "scored"}]
            assert quiet == ["clock_restarted", "seat_away", "seat_held", "seat_back", "seat_returned"]
            assert sum(map(len, (dying.bot.requests, surviving.bot.requests))) == len(kinds) - len(quiet)


async def test_players_at_two_processes_count_as_present(two):
    one, other = two.harnesses
    table = await open_table_for_two(one)
    before = await event_types(one, table)
    async with connected(one, ANNA, table), connected(other, BERND, table):
        for _ in range(5):
            await two.advance(100)
        assert two.owner(table) is not None
        assert await event_types(one, table) == before


@pytest.mark.parametrize("leaves", [0, 1])
async def test_departure_is_announced_once(two, leaves):
    """The connection ends at the owner of the table or at the other process."""
    harness, staying = two.harnesses[leaves], two.harnesses[1 - leaves]
    table = await open_table_for_two(two.harnesses[0])
    async with connected(staying, BERND, table):
        async with connected(harness, ANNA, table) as line:
            await two.tick()
            assert two.owner(table) is two.processes[0]
            line.why = AbsenceReason.CLOSED
        before = await event_types(harness, table)
        await two.advance(4)
        await two.advance(1)
        away = await wait_for_event(staying, table, "seat_away")
        assert (away["seat"], away["data"]) == (1, {"why": "closed", "until": "2026-11-21T18:00:30.000Z"})
        await two.advance(24)
        assert await event_types(harness, table, len(before)) == ["seat_away"]
        await two.advance(1)
        await wait_for_event(staying, table, "seat_held")
        await wait_for_event(staying, table, "scored")
        assert (await event_types(harness, table, len(before)))[:2] == ["seat_away", "seat_held"]


async def test_return_at_another_process_is_announced_at_once(two):
    one, other = two.harnesses
    table = await open_table_for_two(one)
    async with connected(one, BERND, table):
        async with connected(one, ANNA, table):
            await two.tick()
        await two.advance(5)
        before = (await wait_for_event(one, table, "seat_away"))["seq"]
        async with connected(other, ANNA, table):
            assert (await wait_for_event(other, table, "seat_back", before))["seat"] == 1
            for _ in range(5):
                await two.advance(100)
            assert await event_types(one, table, before) == ["seat_back"]


async def test_switching_processes_is_not_announced(two):
    one, other = two.harnesses
    table = await open_table_for_two(one)
    before = await event_types(one, table)
    async with connected(one, BERND, table):
        async with connected(one, ANNA, table):
            await two.tick()
        await two.advance(4)
        async with connected(other, ANNA, table):
            for _ in range(5):
                await two.advance(100)
            assert await event_types(one, table) == before


async def test_owner_finds_unannounced_connection_before_reporting_absence(two):
    one, other = two.harnesses
    table = await open_table_for_two(one)
    before = await event_types(one, table)
    async with connected(one, BERND, table):
        async with connected(one, ANNA, table):
            await two.tick()
        two.bus.cut = True
        async with connected(other, ANNA, table):
            await two.processes[1].ownership.run_queued()
            one.clock.advance(500)
            await asyncio.gather(*one.tables._timers._announcing)
            await one.roll(ANNA, table)
            assert await event_types(one, table) == [*before, "dice_rolled"]


async def test_next_sweep_detects_departure_without_the_bus(two):
    one, other = two.harnesses
    table = await open_table_for_two(one)
    async with connected(one, BERND, table):
        async with connected(other, ANNA, table):
            await two.tick(3)
            two.bus.cut = True
        for _ in range(4):
            await two.advance(2)
        await asyncio.gather(*one.tables._timers._announcing)
        assert (await event_types(one, table))[-1] == "seat_away"


async def test_owner_trusts_the_log_about_an_unpublished_connection(two):
    """The process with the connection can append events but cannot publish its connections."""
    one, other = two.harnesses
    table = await open_table_for_two(one)
    async with connected(one, BERND, table):
        async with connected(other, ANNA, table):
            await two.tick()
        await two.run_queued()
        two.processes[1].connections.disconnected = True
        async with connected(other, ANNA, table), reading_events(other, ANNA, table):
            one.clock.advance(5)
            await wait_for_event(one, table, "seat_back")
            one.clock.advance(500)
            await two.processes[0].ownership.round()
            assert (await event_types(one, table))[-2:] == ["seat_away", "seat_back"]


async def test_requests_to_any_process_count_as_presence(two):
    one, other = two.harnesses
    table = await open_table_for_two(one)
    async with connected(one, BERND, table):
        await two.tick()
        before = await event_types(one, table)
        for _ in range(6):
            await two.advance(50)
            await other.snapshot(ANNA, table)
        await two.advance(60)
        assert await event_types(one, table) == before
        await two.advance(16)
        away = await wait_for_event(one, table, "seat_away")
        await other.roll(ANNA, table)
        await wait_for_event(one, table, "seat_back", away["seq"])
        await two.tick(3)
        assert sorted(await event_types(one, table, away["seq"])) == ["dice_rolled", "seat_back"]


async def test_timeout_occurs_once(three):
    one, two, _ = three.harnesses
    table = await open_table_for_two(one, turn=60, absent="entry")
    async with connected(one, ANNA, table), connected(two, BERND, table):
        await three.tick()
        await three.advance(60)
        up = await wait_for_event(two, table, "time_up")
        await wait_for_event(two, table, "scored", up["seq"])
        await three.tick(3)
        log = await event_types(one, table)
        assert log.count("time_up") == log.count("scored") == 1


async def test_watcher_count_covers_all_processes(three):
    one, two, other = three.harnesses
    table = await open_table_for_two(one)
    async with connected(one, ANNA, table), connected(one, None, table), connected(two, CLARA, table):
        async with connected(two, None, table):
            await three.tick()
            assert [(await harness.snapshot(None, table))["watchers"] for harness in three.harnesses] == [3, 3, 3]
        await three.run_queued()
        assert (await one.snapshot(None, table))["watchers"] == 2
        three.processes[1].disconnect()
        await three.expire_dead_processes()
        assert (await one.snapshot(None, table))["watchers"] == 1
        async with connected(other, BERND, table):
            await three.run_queued()
            assert (await other.snapshot(None, table))["watchers"] == 1


# ------------------------------------------------------------------------------- bots


async def test_one_process_plays_all_bots_of_a_table(three):
    table = await three.harnesses[0].open(ANNA, "bot", "bot", visibility=PUBLIC)
    async with connected(three.harnesses[1], ANNA, table):
        await three.tick()
        await wait_for_event(three.harnesses[2], table, "match_finished")
    asked = [process.bot.requests for process in three.processes]
    steps = [kind for kind in await event_types(three.harnesses[0], table) if kind in {"dice_rolled", "scored"}]
    assert sum(map(len, asked)) == len(steps)
    assert sorted(map(bool, asked)) == [False, False, True]


async def test_bot_answers_moves_at_every_process(two):
    one, other = two.harnesses
    table = await one.open(ANNA, "Anna", "bot", visibility=PUBLIC)
    for turn in range(4):
        harness = two.harnesses[turn % 2]
        before = len(await event_types(harness, table))
        await harness.roll(ANNA, table)
        await harness.play_on(ANNA, table)
        await two.run_queued()
        await wait_for_event(other, table, "scored", before + 2)
    assert [harness.tables.writer.conflicts for harness in two.harnesses] == [0, 0]


async def test_surviving_process_continues_the_bots():
    async with start_cluster(2, pause=1) as cluster:
        one, other = cluster.harnesses
        table = await one.open(ANNA, "bot", "bot", visibility=PUBLIC)
        await cluster.tick()
        await cluster.advance(1)
        cluster.processes[0].disconnect()
        await cluster.advance(1)
        log = await event_types(other, table)
        await cluster.expire_dead_processes()
        assert cluster.owner(table) is cluster.processes[1]
        async with connected(other, None, table):
            other.clock.advance(1)
            await wait_for_event(other, table, "dice_rolled", len(log) - 1)


async def test_starting_processes_take_over_unowned_bots(store):
    table = await Harness(store).open(ANNA, "bot", "bot", visibility=PUBLIC)
    async with start_cluster(2, store) as cluster:
        await cluster.tick()
        await wait_for_event(cluster.harnesses[0], table, "match_finished")


# ------------------------------------------------------------------------------- ending processes


@pytest.mark.parametrize("dying", [0, 1])
async def test_process_death_costs_players_no_time(two, dying):
    """Anna has the move and a connection to the dying process, which may own the table."""
    gone, surviving = two.processes[dying], two.processes[1 - dying]
    table = await open_table_for_two(two.harnesses[0], turn=60)
    async with AsyncExitStack() as lines, connected(surviving.harness, BERND, table):
        await lines.enter_async_context(connected(gone.harness, ANNA, table))
        await two.tick()
        assert two.owner(table) is two.processes[0]
        await two.advance(40)
        before = await event_types(surviving.harness, table)
        gone.disconnect()
        await two.expire_dead_processes()
        assert two.owner(table) is surviving
        await wait_for_event(surviving.harness, table, "clock_restarted", len(before))
        await two.advance(15)
        async with connected(surviving.harness, ANNA, table):
            for _ in range(3):
                await two.advance(34)
            await two.advance(2)
            assert await event_types(surviving.harness, table, len(before)) == ["clock_restarted"]
            await two.advance(1)
            assert (await wait_for_event(surviving.harness, table, "time_up"))["seat"] == 1


async def test_player_of_a_dead_process_is_reported_absent(three):
    one, two, other = three.processes
    table = await open_table_for_two(one.harness)
    async with connected(one.harness, ANNA, table), connected(two.harness, BERND, table):
        await three.tick()
        before = await event_types(two.harness, table)
        one.disconnect()
        await three.expire_dead_processes()
        await three.advance(59)
        assert await event_types(two.harness, table, len(before)) == []
        await three.advance(1)
        away = await wait_for_event(other.harness, table, "seat_away")
        assert (away["seat"], away["data"]) == (1, {"why": "lost", "until": "2026-11-21T18:04:00.000Z"})
        await three.advance(180)
        await wait_for_event(other.harness, table, "seat_held", away["seq"])
        assert (await event_types(two.harness, table, len(before)))[:2] == ["seat_away", "seat_held"]


async def test_ending_process_hands_over_its_tables(two):
    ends, staying = two.processes
    table = await open_table_for_two(ends.harness, turn=60)
    async with connected(staying.harness, BERND, table):
        async with connected(ends.harness, ANNA, table):
            await two.tick()
            assert two.owner(table) is ends
            await two.advance(30)
            before = await event_types(staying.harness, table)
            await ends.exit_stack.aclose()
            ends.disconnect()
        await two.tick()
        assert two.owner(table) is staying
        staying.harness.clock.advance(3)
        async with connected(staying.harness, ANNA, table):
            for _ in range(3):
                await two.advance(19)
            assert await event_types(staying.harness, table, len(before)) == ["clock_restarted"]
            await two.advance(5)
            await wait_for_event(staying.harness, table, "time_up")


async def test_player_of_an_ended_process_is_reported_absent_sooner(two):
    ends, staying = two.processes
    table = await open_table_for_two(ends.harness)
    async with connected(staying.harness, BERND, table), connected(ends.harness, ANNA, table):
        await two.tick()
        await ends.exit_stack.aclose()
        ends.disconnect()
        await two.tick()
        await two.advance(5)
        away = await wait_for_event(staying.harness, table, "seat_away")
        assert away["data"] == {"why": "lost", "until": "2026-11-21T18:03:00.000Z"}


async def test_ending_non_owner_reports_its_departures(two):
    staying, ends = two.processes
    table = await open_table_for_two(staying.harness, turn=60)
    async with connected(staying.harness, BERND, table), connected(ends.harness, ANNA, table):
        await two.tick()
        before = await event_types(staying.harness, table)
        await ends.exit_stack.aclose()
        ends.disconnect()
        await two.expire_dead_processes()
        async with connected(staying.harness, ANNA, table):
            await wait_for_event(staying.harness, table, "clock_restarted", len(before))
        assert await event_types(staying.harness, table, len(before)) == ["clock_restarted"]


async def test_ending_process_reports_itself_as_cause_of_departures(two):
    """The process first publishes an ordinary departure. Its last row adds the cause."""
    staying, ends = two.processes
    table = await open_table_for_two(staying.harness, turn=60)
    async with connected(staying.harness, BERND, table):
        async with connected(ends.harness, ANNA, table):
            await two.tick()
            before = await event_types(staying.harness, table)
        await two.tick()
        staying.connections.disconnected = True  # the owner reads that row once it detects the end
        await ends.exit_stack.aclose()
        ends.disconnect()
        staying.reconnect()
        await two.tick()
        await wait_for_event(staying.harness, table, "clock_restarted", len(before))
        assert await event_types(staying.harness, table, len(before)) == ["clock_restarted"]


async def test_slow_process_rejoins_after_losing_its_tables(two):
    slow, other = two.processes
    table = await open_table_for_two(slow.harness, turn=60)
    async with connected(slow.harness, ANNA, table), connected(other.harness, BERND, table):
        await two.tick()
        before = await event_types(slow.harness, table)
        slow.disconnect()
        await two.expire_dead_processes()
        assert two.owner(table) is other
        slow.ownership_clock.advance(6)
        slow.reconnect()
        await two.tick()
        assert two.owner(table) is not None
        for _ in range(3):
            await two.advance(19)
        assert set(await event_types(slow.harness, table, len(before))) == {"clock_restarted"}


async def test_process_without_database_loses_and_regains_its_table():
    async with start_cluster(1) as cluster:
        (one,) = cluster.processes
        table = await open_table_for_two(one.harness, turn=60)
        async with connected(one.harness, ANNA, table), connected(one.harness, BERND, table):
            await cluster.tick()
            before = await event_types(one.harness, table)
            one.disconnect()
            one.ownership_clock.advance(4.9)
            assert one.ownership.owns(table)
            one.ownership_clock.advance(0.1)
            assert not one.ownership.owns(table)
            one.harness.clock.advance(3600)
            one.reconnect()
            await cluster.tick()
            assert cluster.owner(table) is one
            await wait_for_event(one.harness, table, "clock_restarted", len(before))
            await cluster.advance(59)
            assert await event_types(one.harness, table, len(before)) == ["clock_restarted"]
            await cluster.advance(1)
            await wait_for_event(one.harness, table, "time_up")


async def test_periodic_rounds_renew_ownership():
    async with start_cluster(1) as cluster:
        (one,) = cluster.processes
        table = await open_table_for_two(one.harness)
        async with connected(one.harness, ANNA, table):
            await cluster.tick()
            for _ in range(10):
                await one.ownership_clock.wait_for_sleeper()
                one.ownership_clock.advance(2)
                await asyncio.sleep(0)
            assert one.ownership.owns(table)
            one.disconnect()
            for _ in range(3):
                await one.ownership_clock.wait_for_sleeper()
                one.ownership_clock.advance(2)
                await asyncio.sleep(0)
            assert not one.ownership.owns(table)


# ------------------------------------------------------------------------------- owned tables


async def test_owner_releases_a_table_without_connections(two):
    table = await open_table_for_two(two.harnesses[0])
    async with connected(two.harnesses[1], ANNA, table):
        await two.tick()
        assert two.owner(table) is not None
    await two.advance(5)
    for _ in range(8):
        await two.advance(30)
    assert two.owner(table) is None
    assert not any(process.ownership._listeners for process in two.processes)
    assert not any(process.harness.tables._timers._connections for process in two.processes)


async def test_waiting_and_single_screen_tables_have_no_owner(two):
    one = two.harnesses[0]
    waiting = await one.open(ANNA, "Anna", "human")
    screen = await one.open(ANNA, "Anna", "Bernd")
    async with connected(one, ANNA, waiting), connected(one, ANNA, screen):
        await two.tick(4)
        assert two.owner(waiting) is two.owner(screen) is None


async def test_absent_player_is_reported_when_another_process_starts_the_match(two):
    """Anna waits at one process, which has no news of Clara. The last player joins at the other process."""
    one, other = two.harnesses
    table = await one.open(ANNA, "Anna", "human", "human", visibility=PUBLIC)
    async with connected(one, ANNA, table):
        await two.advance(200)
        await other.tables.join(CLARA, table, JoinTable())
        await two.advance(200)
        async with connected(other, BERND, table):
            await other.tables.join(BERND, table, JoinTable())
            started = (await wait_for_event(other, table, "table_started"))["seq"]
            await two.tick()
            await two.advance(59)
            assert await event_types(one, table, started) == []
            await two.advance(1)
            assert (await wait_for_event(one, table, "seat_away", started))["seat"] == 2
            assert await event_types(one, table, started) == ["seat_away"]


async def test_commands_at_both_processes_prevent_a_timeout(two):
    one, other = two.harnesses
    table = await open_table_for_two(one, turn=60)
    async with connected(one, ANNA, table), connected(other, BERND, table):
        for _ in range(3):
            await other.do(ANNA, table, RollDice(None))
            await one.play_on(ANNA, table)
            await one.do(BERND, table, RollDice(None))
            await other.play_on(BERND, table)
            await two.advance(50)
        assert "time_up" not in await event_types(one, table)
