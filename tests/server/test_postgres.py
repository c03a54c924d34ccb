"""The whole server on PostgreSQL: an evening of two people, from the first request to the last deletion.

Other tests check each answer, on SQLite. This test uses every store once.
"""

import random

import pytest

from tests.server.players import open_table_for_people, play_out
from tests.server.world import new_id, world_on

pytestmark = pytest.mark.anyio
PASSWORD = "fünf Würfel im Becher"


@pytest.fixture
async def world(postgres_url):
    async with world_on(postgres_url) as made:
        yield made


async def test_two_people_play_a_full_evening_on_postgresql(world):
    anna, bernd = await world.person(), await world.person()
    assert (await anna.ask("POST", "/account", {"name": "Änne", "password": PASSWORD})).status_code == 201
    assert (await bernd.ask("POST", "/account/login", {"name": "änne", "password": "no"})).status_code != 200

    table = await open_table_for_people(world, anna, bernd, variant="kniffel", visibility="public")
    assert [each["id"] for each in (await bernd.get("/tables"))["tables"]] == [table]
    await anna.ask("POST", f"/tables/{table}/start")
    said = await anna.ask("POST", "/chat", {"text": "Hallo 🎲 ' -- "})
    assert said.status_code in {200, 201}, said.text
    key = (await bernd.ask("POST", f"/tables/{table}/key")).json()
    assert key

    end = (await play_out([anna, bernd], table, random.Random(7)))[-1]
    assert end["status"] == "finished"
    log = await anna.events(table)
    assert [event["seq"] for event in log] == list(range(1, end["seq"] + 1))
    repeated = {"id": new_id(), "type": "roll", "expect_seq": 1}
    assert (await anna.ask("POST", f"/tables/{table}/commands", repeated)).json()["code"] == "stale"

    past = await anna.get("/history")
    assert [each["id"] for each in past["past"]] == [table]
    record = (await anna.ask("GET", f"/tables/{table}/record")).text
    assert f"result: {' '.join(map(str, end['totals']))}" in record

    assert PASSWORD not in (await anna.ask("GET", "/account/export")).text
    assert (await anna.ask("DELETE", "/account")).status_code == 204
    seen = await bernd.table(table)
    assert "Änne" not in {seat["name"] for seat in seen["seats"]}
    assert seen["seq"] >= end["seq"]
