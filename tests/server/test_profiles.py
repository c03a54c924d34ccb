"""Profiles over HTTP: consent, and identical refusals for private and unknown people."""

from __future__ import annotations

import pytest

from pasch.service.views.schema.people import Account
from pasch.service.views.schema.results import Profile, SeatSkills
from tests.server.test_tables import play_out
from tests.server.world import Person, valid

pytestmark = pytest.mark.anyio


async def refused(person, path):
    """The body of a 404 refusal."""
    answer = await person.ask("GET", path)
    assert answer.status_code == 404, answer.text
    return answer.text


async def test_profile_is_public_only_with_consent(world, anna):
    stranger, handle = await world.person(session=False), (await anna.get("/account"))["person"]
    assert (await anna.get("/account"))["public"] is False
    private = await refused(stranger, f"/people/{handle}")
    assert private == await refused(stranger, "/people/0123456789abcdef01") == await refused(anna, f"/people/{handle}")

    await play_out(anna, (await anna.open("Anna", variant="crag"))["id"])
    account = valid(Account, (await anna.ask("PUT", "/account/profile", {"public": True})).json())
    assert account["public"] is True
    assert (await anna.get("/account/export"))["public_profile"] is True
    profile = valid(Profile, await stranger.get(f"/people/{handle}"))
    assert (profile["person"], profile["bot"]) == (handle, False)

    bernd = await world.person()
    assert (await bernd.get("/account"))["public"] is False
    assert (await stranger.ask("PUT", "/account/profile", {"public": True})).status_code == 401
    token = (await anna.ask("POST", "/account/tokens", {"scopes": ["play"]})).json()["token"]
    program = await Person(stranger.http, token).ask("PUT", "/account/profile", {"public": False})
    assert (program.status_code, program.json()["code"]) == (403, "scope_missing")

    assert (await anna.ask("DELETE", "/session")).status_code == 204
    assert await refused(stranger, f"/people/{handle}") == private


async def test_table_skill_is_visible_only_to_the_tables_viewers(world, anna):
    table = (await anna.open("Anna", "human", variant="crag"))["id"]
    mine = valid(SeatSkills, await anna.get(f"/tables/{table}/skill"))
    assert [(seat["seat"], seat["public"]) for seat in mine["seats"]] == [(1, False)]
    bernd, clara, stranger = await world.person(), await world.person(), await world.person(session=False)
    assert (await bernd.ask("POST", f"/tables/{table}/seats", {"name": "Bernd"})).status_code == 201
    assert [seat["seat"] for seat in (await bernd.get(f"/tables/{table}/skill"))["seats"]] == [2]
    await refused(clara, f"/tables/{table}/skill")
    assert (await stranger.ask("GET", f"/tables/{table}/skill")).status_code == 401
