"""Waiting for players over HTTP: ready, consent, bots on open seats, leaving, rematch."""

import pytest

pytestmark = pytest.mark.anyio


async def sit_down(world, table):
    person = await world.person()
    answer = await person.ask("POST", f"/tables/{table}/seats", {"name": "Bernd"})
    assert answer.status_code == 201, answer.text
    return person


async def test_table_terms_appear_in_snapshot_lobby_and_events(anna):
    wish = {"time": {"turn": 60, "bank": 120}, "absent": "entry", "bots": False, "visibility": "public"}
    table = await anna.open("Anna", "human", **wish)
    assert {name: table[name] for name in wish} == wish
    [shown] = (await anna.get("/tables"))["tables"]
    assert (shown["time"], shown["bots"]) == (wish["time"], False)
    opened, *_ = await anna.events(table["id"])
    assert {name: opened["data"][name] for name in ("time", "absent", "bots")} == {
        name: wish[name] for name in ("time", "absent", "bots")
    }
    refused = await anna.ask("POST", f"/tables/{table['id']}/seats/2/bot")
    assert (refused.status_code, refused.json()["code"]) == (403, "bots_unwelcome")


@pytest.mark.parametrize("time", [{"turn": 0}, {"turn": 60, "bank": -1}, {"turn": 10**9}, {"bank": 60}, 60], ids=str)
async def test_invalid_clock_is_refused(anna, time):
    refused = await anna.open("Anna", "human", status=422, time=time)
    assert refused["code"] == "invalid_input"
    assert refused["field"].startswith("time")


async def test_opener_fills_and_reopens_seats_until_all_are_ready(world, anna):
    table = (await anna.open("Anna", "human", "human", "bot", start=False))["id"]
    bernd = await sit_down(world, table)
    assert (await bernd.ask("POST", f"/tables/{table}/seats/3/bot")).status_code == 403
    assert (await anna.ask("POST", f"/tables/{table}/seats/4/open")).status_code == 200
    filled = await anna.ask("POST", f"/tables/{table}/seats/3/bot", {"bot": "simple"})
    assert (filled.status_code, filled.json()["seats"][2]["kind"]) == (201, "bot")
    again = await anna.ask("POST", f"/tables/{table}/seats/3/bot")
    assert (again.status_code, again.json()["code"]) == (409, "illegal_action")
    assert (await anna.ask("POST", f"/tables/{table}/seats/0/bot")).status_code == 422
    assert (await anna.ask("POST", f"/tables/{table}/seats/4/bot")).status_code == 201
    await anna.do(table, "ready", ready=True)
    assert (await anna.table(table))["status"] == "waiting"
    await bernd.do(table, "ready")
    assert (await anna.table(table))["status"] == "running"


async def test_rematch_opens_the_seat_of_a_departed_player(world, anna):
    table = (await anna.open("Anna", "human", "human"))["id"]
    bernd, clara = await sit_down(world, table), await sit_down(world, table)
    assert (await bernd.ask("POST", f"/tables/{table}/leave", {"seat": "freeze"})).status_code == 204
    assert (await anna.table(table))["seats"][1]["sheet_frozen"]
    assert (await anna.ask("POST", f"/tables/{table}/leave", {"seat": "hell"})).status_code == 422
    await anna.do(table, "abort")
    again = (await clara.ask("POST", f"/tables/{table}/rematch")).json()
    assert [(seat["name"], seat["open"], seat["kept"]) for seat in again["seats"]] == [
        ("Player 1", True, None),
        ("Bernd", False, None),
        ("Anna", True, "another"),
    ]
    assert (await anna.table(table))["rematch"] == again["id"]
    accepted = await anna.ask("POST", f"/tables/{table}/rematch")
    assert (accepted.status_code, accepted.json()["id"]) == (201, again["id"])
    assert accepted.json()["seats"][2]["mine"]
