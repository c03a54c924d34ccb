"""SQLite and PostgreSQL have the same schema, and migrations keep all data."""

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy import NullPool
from sqlalchemy.ext.asyncio import create_async_engine

from pasch.service.attempts import Attempt
from pasch.service.chat.store import Listener, Room
from pasch.service.ids import SessionId, TableId, handle_of
from pasch.service.ports import CommandKey, SeatRow, TableRow
from pasch.service.requests import Visibility
from pasch.storage.chat import SqlChat
from pasch.storage.database import Database
from pasch.storage.opening import opened
from pasch.storage.people import SqlKeys, SqlPeople
from pasch.storage.results import SqlResults
from pasch.storage.schema import HEAD, upgrade
from pasch.storage.shared_events import SqlAttempts
from pasch.storage.tables import SqlTables
from tests.storage.logs import ANNA, AT, TABLE, row, seqs, step
from tests.support.sizes import cases

pytestmark = pytest.mark.anyio
BERND = SessionId("bernd")
WHEN = AT.isoformat(timespec="microseconds")
EARLIER = [f"{number:04}" for number in range(1, int(HEAD))]


def rows(revision: str) -> dict[str, list[dict[str, Any]]]:
    """Sample data of one schema revision: a running match, and people who chat."""
    people = [{"id": p, "name": p.title(), "opened_at": WHEN} for p in (ANNA, BERND)]
    if revision < "0003":
        people = [{**person, "token_hash": person["id"].encode()} for person in people]
    else:
        people = [{**person, "handle": handle_of(SessionId(person["id"]))} for person in people]
    table = {"id": TABLE, "opener": ANNA, "visibility": "public", "status": "running", "server_seed": b"\0seed"}
    event = {"table_id": TABLE, "type": "dice_rolled", "at": WHEN, "seat": 1, "data": '{"dice":"13356"}'}
    seats = [{"seat": 1, "session": ANNA, "name": "Änne"}, {"seat": 2, "session": None, "name": "B"}]
    named = {"named_by": ANNA} if revision >= "0003" else {}
    written: dict[str, list[dict[str, Any]]] = {
        "sessions": [{**each, "public": each["id"] == ANNA} if revision >= "0016" else each for each in people],
        "tables": [{**table, "opened_at": WHEN, "changed_at": WHEN}],
        "seats": [{"table_id": TABLE, **seat, **named} for seat in seats],
        "events": [{**event, "seq": seq} for seq in (1, 2, 3)]
        + [{**event, "seq": 4, "type": "game_finished", "seat": None}],
        "commands": [{"table_id": TABLE, "session": ANNA, "id": "c", "seq": 4}],
    }
    if revision >= "0003":
        token = {"scopes": "", "label": "", "opened_at": WHEN}
        written["tokens"] = [{"token_hash": p.encode(), "id": p, "session": p, **token} for p in (ANNA, BERND)]
        account = {"session": BERND, "name": "Bernd", "folded": "bernd", "password": "$", "bot": False}
        written["accounts"] = [{**account, "opened_at": WHEN}]
    if revision >= "0004":
        line = {"room": "lobby", "at": WHEN, "session": BERND, "text": "Hallo"}
        written["chat"] = [{"change": change, **line} for change in (3, 7)]
    if revision >= "0005":
        written["results_due"] = [{"table_id": TABLE, "seq": 4}]
    if revision >= "0006":
        written["seat_keys"] = [{"table_id": TABLE, "seat": 1, "salt": "salt", "key_hash": b"proof"}]
    if revision >= "0007":
        written["chat_changes"] = [{"number": 7}]
    if revision >= "0010":
        written["name_looks"] = [{"look": "bernd", "session": BERND}]
    if revision >= "0012":
        attempt = {"session": ANNA, "table_id": TABLE, "score": 250}
        if revision < "0015":
            written["daily_attempts"] = [{"day": "2026-11-21", **attempt}]
        else:
            written["attempts"] = [{"event": "daily-2026-11-21", **attempt}]
    return written


def made(revision: str) -> Callable[[sa.Connection], None]:
    """Build a database with the schema and data of one revision."""

    def work(connection: sa.Connection) -> None:
        upgrade(connection, revision)
        metadata = sa.MetaData()
        metadata.reflect(connection)
        for name, values in rows(revision).items():
            connection.execute(sa.delete(metadata.tables[name]))
            connection.execute(sa.insert(metadata.tables[name]), values)

    return work


async def on(url: str, work: Callable[[sa.Connection], Any]) -> Any:
    """Run a SQLAlchemy job in one transaction."""
    if url.startswith("sqlite"):
        return await asyncio.to_thread(_on_file, url, work)
    engine = create_async_engine(url.replace("postgresql://", "postgresql+asyncpg://"), poolclass=NullPool)
    async with engine.begin() as connection:
        return await connection.run_sync(work)


def _on_file(url: str, work: Callable[[sa.Connection], Any]) -> Any:
    def connect() -> sqlite3.Connection:
        return sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)

    engine = sa.create_engine("sqlite://", creator=connect, poolclass=NullPool)
    with engine.begin() as connection:
        connection.exec_driver_sql("BEGIN EXCLUSIVE")  # by default sqlite3 commits before every change of the schema
        return work(connection)


@pytest.mark.parametrize("revision", cases(EARLIER, default=EARLIER[::8]))
async def test_migrated_database_keeps_its_data_and_accepts_events(new_url: str, revision: str) -> None:
    await on(new_url, made(revision))
    async with opened(new_url) as database:
        await everything_is_there(database, revision)
        store = SqlTables(database)
        await store.append(step(4, "scored", table=TABLE, command="d"))
        assert await seqs(store) == [1, 2, 3, 4, 5]
    async with opened(new_url) as database:
        assert await seqs(SqlTables(database)) == [1, 2, 3, 4, 5]


async def everything_is_there(database: Database, revision: str) -> None:
    tables, people = SqlTables(database), SqlPeople(database)
    seats = (SeatRow(1, ANNA, "Änne"), SeatRow(2, None, "B"))
    assert await tables.find(TABLE) == TableRow(TABLE, ANNA, Visibility.PUBLIC, seats, b"\0seed")
    events = await tables.read(TABLE, 0)
    assert [(e.seq, e.type, e.at) for e in events][2:] == [(3, "dice_rolled", AT), (4, "game_finished", AT)]
    assert events[0].data == {"dice": "13356"}
    assert await tables.answer(TABLE, CommandKey(ANNA, "c")) == 4
    assert await tables.lobby(9) == [TABLE]
    for person in (ANNA, BERND):
        found = await people.find_session(person.encode())
        assert found is not None
        assert found.public is (revision >= "0016" and person == ANNA)
        assert (found.id, found.handle, found.name, found.opened_at) == (person, handle_of(person), person.title(), AT)
    if revision >= "0003":
        assert await people.owners(["bernd", "bemd"]) == {"bernd": [BERND]}
    assert await SqlResults(database).due(9) == [(TABLE, 4)]
    if revision >= "0004":
        lines = await SqlChat(database).lines(Listener(None, None, frozenset({Room.LOBBY})), None, 9)
        assert [(line.change, line.text, line.author.name) for line in lines] == [
            (3, "Hallo", "Bernd"),
            (7, "Hallo", "Bernd"),
        ]
        assert await SqlChat(database).latest() == 7
    if revision >= "0006":
        assert await SqlKeys(database).find(b"proof") == (TABLE, 1)
    if revision >= "0012":
        attempt = Attempt("daily-2026-11-21", ANNA, TABLE, score=250)
        assert await SqlAttempts(database).attempts(ANNA, "daily-", 9) == [attempt]


async def test_aborted_migration_leaves_data_unchanged(new_url: str) -> None:
    await on(new_url, made("0004"))

    def broken(connection: sa.Connection) -> None:
        upgrade(connection)
        raise KeyError

    with pytest.raises(KeyError):
        await on(new_url, broken)
    async with opened(new_url) as database:
        await everything_is_there(database, "0004")


# ------------------------------------------------------------------------------- one schema


def described(connection: sa.Connection) -> dict[str, Any]:
    """Describe the tables in terms common to SQLite and PostgreSQL."""
    inspector = sa.inspect(connection)
    return {
        name: {
            "columns": {c["name"]: (_kind(c["type"]), c["nullable"]) for c in inspector.get_columns(name)},
            "key": inspector.get_pk_constraint(name)["constrained_columns"],
            "belongs": sorted(
                (f["constrained_columns"], f["referred_table"], f["referred_columns"], f["options"].get("ondelete"))
                for f in inspector.get_foreign_keys(name)
            ),
            "unique": sorted(u["column_names"] for u in inspector.get_unique_constraints(name)),
            "indexes": sorted(
                (i["name"], i["column_names"], bool(i["unique"]))
                for i in inspector.get_indexes(name)
                if not i.get("duplicates_constraint")
            ),
        }
        for name in inspector.get_table_names()
        if name != "alembic_version"
    }


def _kind(kind: sa.types.TypeEngine[Any]) -> str:
    kinds = (sa.Boolean, sa.Integer, sa.LargeBinary, sa.Float, sa.String)
    return next(each.__name__ for each in kinds if isinstance(kind, each))


async def test_sqlite_and_postgres_schemas_agree(databases: Any, tmp_path: Any) -> None:
    found = []
    for url in (f"sqlite:///{tmp_path / 'new'}", databases.empty()):
        async with opened(url):
            found.append(await on(url, described))
    assert found[0] == found[1]
    assert len(found[0]) > 15


async def test_postgres_text_columns_use_c_collation(databases: Any) -> None:
    async with opened(databases.empty()) as database:
        query = (
            "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = current_schema()"
            " AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'"
        )
        assert await database.rows(query) == []


async def test_table_ids_sort_alike_in_both_databases(database: Database) -> None:
    store = SqlTables(database)
    names = ["a", "B", "ä", "Z", "_", "z", "É", "0", "😀"]
    for name in names:
        await store.create(row(TableId(name)), step(0, "table_opened", table=TableId(name)))
    assert await store.of_session(ANNA, 99) == sorted(names)


async def test_json_extract_agrees_across_databases(database: Database) -> None:
    documents = {"1": '{"a":{"b":"x"}}', "2": '{"a":{"b":""}}', "3": '{"a":7}', "4": "{}", "5": '{"a":{"b":null}}'}
    documents["6"] = r'{"a":{"b":"x"},"c":"\u0000"}'
    query = "SELECT json_extract(CAST(? AS TEXT), '$.a.b')"
    found = {key: await database.row(query, (text,)) for key, text in documents.items()}
    assert found == {"1": ("x",), "2": ("",), "3": (None,), "4": (None,), "5": (None,), "6": ("x",)}
