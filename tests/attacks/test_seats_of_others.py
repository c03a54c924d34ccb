"""The server refuses, counts and logs commands for other players' seats, and limits the log lines."""

import logging

import pytest

from tests.server.players import open_table_for_people

pytestmark = pytest.mark.anyio


@pytest.fixture
async def table(world, anna, bernd):
    return await open_table_for_people(world, anna, bernd, variant="kniffel", visibility="public")


@pytest.fixture
async def bernd(world):
    return await world.person()


async def attempts(world):
    text = (await (await world.person(session=False)).http.get("/metrics")).text
    [line] = [line for line in text.splitlines() if line.startswith("pasch_seat_attempts_total ")]
    return float(line.split()[1])


async def test_commands_for_other_seats_are_counted_and_logged(world, anna, bernd, table, caplog):
    caplog.set_level(logging.WARNING)
    before = await anna.events(table)
    stranger = await world.person()
    for person, command in ((bernd, {"seat": 1}), (stranger, {"seat": 1}), (stranger, {})):
        answer = await person.command(table, "roll", **command)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
    assert await attempts(world) == 3
    records = [record for record in caplog.records if record.msg == "seat_of_another"]
    assert [record.table for record in records] == [table] * 3
    assert await anna.events(table) == before


async def test_ordinary_refusals_do_not_count_as_attempts(world, anna, bernd, table):
    assert (await bernd.command(table, "roll")).json()["code"] == "not_your_turn"
    assert (await anna.command(table, "score", cell="ones")).status_code == 409
    assert (await anna.command(table, "roll", expect_seq=999)).json()["code"] == "stale"
    assert await attempts(world) == 0


async def test_logged_seat_attempts_are_limited(world, bernd, table, caplog):
    caplog.set_level(logging.WARNING)
    for _ in range(30):
        await bernd.command(table, "roll", seat=1)
    assert await attempts(world) == 30
    assert len([record for record in caplog.records if record.msg == "seat_of_another"]) == 10
