"""A database that accepts no writes: the log has the error once, and readiness reports it."""

import pytest

pytestmark = pytest.mark.anyio


def of_writing(caplog):
    """The log lines about the database."""
    return [(each.levelname, each.msg) for each in caplog.records if each.msg.startswith("database_")]


@pytest.mark.parametrize(
    ("pragma", "fields"),
    [
        ("max_page_count = 1", ("database_full", "SQLITE_FULL", "database or disk is full")),
        ("query_only = ON", ("database_read_only", "SQLITE_READONLY", "attempt to write a readonly database")),
    ],
)
async def test_read_only_database_degrades_readiness(world, anna, caplog, pragma, fields):
    table = (await anna.open("Anna", start=True))["id"]
    await database_of(world).run(f"PRAGMA {pragma}")
    await until_refused(anna)
    assert (await anna.ask("GET", f"/tables/{table}")).status_code == 200
    for _ in range(2):
        answer = await anna.http.get("/readyz")
        assert (answer.status_code, answer.json()) == (200, {"status": "degraded"})
    (line,) = (each for each in caplog.records if each.msg.startswith("database_"))
    assert (line.levelname, (line.msg, line.code, line.reason)) == ("ERROR", fields)


async def test_server_is_ready_again_after_space_is_freed(world, anna, caplog):
    database = database_of(world)
    await database.run("PRAGMA max_page_count = 1")
    await until_refused(anna)
    assert (await anna.http.get("/readyz")).json() == {"status": "degraded"}
    await database.run("PRAGMA max_page_count = 4294967294")
    assert (await anna.http.get("/readyz")).json() == {"status": "ready"}
    assert of_writing(caplog) == [("ERROR", "database_full"), ("WARNING", "database_back")]
    assert (await anna.ask("POST", "/session", {})).is_success
    assert await database.rows("SELECT * FROM deletions") == []


def database_of(world):
    return world.app.state.context.tables.writer.store.database


async def until_refused(person):
    """Write until a write fails: existing pages still have a little space."""
    while (refused := await person.ask("POST", "/session", {})).is_success:
        pass
    assert (refused.status_code, refused.json()["code"]) == (503, "not_ready")
