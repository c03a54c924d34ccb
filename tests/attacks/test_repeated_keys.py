"""The server refuses a body that repeats a key: two parsers could read two different requests."""

import json
import uuid

import pytest
from fastapi.routing import iter_route_contexts

from pasch.server.api.requests import JsonRoute
from pasch.server.app import interface
from tests.support.protocol import Answer, at_table

pytestmark = pytest.mark.anyio
JSON = {"Content-Type": "application/json"}

BODIES = [
    ("/session", '{"name": "Anna", "name": "Bernd"}'),
    ("/account", '{"name": "Anna", "password": "five dice in a cup", "name": "Bernd"}'),
    ("/account/login", '{"name": "Anna", "name": "Anna", "password": "x"}'),
    ("/account/tokens", '{"scopes": ["read"], "scopes": ["play"]}'),
    ("/session/claim", '{"code": "x", "code": "y"}'),
    ("/tables", '{"variant": "kniffel", "seats": [{"kind": "local", "kind": "bot"}]}'),
    ("/tables", '{"variant": "kniffel", "rules": {"joker": "none", "joker": "free"}, "seats": [{"kind": "local"}]}'),
    ("/chat", '{"text": "a", "text": "b"}'),
    ("/variants/kniffel/rules", '{"rules": {}, "rules": {}}'),
]


def test_every_route_with_a_body_checks_for_repeated_keys():
    routes = [context.original_route for context in iter_route_contexts(interface().routes)]
    takers = [route for route in routes if getattr(route, "body_field", None)]
    assert len(takers) > len(BODIES)
    assert all(isinstance(route, JsonRoute) for route in takers)


@pytest.mark.parametrize(("path", "body"), BODIES)
async def test_request_with_a_repeated_key_is_refused(anna, path, body):
    answer = await anna.ask("POST", path, content=body, headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
    assert "appears twice in one object" in answer.json()["detail"]


async def test_command_with_a_repeated_key_is_refused(world, anna):
    table = (await anna.open())["id"]
    before = await anna.events(table)
    body = f'{{"id": "{uuid.uuid4()}", "type": "abort", "type": "roll"}}'
    answer = await anna.ask("POST", f"/tables/{table}/commands", content=body, headers=JSON)
    assert (answer.status_code, answer.json()["detail"]) == (422, "“type” appears twice in one object")
    async with at_table(world, anna, table) as connection:
        assert await connection.ask_text(body) == Answer(None, 422, "invalid_input")
    assert await anna.events(table) == before


async def test_error_shortens_and_sanitises_the_repeated_key(anna):
    key = "<script>\u202e" + "x" * 5000
    body = f"{{{json.dumps(key)}: 1, {json.dumps(key)}: 2}}"
    detail = (await anna.ask("POST", "/session", content=body, headers=JSON)).json()["detail"]
    assert len(detail) < 200
    assert "<" not in detail
    assert "\u202e" not in detail


async def test_equal_keys_in_different_objects_are_accepted(anna):
    table = await anna.open("Anna", "Bernd")
    assert [seat["name"] for seat in table["seats"]] == ["Anna", "Bernd"]
