"""A full disk: writes are refused, reads continue, and with free space everything works at once."""

import resource

import pytest

from tests.support.history import deviations
from tests.support.history_crowd import Crowd
from tests.support.history_database import read_sqlite
from tests.support.quick_server import QuickServer

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
FILE_SIZE_LIMIT = 100_000
"""Bytes: the journal restarts after 4 MB, so it soon exceeds this limit."""
ENVIRONMENT = {"PASCH_SOLVING_AHEAD": "0", "PASCH_BOT_PAUSE": "0.02"}


@pytest.fixture
async def server(tmp_path, database):
    server = await QuickServer(tmp_path, ENVIRONMENT).start()
    yield server
    server.kill()


def fill_disk(server):
    """Limit every file of the server, so that neither the database nor its journal can grow."""
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (FILE_SIZE_LIMIT, resource.RLIM_INFINITY))


def free_disk(server):
    resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


async def test_full_disk_refuses_only_writes(server, long):
    crowd = Crowd([server.url], programs=True)
    async with crowd.playing(6):
        for _ in range(20 if long else 2):
            await crowd.until(30)
            fill_disk(server)
            await crowd.until_refused("not_ready", 10)
            await check_reads_and_refusals(crowd)
            free_disk(server)
            await crowd.until_programs_acted()  # bots and clocks have done their delayed work now
        await crowd.until(100)
    await crowd.reread_everything()
    assert deviations(crowd.history, read_sqlite(server.database, crowd.history.tables)) == []


async def check_reads_and_refusals(crowd):
    """Clients still see the table, its log and the lobby; the server refuses to open a table, with the reason."""
    table, (player, *_) = next(iter(crowd.players.items()))
    for path in (f"/tables/{table}", f"/tables/{table}/events?follow=false", "/tables"):
        assert (await player.person.once("GET", path)).status_code == 200
    for path, body in (("/tables", {"variant": "kniffel", "seats": [{"kind": "local"}]}), ("/session", {})):
        while (refused := await player.person.once("POST", path, body)).is_success:
            pass  # a small write may still fit
        assert (refused.status_code, refused.json()["code"]) == (503, "not_ready")
