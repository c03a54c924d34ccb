"""Two processes over one store: neither knows the other's latest events, and both behave correctly."""

import asyncio
from dataclasses import replace

import pytest

from pasch.rules.actions import RollDice, Score
from pasch.rules.errors import IllegalAction
from pasch.rules.variants import find_variant
from pasch.service.errors import ContinuedElsewhere, Stale
from pasch.service.people.continuing import Continuing
from pasch.service.requests import Command, JoinTable
from pasch.storage.bus import LocalBus
from pasch.storage.opening import opened
from pasch.storage.people import SqlKeys
from pasch.storage.tables import SqlTables
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC, Harness, SequentialEntropy
from tests.support.memory import MemoryDatabase

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, tmp_path):
    """The address of an empty database."""
    return request.getfixturevalue("postgres_url") if request.param == "postgres" else file_in(tmp_path)


def file_in(folder):
    return f"sqlite:///{folder / 'pasch.sqlite3'}"


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def processes(request, harness, tmp_path):
    """Two halls that share only a store: no cache, no bus."""
    if request.param == "memory":
        yield harness, Harness(harness.store, first=1000)
        return
    url = request.getfixturevalue("postgres_url") if request.param == "postgres" else file_in(tmp_path)
    async with opened(url) as one, opened(url) as other:
        yield Harness(SqlTables(one)), Harness(SqlTables(other), first=1000)


async def test_each_process_sees_changes_of_the_other(processes):
    one, other = processes
    table = await one.open(ANNA, "Anna", "human")
    assert (await other.snapshot(BERND, table))["seq"] == 1
    await one.tables.join(BERND, table, JoinTable("Bernd"))
    await one.roll(ANNA, table)
    assert await other.snapshot(BERND, table) == await one.snapshot(BERND, table)
    assert await other.events(BERND, table, 0, "de") == await one.events(BERND, table, 0, "de")


async def test_seat_transfer_is_visible_in_other_process(processes):
    one, other = processes
    kept = SqlKeys(one.store.database)
    here, there = (Continuing(kept, harness.tables.writer, SequentialEntropy(5)) for harness in processes)
    table = await one.open(ANNA, "Anna", "Bernd")
    await one.roll(ANNA, table)
    key = await here.interrupt(ANNA, table)
    assert await there.key(ANNA, table) == key
    assert await there.continue_match(CLARA, key) == table
    await other.roll(CLARA, table)
    with pytest.raises(ContinuedElsewhere):
        await one.roll(ANNA, table)
    assert await here.key(CLARA, table) == key
    await one.roll(CLARA, table)


async def test_any_process_accepts_commands(processes):
    table = await processes[0].open(ANNA, "Anna", "Bernd")
    for turn in range(26):
        for step, action in enumerate((RollDice(), Score(CELLS[turn // 2]))):
            seq = 2 + 2 * turn + step
            await processes[(turn + step) % 2].do(ANNA, table, action, expect_seq=seq)
    first, second = [await harness.snapshot(ANNA, table) for harness in processes]
    assert first == second
    assert first["status"] == "finished"


CELLS = [cell.key for cell in find_variant("kniffel").categories]


async def test_command_repeated_at_other_process_gets_first_answer(processes):
    one, other = processes
    table = await one.open(ANNA, "Anna")
    command = Command("same", RollDice(), expect_seq=2)
    await other.snapshot(ANNA, table)
    answer = await one.tables.act(ANNA, table, command)
    assert await other.tables.act(ANNA, table, command) == answer
    free = Command("free", RollDice("k-"))
    answer = await one.tables.act(ANNA, table, free)
    assert await other.tables.act(ANNA, table, free) == answer
    assert (await other.snapshot(ANNA, table))["seq"] == 4


class SynchronousBus(LocalBus):
    """A bus whose listeners act on a message during its delivery."""

    def __init__(self):
        super().__init__()
        self.callbacks = []

    async def publish(self, topic, seq):
        await super().publish(topic, seq)
        while self.callbacks:
            await self.callbacks.pop()()


async def test_answer_names_own_event_despite_later_events_elsewhere():
    bus = SynchronousBus()
    one = Harness(bus=bus)
    other = Harness(one.store, first=1000)
    table = await one.open(ANNA, "Anna")
    await other.snapshot(ANNA, table)

    async def further():
        await other.roll(ANNA, table, "k-")
        await one.snapshot(ANNA, table)

    bus.callbacks.append(further)
    command = Command("first", RollDice())
    answer = await one.tables.act(ANNA, table, command)
    assert answer.seq == 3
    assert await other.tables.act(ANNA, table, command) == answer
    assert (await other.snapshot(ANNA, table))["seq"] == 4


class InterleavingStore(SqlTables):
    """A store that lets others append before it acknowledges a write."""

    def __init__(self):
        super().__init__(MemoryDatabase())
        self.callbacks = []

    async def append(self, append):
        await super().append(append)
        while self.callbacks:
            await self.callbacks.pop()()


async def test_player_seated_in_other_process_is_not_overlooked():
    one = Harness(InterleavingStore())
    other = Harness(one.store, first=1000)
    table = await one.open(ANNA, "Anna", "human", start=False)
    await one.tables.join(BERND, table, JoinTable("Bernd"))
    for harness in (one, other):
        harness.clock.advance(1)
        await harness.snapshot(ANNA, table)  # each process caches the names for a while

    async def further():
        await other.tables.join(CLARA, table, JoinTable("Clara"))
        await one.snapshot(ANNA, table)

    one.store.callbacks.append(further)
    await one.tables.leave(BERND, table)
    seats = [[seat["name"] for seat in (await harness.snapshot(ANNA, table))["seats"]] for harness in (one, other)]
    assert seats == [["Anna", "Clara"]] * 2


async def test_outdated_cache_does_not_refuse_current_command(processes):
    one, other = processes
    table = await one.open(ANNA, "Anna")
    await other.snapshot(ANNA, table)
    await one.roll(ANNA, table)
    await other.do(ANNA, table, Score("chance"), expect_seq=3)
    with pytest.raises(Stale):
        await one.do(ANNA, table, RollDice(), expect_seq=3)


@pytest.mark.parametrize("expect", [2, None])
async def test_concurrent_commands_get_distinct_sequence_numbers(processes, expect):
    table = await processes[0].open(ANNA, "Anna")
    await processes[1].snapshot(ANNA, table)
    tries = [harness.do(ANNA, table, RollDice(), expect_seq=expect) for _ in range(4) for harness in processes]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    done = [outcome.seq for outcome in outcomes if not isinstance(outcome, Exception)]
    refused = {type(outcome) for outcome in outcomes if isinstance(outcome, Exception)}
    if expect:
        assert (done, refused) == ([3], {Stale})
    else:
        assert sorted(done) == [3, 4, 5]
        assert all(issubclass(error, IllegalAction) for error in refused)
    assert [event.seq for event in await processes[0].log(table)] == list(range(1, 3 + len(done)))


async def test_same_command_sent_to_both_processes_runs_once(processes):
    table = await processes[0].open(ANNA, "Anna")
    await processes[1].snapshot(ANNA, table)
    command = Command("twice", RollDice())
    answers = await asyncio.gather(*(harness.tables.act(ANNA, table, command) for harness in processes * 3))
    assert {answer.seq for answer in answers} == {3}
    assert len(await processes[0].log(table)) == 3


async def test_last_seat_goes_to_one_player_across_processes(processes):
    table = await processes[0].open(ANNA, "Anna", "human", visibility=PUBLIC)
    await processes[1].snapshot(ANNA, table)
    people = [(processes[0], BERND), (processes[1], replace(BERND, id=ANNA.id + "2"))]
    tries = [harness.tables.join(person, table, JoinTable()) for harness, person in people]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoOpenSeat", "int"]
    shown = [[seat["name"] for seat in (await harness.snapshot(None, table))["seats"]] for harness in processes]
    assert shown[0] == shown[1]


async def test_bots_of_two_processes_play_each_step_once(processes):
    one, deaf = processes
    other = Harness(deaf.store, bus=one.bus, first=2000)
    table = await one.open(ANNA, "bot", "bot", visibility=PUBLIC)
    async with one.tables.playing_bots(), other.tables.playing_bots():
        end = await one.until(ANNA, table, lambda event: event["type"] == "match_finished")
    log = await one.log(table)
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    assert [event.type for event in log].count("scored") == 26
    assert end["status"] == "finished"
    assert (await other.snapshot(None, table))["totals"] == end["totals"]


async def test_restarted_process_continues_the_match(url):
    async with opened(url) as database:
        harness = Harness(SqlTables(database))
        table = await harness.open(ANNA, "Anna", "bot", "Bernd")
        await harness.roll(ANNA, table)
        before = await harness.snapshot(ANNA, table, "de")
    async with opened(url) as database:
        harness = Harness(SqlTables(database), first=1000)
        assert await harness.snapshot(ANNA, table, "de") == before
        await harness.do(ANNA, table, Score("chance"))
    async with opened(url) as database:
        harness = Harness(SqlTables(database), first=2000)
        async with harness.tables.playing_bots():
            after = await harness.until(ANNA, table, lambda event: event["type"] == "scored" and event["seat"] == 2)
        assert after["turn"]["seat"] == 3
