"""Interrupting and continuing over HTTP; no caller can read the stored secrets."""

import asyncio
from contextlib import closing
from datetime import datetime, timedelta
from sqlite3 import connect

import pytest

from pasch.server.configuration.settings import Rate, ServerSettings
from pasch.service.people.continuing import ALPHABET, key_of
from tests.server.world import without_time, world_on

pytestmark = pytest.mark.anyio


async def bring(person, key):
    return await person.ask("POST", "/continue", {"key": key})


async def interrupted(anna, **wish):
    """Interrupt a match of two on Anna's screen in the middle of a turn; returns the table and the answer."""
    table = (await anna.open("Anna", "Bernd", **wish))["id"]
    await anna.do(table, "roll")
    answer = await anna.ask("POST", f"/tables/{table}/interrupt")
    assert answer.status_code == 200, answer.text
    return table, answer.json()


async def test_interrupted_match_continues_on_another_device(world, anna):
    table, stopped = await interrupted(anna)
    assert stopped["table"]["status"] == "paused"
    assert stopped["address"].endswith(f"/continue#{stopped['key']}")
    assert stopped["qr"].startswith("<svg")
    again = (await anna.ask("POST", f"/tables/{table}/key")).json()
    assert again == {name: stopped[name] for name in ("key", "address", "qr", "kept_until")}
    left = datetime.fromisoformat(again["kept_until"]) - datetime.fromisoformat(stopped["table"]["now"])
    assert timedelta(days=27.9) < left <= timedelta(days=28)

    clara = await world.person()
    went_on = await bring(clara, stopped["key"].lower().replace("-", " "))
    assert went_on.status_code == 200, went_on.text
    assert (went_on.json()["id"], went_on.json()["status"]) == (table, "running")
    assert went_on.json()["turn"]["dice"] == stopped["table"]["turn"]["dice"]
    await clara.do(table, "roll", keep="k-")
    answer = await anna.ask("GET", f"/tables/{table}")
    assert (answer.status_code, answer.json()["code"]) == (409, "continued_elsewhere")
    texts = [event["text"] for event in await clara.events(table) if event["type"] == "seat_moved"]
    assert texts == ["Anna changes devices.", "Bernd changes devices."]


async def test_interrupted_matches_are_visible_only_to_their_players(world, anna):
    table, _ = await interrupted(anna)
    bernd = await world.person()
    assert [item["id"] for item in (await anna.get("/tables?mine=true"))["tables"]] == [table]
    assert (await bernd.get("/tables?mine=true"))["tables"] == []
    assert (await bernd.get("/tables"))["tables"] == []
    assert (await bernd.ask("GET", f"/tables/{table}")).status_code == 404
    assert (await bernd.ask("POST", f"/tables/{table}/key")).status_code == 404
    assert (await bernd.ask("POST", f"/tables/{table}/interrupt")).status_code == 404


async def test_mistyped_key_is_reported_and_uses_no_guess(world, anna):
    _, stopped = await interrupted(anna)
    key = stopped["key"]
    for slip in (key[1] + key[0] + key[2:], next(c for c in ALPHABET if c != key[0]) + key[1:], key[:-1], "", "0" * 16):
        if slip == key:
            continue  # two equal characters, swapped
        refused = await bring(anna, slip)
        assert (refused.status_code, refused.json()["code"]) == (422, "mistyped_key"), slip
    assert (await bring(anna, "2" * 20_000)).json()["code"] == "invalid_input"
    assert (await anna.ask("POST", "/continue", {})).json()["code"] == "invalid_input"


async def test_key_guesses_are_limited_and_answered_alike(database):
    async with world_on(database, ServerSettings(guesses=Rate(burst=3, per_second=1 / 1000))) as world:
        anna, eve = await world.person(), await world.person()
        table, stopped = await interrupted(anna)
        answers = [await bring(eve, key_of(b"e" * 32, f"{number}").text) for number in range(3)]
        assert {(answer.status_code, answer.json()["code"]) for answer in answers} == {(404, "unknown_key")}
        late = await bring(eve, stopped["key"])
        assert (late.status_code, late.json()["code"]) == (429, "rate_limited")
        assert int(late.headers["Retry-After"]) > 0
        assert (await bring(eve, "mistyped")).json()["code"] == "mistyped_key"
        await anna.do(table, "abort")
        ended = await bring(anna, stopped["key"])
        said = (ended.status_code, ended.json()["code"], ended.json()["detail"])
        assert said == (404, "unknown_key", "The match of this key was ended before its last round")


async def test_only_players_can_get_a_key_or_interrupt(world, anna):
    table = (await anna.open("Anna", visibility="public"))["id"]
    bernd, anonymous = await world.person(), await world.person(session=False)
    for call in ("key", "interrupt"):
        assert (await bernd.ask("POST", f"/tables/{table}/{call}")).json()["code"] == "not_seated"
        assert (await anonymous.ask("POST", f"/tables/{table}/{call}")).status_code == 401
    assert (await bring(anonymous, key_of(b"e" * 32, "1").text)).status_code == 401
    await anna.do(table, "abort")
    assert (await anna.ask("POST", f"/tables/{table}/interrupt")).json()["code"] == "illegal_action"


async def test_database_never_contains_a_key(database):
    async with world_on(database) as world:
        _, stopped = await interrupted(await world.person())
    with closing(connect(database)) as db:
        everything = "\n".join(db.iterdump())
    characters = stopped["key"].replace("-", "")
    assert "seat_keys" in everything
    assert stopped["key"] not in everything
    assert characters not in everything
    assert characters.encode().hex() not in everything.lower()


async def test_key_stays_valid_after_a_server_restart(database):
    async with world_on(database) as world:
        table, stopped = await interrupted(await world.person())
    async with world_on(database) as world:
        clara = await world.person()
        went_on = (await bring(clara, stopped["key"])).json()
        assert went_on["id"] == table
        assert without_time(await clara.table(table)) == without_time(went_on)
        again = await asyncio.gather(*(clara.ask("POST", f"/tables/{table}/key") for _ in range(3)))
        assert {answer.json()["key"] for answer in again} == {stopped["key"]}


async def test_only_household_servers_list_interrupted_matches(world, anna, tmp_path):
    await interrupted(anna)
    assert (await (await world.person(session=False)).ask("GET", "/interrupted")).status_code == 404
    async with world_on(tmp_path / "household", ServerSettings(household=True)) as home:
        table, _ = await interrupted(await home.person())
        visitor = await home.person(session=False)
        (match,) = (await visitor.get("/interrupted"))["matches"]
        assert [seat["name"] for seat in match["seats"]] == ["Anna", "Bernd"]
        assert match["status"] == "paused"
        # The list shows only names: continuing needs the key.
        assert table not in str(match)
