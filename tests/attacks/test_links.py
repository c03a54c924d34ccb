"""A link code that a thief has made opens no session after the owner revokes the thief's session."""

import pytest

from tests.attacks.accounts import PASSWORD, REVOCATIONS, at, log_out

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("revoke", REVOCATIONS)
async def test_revoked_session_invalidates_its_link_code(world, anna, thief, revoke):
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
async def test_ended_session_gets_no_lasting_credentials(world, elsewhere, request_):
    """A process that has not yet heard of the revocation refuses, too."""
    thief = await world.person()
    there = at(elsewhere, thief)
    assert (await there.ask("GET", "/session")).status_code == 200
    assert (await log_out(None, thief)).status_code == 204
    answer = await there.ask("POST", *request_)
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
