"""A match decided by one session on two seats does not count, unless the seats share a device openly."""

import pytest

from pasch.service.people.continuing import moved
from pasch.service.requests import JoinTable
from tests.service.harness import ANNA, BERND, CLARA, PUBLIC
from tests.service.test_results import ResultsHarness

pytestmark = pytest.mark.anyio


@pytest.fixture
def results():
    return ResultsHarness()


async def seated(results, *seats, takers):
    """Play a match to its end; `takers` take the open seats, and some declare a shared device."""
    table = await results.harness.open(ANNA, *seats, variant="crag", visibility=PUBLIC)
    for person, wish in takers:
        await results.harness.tables.join(person, table, wish)
    await play_through(results, table, [ANNA, *(person for person, _ in takers)])
    return table


async def play_through(results, table, people):
    while True:
        for person in people:
            if (await results.harness.snapshot(person, table))["legal_actions"]:
                await results.harness.play_on(person, table)
                break
        else:
            return


def seat(number, *, shared=False):
    return JoinTable(seat=number, shared=shared)


CASES = [
    # seats, the session of each, the seats whose results count
    pytest.param(("Anna", "Alma"), [], {1, 2}, id="two people at one device"),
    pytest.param(("Anna", "human"), [(BERND, seat(2))], {1, 2}, id="two people at two devices"),
    pytest.param(("Anna", "human"), [(ANNA, seat(2))], set(), id="the opener takes an open seat too"),
    pytest.param(("Anna", "human"), [(ANNA, seat(2, shared=True))], {1, 2}, id="the opener says so"),
    pytest.param(("human", "human"), [(ANNA, seat(1)), (ANNA, seat(2))], set(), id="two open seats"),
    pytest.param(("human", "human"), [(ANNA, seat(1, shared=True)), (ANNA, seat(2))], set(), id="said of the first"),
    pytest.param(("human", "human"), [(ANNA, seat(1)), (ANNA, seat(2, shared=True))], {1, 2}, id="said of the second"),
    pytest.param(
        ("Anna", "human", "human"), [(BERND, seat(2)), (BERND, seat(3))], {1}, id="the honest player keeps the result"
    ),
    pytest.param(
        ("Anna", "human", "human"),
        [(BERND, seat(2)), (BERND, seat(3, shared=True))],
        {1, 2, 3},
        id="a family at the other end",
    ),
]


@pytest.mark.parametrize(("seats", "takers", "counting"), CASES)
async def test_only_seats_of_distinct_or_declared_players_count(results, seats, takers, counting):
    await seated(results, *seats, takers=takers)
    kept = [outcome for person in (ANNA, BERND) for outcome in await results.kept(person)]
    assert {outcome.seat for outcome in kept if outcome.whole} == counting
    assert len(kept) == len(seats)  # the dice statistics still count all seats
    assert len((await results.best())["scores"]) == len(counting)
    games = [each["games"] for person in (ANNA, BERND) for each in (await results.statistics(person))["variants"]]
    assert sum(games) == len(counting)


async def test_event_log_announces_a_shared_device(results):
    table = await results.harness.open(ANNA, "Anna", "human", "human", visibility=PUBLIC)
    await results.harness.tables.join(BERND, table, JoinTable("Bernd"))
    await results.harness.tables.join(BERND, table, JoinTable("Berta", seat=3, shared=True))
    sentences = [event["text"] for event in await results.harness.events(CLARA, table, 0, "en")]
    assert sentences[1] == "Bernd takes seat 2."
    assert sentences[2] == "Berta takes seat 3, on a device that another player uses."


async def test_seat_gained_by_key_counts_as_a_second_seat(results):
    """A player who continues with an opponent's key plays both seats."""
    table = await results.harness.open(ANNA, "Anna", "human", variant="crag")
    await results.harness.tables.join(BERND, table, JoinTable())
    writer = results.harness.tables.writer
    live = await writer.visible(ANNA, table)
    await writer.change(live, lambda state, row: moved(state, row, ANNA, BERND.id))
    await play_through(results, table, [ANNA])
    assert [outcome.whole for outcome in await results.kept(ANNA)] == [False, False]


async def test_rematch_remembers_shared_devices(results):
    table = await seated(results, "Anna", "human", "human", takers=[(BERND, seat(2)), (BERND, seat(3, shared=True))])
    again = await results.harness.tables.rematch(ANNA, table)
    await results.harness.tables.rematch(BERND, table)
    await play_through(results, again, [ANNA, BERND])
    assert [outcome.whole for outcome in await results.kept(BERND)] == [True] * 4
    third = await results.harness.tables.rematch(BERND, again)
    await results.harness.tables.rematch(ANNA, again)
    await play_through(results, third, [ANNA, BERND])
    assert len([outcome for outcome in await results.kept(BERND) if outcome.whole]) == 6
