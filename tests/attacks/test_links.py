"""A link code that a thief has made opens nothing once the owner has thrown the thief out."""

import pytest

from tests.attacks.accounts import PASSWORD, REVOCATIONS, at, log_out

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("revoke", REVOCATIONS)
async def test_a_link_code_ends_with_the_session(world, anna, thief, revoke):
    code = (await thief.ask("POST", "/session/link")).json()["code"]
    assert (await revoke(anna, thief)).status_code == 204
    stranger = await world.person(session=False)
    answer = await stranger.ask("POST", "/session/claim", {"code": code})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_link")


LASTING = [
    ("/session/link", None),
    ("/account/tokens", {"scopes": ["play"]}),
    ("/account", {"name": "Bernd", "password": PASSWORD}),
]


@pytest.mark.parametrize("request_", LASTING)
async def test_a_session_that_has_ended_gains_nothing_lasting(world, elsewhere, request_):
    """Not even from a process that has not heard of the end yet."""
    thief = await world.person()
    there = at(elsewhere, thief)
    assert (await there.ask("GET", "/session")).status_code == 200
    assert (await log_out(None, thief)).status_code == 204
    answer = await there.ask("POST", *request_)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
