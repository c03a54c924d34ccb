"""PostgreSQL: accepted addresses, refusals, durability, and server restarts."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from pasch.service.requests import Status
from pasch.storage import postgres
from pasch.storage.appends import append_one
from pasch.storage.database import CannotStore, Connection, Row, Unwritable, postgres_url
from pasch.storage.opening import opened
from pasch.storage.postgres import numbered
from pasch.storage.tables import SqlTables
from tests.storage.logs import AT, TABLE, row, seqs, step
from tests.support.postgres import Databases, Postgres

pytestmark = pytest.mark.anyio


async def refusal(url: str) -> str:
    with pytest.raises(CannotStore) as refused:
        async with opened(url):
            pass
    return str(refused.value)


# ------------------------------------------------------------------------------- addresses


async def test_server_is_reachable_by_address_and_by_socket(own_postgres: Postgres) -> None:
    url = Databases(own_postgres.address).empty()
    name, folder = urlsplit(url).path.strip("/"), own_postgres.sockets
    for other in (
        url,
        url.replace("postgresql://", "postgresql+asyncpg://"),
        url.replace("postgresql://", "postgres://"),
        f"postgresql:///{name}?host={folder}&port={own_postgres.port}&user=pasch",
        f"postgresql://pasch@/{name}?host={folder}&port={own_postgres.port}",
    ):
        async with opened(other) as database:
            assert await SqlTables(database).running() == []


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://",
        "postgresql://host",
        "postgresql://anna:secret@host:port/name",
        "postgresql://anna:sec/ret@host/name",
        "postgresql://anna:sec[ret@host/name",
        "postgresql://host/na\0me",
        "postgresql://anna:secret@host:0/name",
    ],
)
async def test_refusal_of_wrong_address_hides_the_password(url: str) -> None:
    said = await refusal(url)
    assert "postgresql://user:password@host:5432/name" in said
    assert "ret" not in said.replace("is not possible", "")


async def test_read_only_refusal_is_remembered_until_database_is_writable(own_postgres: Postgres) -> None:
    async def job(db: Connection) -> None:
        await db.run("SET TRANSACTION READ ONLY")
        await db.run("DELETE FROM results_due")

    async with opened(Databases(own_postgres.address).empty()) as database:
        with pytest.raises(Unwritable) as refused:
            await database.write(job)
        assert database.unwritable is refused.value
        assert (refused.value.full, refused.value.name) == (False, "ReadOnlySQLTransactionError")
        await SqlTables(database).writable()
        assert database.unwritable is None
        assert await database.rows("SELECT * FROM deletions") == []


@pytest.mark.slow
async def test_unreachable_server_error_is_one_line_without_password(own_postgres: Postgres) -> None:
    url = f"postgresql://anna:secret@127.0.0.1:{own_postgres.port}/nothing?password=secret"
    said = await refusal(url)
    assert "postgresql://anna:***@127.0.0.1" in said
    assert "nothing" in said
    own_postgres.stop()
    later = await refusal(url)
    assert "cannot be opened" in later
    assert not any("secret" in text or "\n" in text for text in (said, later))


def test_address_repr_hides_the_password() -> None:
    assert "secret" not in repr(postgres_url("postgresql://anna:secret@h/d"))


async def test_foreign_and_non_utf8_databases_are_refused(databases: Databases) -> None:
    foreign = databases.empty()
    await execute(foreign, "CREATE TABLE x (a int)")
    assert "another program" in await refusal(foreign)
    await execute(foreign, "CREATE TABLE alembic_version (version_num text)")
    assert "another program" in await refusal(foreign)
    latin = databases.empty("LATIN1")
    assert "ENCODING 'UTF8'" in await refusal(latin)


async def execute(url: str, command: str) -> None:
    db = await asyncpg.connect(url)
    try:
        await db.execute(command)
    finally:
        await db.close()


async def fetched(url: str, query: str) -> object:
    db = await asyncpg.connect(url)
    try:
        return await db.fetchval(query)
    finally:
        await db.close()


def test_query_placeholders_become_numbered_parameters() -> None:
    asked = numbered("SELECT :b, ':c', x::text FROM y WHERE a = :a AND b = :b")
    assert asked.text == "SELECT $1, ':c', x::text FROM y WHERE a = $2 AND b = $1"
    assert asked.given({"a": 1, "b": 2, "more": 3}) == [2, 1]
    assert numbered("VALUES (?, '?', ?)").text == "VALUES ($1, '?', $2)"
    assert numbered("VALUES (?, '?', ?)").given((1, "b")) == [1, "b"]


# ------------------------------------------------------------------------------- durability


async def commits(url: str) -> list[Row]:
    """The commit setting and backend process of several pool connections."""
    query = "SELECT current_setting('synchronous_commit'), pg_backend_pid(), pg_sleep(0.05)"
    async with opened(url) as database:
        single, *jobs = await asyncio.gather(
            database.rows(query), *(database.write(lambda db: db.rows(query)) for _ in range(3))
        )
        return [row[:2] for rows in (single, *jobs) for row in rows]


@pytest.mark.parametrize(
    ("said", "done"),
    [("off", "on"), ("local", "local"), ("remote_write", "remote_write"), ("remote_apply", "remote_apply")],
)
@pytest.mark.parametrize("whose", ["DATABASE", "ROLE"])
async def test_connections_override_asynchronous_commit_setting(
    databases: Databases, whose: str, said: str, done: str
) -> None:
    url = databases.new()
    name = urlsplit(url).path.strip("/")
    of = f'DATABASE "{name}"' if whose == "DATABASE" else f'ROLE CURRENT_USER IN DATABASE "{name}"'
    await execute(url, f"ALTER {of} SET synchronous_commit = {said}")
    found = await commits(url)
    assert {commit for commit, _ in found} == {done}
    assert len({pid for _, pid in found}) > 1


@pytest.mark.slow
async def test_open_connections_keep_their_commit_setting(own_postgres: Postgres) -> None:
    url, query = Databases(own_postgres.address).empty(), "SELECT current_setting('synchronous_commit')"
    async with opened(url) as database:
        await database.rows(query)
        await execute(url, "ALTER SYSTEM SET synchronous_commit = off")
        await execute(url, "SELECT pg_reload_conf()")
        while await fetched(url, query) != "off":  # noqa: ASYNC110 - the server sends no notice when it has read it
            await asyncio.sleep(0.01)
        assert await database.rows(query) == [("on",)]


@pytest.mark.slow
@pytest.mark.parametrize("durable", [True, False])
async def test_server_without_fsync_is_logged_as_warning(
    durable: bool, postgres_programs: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Postgres(postgres_programs, durable=durable) as server:
        async with opened(Databases(server.address).empty()):
            pass
    warnings = [
        (record.levelname, record.msg, record.what) for record in caplog.records if record.name == "pasch.storage"
    ]
    assert warnings == ([] if durable else [("WARNING", "database_not_durable", "fsync is off")])


# ------------------------------------------------------------------------------- faults


@pytest.mark.slow
async def test_data_and_pool_survive_server_restart(own_postgres: Postgres) -> None:
    async with opened(Databases(own_postgres.address).empty()) as database:
        store = SqlTables(database)
        await store.create(row(), step(0, "table_opened"))
        await asyncio.gather(*(store.read(TABLE, 0) for _ in range(5)))
        own_postgres.kill()
        for work in (store.append(step(1, "dice_rolled")), store.read(TABLE, 0), store.running()):
            with pytest.raises(CannotStore):
                await work
        own_postgres.start()
        await store.append(step(1, "dice_rolled"))
        assert await seqs(store) == [1, 2]


@pytest.mark.slow
async def test_acknowledged_appends_survive_server_crash(own_postgres: Postgres) -> None:
    async with opened(Databases(own_postgres.address).empty()) as database:
        store = SqlTables(database)
        await store.create(row(), step(0, "table_opened"))
        acknowledged, enough = [1], asyncio.Event()

        async def write() -> None:
            while True:
                await store.append(step(acknowledged[-1], "dice_rolled"))
                acknowledged.append(acknowledged[-1] + 1)
                if len(acknowledged) == 50:
                    enough.set()

        writing = asyncio.create_task(write())
        await enough.wait()
        await asyncio.to_thread(own_postgres.kill)
        with pytest.raises(CannotStore):
            await writing
        own_postgres.start()
        written = await seqs(store)
        assert written == list(range(1, len(written) + 1))
        assert len(written) >= acknowledged[-1]


async def test_append_updates_table_row_without_index_changes(postgres_url: str) -> None:
    """PostgreSQL then rewrites the row in place, and the indexes do not grow with every roll."""
    query = "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_xact_user_tables WHERE relname = 'tables'"
    async with opened(postgres_url) as database:
        await SqlTables(database).create(row(), step(0, "table_opened", status=Status.RUNNING))

        async def three(db: Connection) -> list[Sequence[Row]]:
            counts = [await db.rows(query)]
            for number in range(1, 4):
                at = AT + timedelta(seconds=number)
                await append_one(db, replace(step(number, "dice_rolled", command=str(number)), at=at))
            return [*counts, await db.rows(query)]

        [[before], [after]] = await database.write(three)
        assert [now - then for then, now in zip(before, after, strict=True)] == [3, 3]


async def test_job_on_cut_connection_writes_nothing(postgres_url: str) -> None:
    async with opened(postgres_url) as database:
        store = SqlTables(database)
        await store.create(row(), step(0, "table_opened"))

        async def cut(db: Connection) -> None:
            await db.run("DELETE FROM events")
            with suppress(asyncpg.PostgresError):
                await db.rows("SELECT pg_terminate_backend(pg_backend_pid())")
            await db.run("DELETE FROM tables")

        with pytest.raises(CannotStore):
            await database.write(cut)
        assert await seqs(store) == [1]


async def test_deadlocked_jobs_are_retried(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other:
        query = "UPDATE results_due SET seq = seq + 1 WHERE table_id = ?"
        await one.run_many("INSERT INTO results_due (table_id, seq) VALUES (?, 0)", [("a",), ("b",)])
        meet, runs = asyncio.Barrier(2), [0, 0]

        async def crossing(db: Connection, which: int, first: str, second: str) -> None:
            runs[which] += 1
            await db.run(query, (first,))
            if runs[which] == 1:
                await meet.wait()
            await db.run(query, (second,))

        jobs = (one.write(lambda db: crossing(db, 0, "a", "b")), other.write(lambda db: crossing(db, 1, "b", "a")))
        await asyncio.gather(*jobs)
        assert max(runs) > 1  # the server chooses which job to cancel, and how often
        assert await one.rows("SELECT seq FROM results_due") == [(2,), (2,)]


async def test_cancelled_caller_does_not_undo_the_job(postgres_url: str) -> None:
    async with opened(postgres_url) as database:
        begun = asyncio.Event()

        async def job(db: Connection) -> None:
            await db.run("INSERT INTO results_due (table_id, seq) VALUES ('a', 1)")
            begun.set()
            await db.rows("SELECT 1")

        waiting = asyncio.create_task(database.write(job))
        await begun.wait()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
    async with opened(postgres_url) as database:
        assert await database.rows("SELECT seq FROM results_due") == [(1,)]


async def test_callers_exceeding_the_pool_are_all_served(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "POOL", 2)
    async with opened(postgres_url) as database:
        store = SqlTables(database)
        await store.create(row(), step(0, "table_opened"))
        assert len(await asyncio.gather(*(store.read(TABLE, 0) for _ in range(40)))) == 40
