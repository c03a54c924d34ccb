"""Two processes over one store: neither knows what the other has just done, and nothing goes wrong."""

import asyncio

import pytest

from pasch.rules.actions import RollDice, Score
from pasch.rules.errors import IllegalAction
from pasch.rules.variants import find_variant
from pasch.service.errors import Stale
from pasch.service.requests import Command, JoinTable
from pasch.storage.sqlite import SqliteStore
from tests.service.hall import ANNA, BERND, PUBLIC, Hall

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["memory", "sqlite"])
def processes(request, hall, tmp_path):
    """Two halls that share a store and nothing else: no cache, no bus."""
    if request.param == "memory":
        yield hall, Hall(hall.store, first=1000)
        return
    url = f"sqlite:///{tmp_path / 'pasch.sqlite3'}"
    with SqliteStore.opened(url) as one, SqliteStore.opened(url) as other:
        yield Hall(one), Hall(other, first=1000)


async def test_what_one_does_the_other_sees(processes):
    one, other = processes
    table = await one.open(ANNA, "Anna", "human")
    assert (await other.look(BERND, table))["seq"] == 1
    await one.tables.join(BERND, table, JoinTable("Bernd"))
    await one.roll(ANNA, table)
    assert await other.look(BERND, table) == await one.look(BERND, table)
    assert await other.tables.events(BERND, table, 0, "de") == await one.tables.events(BERND, table, 0, "de")


async def test_commands_go_to_any_process(processes):
    table = await processes[0].open(ANNA, "Anna", "Bernd")
    for turn in range(26):
        for step, action in enumerate((RollDice(), Score(CELLS[turn // 2]))):
            seq = 2 + 2 * turn + step
            await processes[(turn + step) % 2].do(ANNA, table, action, expect_seq=seq)
    first, second = [await hall.look(ANNA, table) for hall in processes]
    assert first == second
    assert first["status"] == "finished"


CELLS = [cell.key for cell in find_variant("kniffel").categories]


async def test_a_command_repeated_at_the_other_process_gets_its_first_answer(processes):
    one, other = processes
    table = await one.open(ANNA, "Anna")
    command = Command("same", RollDice(), expect_seq=2)
    await other.look(ANNA, table)
    answer = await one.tables.act(ANNA, table, command)
    assert await other.tables.act(ANNA, table, command) == answer
    free = Command("free", RollDice("k-"))
    answer = await one.tables.act(ANNA, table, free)
    assert await other.tables.act(ANNA, table, free) == answer
    assert (await other.look(ANNA, table))["seq"] == 4


async def test_nothing_is_refused_from_old_knowledge(processes):
    one, other = processes
    table = await one.open(ANNA, "Anna")
    await other.look(ANNA, table)
    await one.roll(ANNA, table)
    await other.do(ANNA, table, Score("chance"), expect_seq=3)
    with pytest.raises(Stale):
        await one.do(ANNA, table, RollDice(), expect_seq=3)


@pytest.mark.parametrize("expect", [2, None])
async def test_of_many_commands_at_once_each_number_is_given_once(processes, expect):
    table = await processes[0].open(ANNA, "Anna")
    await processes[1].look(ANNA, table)
    tries = [hall.do(ANNA, table, RollDice(), expect_seq=expect) for _ in range(4) for hall in processes]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    done = [outcome.seq for outcome in outcomes if not isinstance(outcome, Exception)]
    refused = {type(outcome) for outcome in outcomes if isinstance(outcome, Exception)}
    if expect:
        assert (done, refused) == ([3], {Stale})
    else:
        assert sorted(done) == [3, 4, 5]
        assert all(issubclass(error, IllegalAction) for error in refused)
    assert [event.seq for event in await processes[0].log(table)] == list(range(1, 3 + len(done)))


async def test_the_same_command_sent_to_both_at_once_happens_once(processes):
    table = await processes[0].open(ANNA, "Anna")
    await processes[1].look(ANNA, table)
    command = Command("twice", RollDice())
    answers = await asyncio.gather(*(hall.tables.act(ANNA, table, command) for hall in processes * 3))
    assert {answer.seq for answer in answers} == {3}
    assert len(await processes[0].log(table)) == 3


async def test_the_last_seat_is_given_once(processes):
    table = await processes[0].open(ANNA, "Anna", "human", visibility=PUBLIC)
    await processes[1].look(ANNA, table)
    people = [(processes[0], BERND), (processes[1], type(BERND)(ANNA.id + "2", "X", BERND.opened_at))]
    tries = [hall.tables.join(who, table, JoinTable()) for hall, who in people]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoOpenSeat", "int"]
    shown = [[seat["name"] for seat in (await hall.look(None, table))["seats"]] for hall in processes]
    assert shown[0] == shown[1]


async def test_bots_of_two_processes_play_each_step_once(processes):
    one, other = processes
    other.share_bus(one)
    table = await one.open(ANNA, "bot", "bot", visibility=PUBLIC)
    async with one.tables.playing_bots(), other.tables.playing_bots():
        end = await one.until(ANNA, table, lambda event: event["type"] == "match_finished")
    log = await one.log(table)
    assert [event.seq for event in log] == list(range(1, len(log) + 1))
    assert [event.type for event in log].count("scored") == 26
    assert end["status"] == "finished"
    assert (await other.look(None, table))["totals"] == end["totals"]


async def test_a_restarted_process_goes_on_where_the_old_one_was(tmp_path):
    url = f"sqlite:///{tmp_path / 'pasch.sqlite3'}"
    with SqliteStore.opened(url) as store:
        hall = Hall(store)
        table = await hall.open(ANNA, "Anna", "bot", "Bernd")
        await hall.roll(ANNA, table)
        before = await hall.look(ANNA, table, "de")
    with SqliteStore.opened(url) as store:
        hall = Hall(store, first=1000)
        assert await hall.look(ANNA, table, "de") == before
        await hall.do(ANNA, table, Score("chance"))
    with SqliteStore.opened(url) as store:
        hall = Hall(store, first=2000)
        async with hall.tables.playing_bots():
            after = await hall.until(ANNA, table, lambda event: event["type"] == "scored" and event["seat"] == 2)
        assert after["turn"]["seat"] == 3
