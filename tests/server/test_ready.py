"""The health endpoints: alive, ready, degraded, not ready."""

import asyncio
import sqlite3
from contextlib import AsyncExitStack, closing, contextmanager

import pytest

from pasch.server import health
from pasch.service.ids import TableId
from pasch.storage.database import CannotStore
from pasch.storage.opening import READERS
from tests.server.world import world_on

pytestmark = pytest.mark.anyio


async def test_running_process_is_alive_and_ready(anna):
    assert (await anna.http.get("/healthz")).json() == {"status": "ok"}
    answer = await anna.http.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


async def test_ending_process_is_alive_but_not_ready(world, anna):
    world.app.state.context.closing.announce()
    answer = await anna.http.get("/readyz")
    assert (answer.status_code, answer.json()["code"]) == (503, "ending")
    assert (await anna.http.get("/healthz")).status_code == 200
    assert (await anna.open())["status"] == "running"


@contextmanager
def unreadable(database):
    """Rename one of the database's tables, so that every query fails."""
    with closing(sqlite3.connect(database)) as other:
        other.execute("PRAGMA legacy_alter_table = ON")
        other.execute("ALTER TABLE tables RENAME TO gone")
        other.commit()
        yield
        other.execute("ALTER TABLE gone RENAME TO tables")


def alerts(caplog):
    """The log entries about lost and restored dependencies."""
    return [(each.levelname, each.msg) for each in caplog.records if each.msg.endswith(("_lost", "_back"))]


async def test_process_is_not_ready_while_its_database_is_unreadable(anna, database, caplog):
    failures = []  # of work in the background, which may read the database at any time
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context["exception"]))
    with unreadable(database):
        for _ in range(2):
            answer = await anna.http.get("/readyz")
            assert (answer.status_code, answer.json()["code"]) == (503, "no_database")
        assert alerts(caplog) == [("ERROR", "database_lost")]
        assert "pasch_database_up 0.0" in (await anna.http.get("/metrics")).text
        assert (await anna.http.get("/healthz")).status_code == 200
    assert (await anna.http.get("/readyz")).status_code == 200
    assert alerts(caplog) == [("ERROR", "database_lost"), ("WARNING", "database_back")]
    assert {type(failure) for failure in failures} <= {CannotStore}


async def test_database_timeout_makes_process_not_ready(world, anna, monkeypatch):
    monkeypatch.setattr(health, "PATIENCE", 0.01)
    readers = world.app.state.context.tables.writer.store.database._readers
    busy_readers = [readers.get() for _ in range(READERS)]  # waits until background reads return theirs
    answer = await anna.http.get("/readyz")
    for reader in busy_readers:
        readers.put(reader)
    assert (answer.status_code, answer.json()["code"]) == (503, "no_database")


async def test_lost_bus_is_logged_and_only_degrades_readiness(world, anna, caplog):
    figures = world.app.state.context.watch._service.bus.figures
    figures.connected = False
    answer = await anna.http.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "degraded"})
    figures.connected = True
    assert (await anna.http.get("/readyz")).json() == {"status": "ready"}
    assert alerts(caplog) == [("ERROR", "bus_lost"), ("WARNING", "bus_back")]


async def until(enough):
    """Let all tasks run, until a condition holds."""
    while not enough():  # noqa: ASYNC110 - the pending work has no event to wait for
        await asyncio.sleep(0)


async def many_turns():
    """Let all tasks run for a while."""
    for _ in range(1000):
        await asyncio.sleep(0)


async def test_shutdown_completes_pending_commands(database):
    async with AsyncExitStack() as stack:
        world = await stack.enter_async_context(world_on(database))
        anna = await world.person()
        table = (await anna.open())["id"]
        writer = world.app.state.context.tables.writer
        live = writer.tables.known(TableId(table))
        await live.turnstile.acquire()
        asking = asyncio.create_task(anna.do(table, "roll"))
        await until(lambda: bool(writer._unfinished))
        asking.cancel()
        ending = asyncio.create_task(stack.pop_all().aclose())
        await many_turns()
        assert not ending.done()
        live.turnstile.release()
        await ending
    with closing(sqlite3.connect(database)) as log:
        (kind,) = log.execute("SELECT type FROM events ORDER BY seq DESC LIMIT 1").fetchone()
    assert kind == "dice_rolled"
