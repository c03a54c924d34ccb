"""A terminal and a server of different versions: the terminal reports the mismatch and does not retry."""

import json
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.server import serve

from pasch import __version__
from pasch.service.views.schema.socket import PROTOCOL, WRONG_VERSION
from pasch.tui.server.link import Broken, LinkRefused, Shown
from pasch.tui.server.online import OnlineLink, Server

pytestmark = pytest.mark.anyio

TABLE = {
    "seq": 3,
    "opened_at": "2026-11-24T12:00:00.000Z",
    "round": 1,
    "turn": None,
    "seats": [],
    "results": [],
    "offers": {},
}


class ServerWithSocket(Server):
    """A server with a real socket and a constant answer to requests."""

    async def ask(self, *_):
        return {"seq": 0}


@asynccontextmanager
async def scripted_server(talk):
    """A connection to a server whose socket runs `talk`."""
    async with serve(talk, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield OnlineLink(ServerWithSocket(f"http://127.0.0.1:{port}", "en"), "table")


async def test_old_terminal_is_asked_to_update():
    async def talk(line):
        await line.close(WRONG_VERSION, "Please\x1b update.")

    async with scripted_server(talk) as link:
        with pytest.raises(LinkRefused, match="Please update") as refused:
            await anext(link.news())
    assert refused.value.code == "wrong_version"


@pytest.mark.parametrize("first", [{"kind": "snapshot", "snapshot": {}}, {"kind": "hello", "version": 1, "table": {}}])
async def test_old_server_error_names_required_version(first):
    async def talk(line):
        await line.send(json.dumps(first))
        await line.wait_closed()

    async with scripted_server(talk) as link:
        with pytest.raises(LinkRefused, match=f"protocol {PROTOCOL}.*Pasch {__version__}"):
            await anext(link.news())


async def test_missing_message_reopens_connection_after_last_event():
    asked = []

    async def talk(line):
        asked.append(line.request.path)
        await line.send(json.dumps({"kind": "hello", "version": PROTOCOL, "table": TABLE}))
        row = ["seat_back", 0, 1, "Anna is back.", {}]
        await line.send(json.dumps({"kind": "batch", "from": 3, "events": [row], "set": {"round": 2}}))
        await line.send(json.dumps({"kind": "batch", "from": 5, "events": [], "set": {}}))
        await line.wait_closed()

    async with scripted_server(talk) as link:
        received = []
        async for news in link.news():
            received.append(news)
            if isinstance(news, Broken):
                break
        shown = [news.snapshot for news in received if isinstance(news, Shown)]
        assert [(snapshot["seq"], snapshot["round"]) for snapshot in shown] == [(3, 1), (4, 2)]
        await anext(aiter(link.news()))
    assert [path.partition("?")[2] for path in asked] == [f"version={PROTOCOL}&after={n}" for n in (0, 4)]
