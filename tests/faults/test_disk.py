"""A full disk: writes are refused, reads continue, and with free space everything works at once."""

import resource

import pytest

from tests.support.history import lies
from tests.support.history_crowd import Crowd
from tests.support.history_kept import kept_in
from tests.support.quick_server import QuickServer

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
SMALL = 100_000
"""Bytes: the journal restarts after 4 MB, so it soon exceeds this limit."""
QUIET = {"PASCH_SOLVING_AHEAD": "0", "PASCH_BOT_PAUSE": "0.02"}


@pytest.fixture
async def server(tmp_path, database):
    server = await QuickServer(tmp_path, QUIET).start()
    yield server
    server.kill()


def no_room(server):
    """Limit every file of the server, so that neither the database nor its journal can grow."""
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (SMALL, resource.RLIM_INFINITY))


def room(server):
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


async def test_full_disk_refuses_only_writes(server, long):
    crowd = Crowd([server.url], programs=True)
    async with crowd.playing(6):
        for _ in range(20 if long else 2):
            await crowd.until(30)
            no_room(server)
            await crowd.until_refused("not_ready", 10)
            await look(crowd)
            room(server)
            await crowd.until_everywhere()  # bots and clocks have done their delayed work now
        await crowd.until(100)
    await crowd.look_round()
    assert lies(crowd.history, kept_in(server.database, crowd.history.tables)) == []


async def look(crowd):
    """Clients still see the table, its log and the lobby; the server refuses to open a table, with the reason."""
    table, (player, *_) = next(iter(crowd.players.items()))
    for path in (f"/tables/{table}", f"/tables/{table}/events?follow=false", "/tables"):
        assert (await player.person.once("GET", path)).status_code == 200
    for path, body in (("/tables", {"variant": "kniffel", "seats": [{"kind": "local"}]}), ("/session", {})):
        while (refused := await player.person.once("POST", path, body)).is_success:
            pass  # a small write may still fit
        assert (refused.status_code, refused.json()["code"]) == (503, "not_ready")
