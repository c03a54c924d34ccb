"""The AsyncAPI document: valid, and consistent with real messages of a server's sockets."""

import jsonschema_rs
import pytest

from pasch.server.api.documents import asyncapi
from tests.server.players import open_table_for_people
from tests.server.test_schema import references
from tests.server.world import document
from tests.support.protocol import at_table, in_lobby


@pytest.fixture(scope="module", name="sockets")
def the_document():
    return asyncapi(document())


def keeps_to(sockets, name):
    """Whether a message matches the document's schema for its name."""
    shape = {**sockets["components"]["messages"][name]["payload"], "components": sockets["components"]}
    return jsonschema_rs.validator_for(shape).is_valid


def lookup(sockets, reference):
    found = sockets
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    return found


def test_every_reference_resolves(sockets):
    assert sockets["asyncapi"] == "3.0.0"
    for reference in references(sockets):
        assert lookup(sockets, f"#/{reference.removeprefix('#/')}" if "#" in reference else f"#/components/{reference}")


def test_every_example_matches_its_message_schema(sockets):
    for name, message in sockets["components"]["messages"].items():
        assert message["examples"], name
        fits = keeps_to(sockets, name)
        assert [each for each in message["examples"] if not fits(each["payload"])] == []


@pytest.mark.anyio
async def test_socket_messages_match_the_document(world, sockets):
    anna, bernd = await world.person(), await world.person(language="de")
    async with in_lobby(world, bernd) as lobby:
        table = await open_table_for_people(world, anna, bernd, variant="kniffel", visibility="public")
        async with at_table(world, anna, table) as line, at_table(world, bernd, table) as other:
            await line.ask("roll")
            await line.ask("roll", keep="k-")
            await line.ask("score", cell="chance", points=99)
            answer = await line.ask_text("no command")
            assert answer.status == 422
            seq = (await anna.table(table))["seq"]
            await other.until_at(seq)
    said, listed = keeps_to(sockets, "ServerMessage"), keeps_to(sockets, "LobbyMessage")
    assert {"hello", "batch", "answer"} <= {message["kind"] for message in line.raw_messages}
    assert [message for message in [*line.raw_messages, *other.raw_messages] if not said(message)] == []
    assert lobby.raw_messages
    assert [message for message in lobby.raw_messages if not listed(message)] == []
    assert not said({"kind": "batch", "events": []})
