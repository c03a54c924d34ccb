"""A backup of either kind of database restores into either, completely or not at all."""

import asyncio
import gzip
import json
from collections.abc import Awaitable, Callable, Mapping
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pasch.rules.actions import RollDice, Score
from pasch.service.chat.store import NewMessage, Room
from pasch.service.ids import SessionId
from pasch.storage import backup
from pasch.storage.backup import BadBackup, header_of, read_backup, write_backup
from pasch.storage.chat import SqlChat
from pasch.storage.database import Database, Row, Values
from pasch.storage.opening import opened, revision_of
from pasch.storage.people import SqlPeople
from pasch.storage.salvage import Broken, check
from pasch.storage.schema import HEAD
from pasch.storage.tables import SqlTables
from tests.service.harness import ANNA as PLAYER
from tests.service.harness import Harness
from tests.storage.logs import ANNA, AT
from tests.storage.test_migrations import EARLIER, WHEN, everything_is_there, made, on, rows
from tests.support.sizes import cases

pytestmark = pytest.mark.anyio
KINDS = ("sqlite", "postgres")
BERND = SessionId("bernd")


@pytest.fixture
def new(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Make the URL of a database without tables."""
    numbers = iter(range(100))

    def make(kind: str) -> str:
        if kind == "postgres":
            return str(request.getfixturevalue("databases").empty())
        return f"sqlite:///{tmp_path / f'new{next(numbers)}.sqlite3'}"

    return make


async def fill(url: str) -> None:
    """Write rows into every stored table, with all kinds of values."""
    result = {"ended_at": WHEN, "variant": "kniffel", "rules": "{}", "session": ANNA, "name": "Ä'\"\\\n😀"}
    flags = {"whole": True, "public": False, "hints": True}
    numbers = {
        "score": 10**9,
        "rank": -1,
        "seats": 2,
        "faces": "[1]",
        "luck": 0.1 + 0.2,
        "losses": '{"keeps":1.5}',
        "bot": None,
        "player": "person",
        "dice": "server",
    }
    more = {
        "accounts": [{"session": BERND, "name": "B", "folded": "b", "password": "$", "bot": True, "opened_at": WHEN}],
        "name_looks": [{"look": "b", "session": BERND}],
        "device_links": [{"code_hash": bytes(range(256)), "session": ANNA, "ends_at": WHEN}],
        "mutes": [{"session": ANNA, "muted": BERND}],
        "reports": [{"line": 1, "session": ANNA, "at": WHEN, "reason": "", "done_at": None}],
        "results": [{"table_id": "t", "game": 1, "seat": 1, **result, **flags, **numbers}],
        "luck_due": [{"table_id": "t", "game": 1, "ended_at": WHEN}],
        "deletions": [{"at": WHEN, "table_id": "t", "why": "aborted", "opened_at": WHEN, "changed_at": WHEN}],
        "daily_chains": [{"first_day": "2026-11-21", "secret": bytes(range(32))}],
        "attempts": [
            {"event": "daily-2026-11-21", "session": session, "table_id": table, "name": "A", **attempt}
            for session, table, attempt in (
                (ANNA, "t", {"score": 250, "games": "[250]", "loss": 0.1 + 0.2, "deleted": True}),
                (BERND, "u", {"score": None, "games": None, "loss": None, "deleted": False}),
            )
        ],
        "shared_events": [
            {"event": "event-A", "owner": ANNA, "variant": "crag", "games": 1, "seed": bytes(range(32)), **event}
            for event in ({"name": "Cup", "rules": "{}", "opened_at": WHEN, "ends_at": WHEN},)
        ],
        "ratings": [
            {"session": ANNA, "variant": "crag", "rules": "{}", "mean": 25.1, "deviation": 0.1 + 0.2, "games": 2}
        ],
        "puzzle_attempts": [{"session": ANNA, "puzzle": "p", "action": "k44", "correct": True, "at": WHEN}],
        "puzzle_people": [{"session": ANNA, "rating": 1500.1, "deviation": 350.0, "volatility": 0.06}],
        "puzzle_ratings": [{"puzzle": "p", "rating": 1400.1, "deviation": 100.0, "volatility": 0.06}],
    }

    def work(connection: sa.Connection) -> None:
        metadata = sa.MetaData()
        metadata.reflect(connection)
        for name, values in {**rows(HEAD), **more}.items():
            connection.execute(sa.delete(metadata.tables[name]))
            connection.execute(sa.insert(metadata.tables[name]), values)

    async with opened(url):
        pass
    await on(url, work)


async def everything(database: Database) -> Mapping[str, Any]:
    """All rows of all stored tables, in the same order for both kinds of database."""
    found = {table: await database.rows(f"SELECT * FROM {table}") for table in backup.tables_of(HEAD)}
    return {table: sorted(map(repr, map(_plain, values))) for table, values in found.items()}


def _plain(row: tuple[Any, ...]) -> list[Any]:
    return [int(value) if isinstance(value, bool) else value for value in row]


async def kept(url: str, file: Path) -> Mapping[str, int]:
    async with opened(url) as database:
        with file.open("wb") as out:
            return await write_backup(database, out, AT)


@pytest.mark.parametrize("kinds", cases(list(product(KINDS, KINDS)), default={KINDS, KINDS[::-1]}))
async def test_backup_restores_everything_into_either_database(
    new: Any, tmp_path: Path, kinds: tuple[str, str]
) -> None:
    source, target = kinds
    first, second, file = new(source), new(target), tmp_path / "backup"
    await fill(first)
    counts = await kept(first, file)
    assert all(counts.values())
    async with opened(first) as old, opened(second, header_of(file).schema) as database:
        assert await read_backup(database, file) == counts
        assert await everything(database) == await everything(old)
        line = await SqlChat(database).say(NewMessage(None, Room.LOBBY, AT, BERND, "on", None))
        assert (line.id, line.change) == (3, 8)
        assert await SqlPeople(database).find_session(b"anna") == await SqlPeople(old).find_session(b"anna")
        with pytest.raises(BadBackup, match="not empty"):
            await read_backup(database, file)


async def test_backup_during_writes_is_consistent(url: str, new: Any, tmp_path: Path) -> None:
    file, written, begun, over = tmp_path / "backup", [0], asyncio.Event(), asyncio.Event()
    async with opened(url) as database:
        harness = Harness(SqlTables(database))
        many = [
            (f"s{number}", f"h{number}", "Anna", AT.isoformat()) for number in range(10_000)
        ]  # these rows slow the backup down
        await database.run_many("INSERT INTO sessions (id, handle, name, opened_at) VALUES (?, ?, ?, ?)", many)

        async def play() -> None:
            while not over.is_set():
                table = await harness.open(PLAYER, "Anna")
                for cell in ("ones", "twos", "chance"):
                    await harness.do(PLAYER, table, RollDice())
                    await harness.do(PLAYER, table, Score(cell))
                    written[0] += 1
                    begun.set()

        async with asyncio.TaskGroup() as playing:
            for _ in range(3):
                playing.create_task(play())
            await begun.wait()
            before = written[0]
            counts = await kept(url, file)
            meanwhile = written[0] - before
            over.set()
    assert meanwhile
    async with opened(new("sqlite"), HEAD) as restored:
        assert await read_backup(restored, file) == counts
        found = await check(restored)
        assert (found.tables, found.events, found.broken) == (counts["tables"], counts["events"], [])
        assert counts["commands"]


async def test_command_answer_without_event_is_reported_as_gap(url: str) -> None:
    async with opened(url) as database:
        harness = Harness(SqlTables(database))
        table = await harness.open(PLAYER, "Anna")
        await harness.do(PLAYER, table, RollDice())
        last = (await SqlTables(database).read(table, 0))[-1].seq
        await database.run("DELETE FROM events WHERE table_id = ? AND seq = ?", (table, last))
        [broken] = (await check(database)).broken
        assert (broken.table, broken.after, broken.why) == (table, last - 1, "gap")


# ------------------------------------------------------------------------------- refused backups


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a backup."""
    folder = tmp_path_factory.mktemp("whole")
    url, file = f"sqlite:///{folder / 'old.sqlite3'}", folder / "backup"
    asyncio.run(fill(url))
    asyncio.run(kept(url, file))
    return file.read_bytes()


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A database that stays empty while every backup is refused."""
    return f"sqlite:///{tmp_path_factory.mktemp('empty') / 'new.sqlite3'}"


async def refused(empty: str, file: Path) -> str:
    """Return the refusal of a file, after checking that the database is unchanged."""
    async with opened(empty) as database:
        before = await everything(database)
        with pytest.raises(BadBackup) as error:
            await read_backup(database, file)
        assert await everything(database) == before
    return str(error.value)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_backup_damaged_anywhere_is_refused(whole: bytes, empty: str, tmp_path: Path, data: st.DataObject) -> None:
    text, file = gzip.decompress(whole), tmp_path / "damaged"
    at = data.draw(st.integers(0, len(text) - 1))
    damaged = data.draw(
        st.sampled_from(
            [text[:at], text[:at] + bytes([text[at] ^ 1]) + text[at + 1 :], text[:at] + text[at + 1 :], text + b"{}\n"]
        )
    )
    file.write_bytes(gzip.compress(damaged))
    asyncio.run(refused(empty, file))


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.9, 0.999])
async def test_truncated_backup_is_refused(whole: bytes, empty: str, tmp_path: Path, share: float) -> None:
    file = tmp_path / "cut"
    file.write_bytes(whole[: int(len(whole) * share)])
    said = await refused(empty, file)
    assert "is no backup" in said or "damaged or cut off" in said


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("content", [b"", b"no backup\n", b"[]\n", b'{"format":"x"}\n'])
async def test_file_that_is_not_a_backup_is_refused(empty: str, tmp_path: Path, content: bytes, packed: bool) -> None:
    file = tmp_path / "other"
    file.write_bytes(gzip.compress(content) if packed else content)
    assert "is no backup of Pasch" in await refused(empty, file)


@pytest.mark.parametrize("change", [{"version": 2}, {"schema": "9999"}])
async def test_backup_of_newer_version_is_refused(
    whole: bytes, empty: str, tmp_path: Path, change: dict[str, object]
) -> None:
    first, rest = gzip.decompress(whole).split(b"\n", 1)
    file = tmp_path / "newer"
    file.write_bytes(gzip.compress(json.dumps({**json.loads(first), **change}).encode() + b"\n" + rest))
    assert "newer version" in await refused(empty, file)


@pytest.mark.parametrize(
    "line",
    [
        {"table": "alembic_version", "columns": ["version_num"]},
        {"table": "events; DROP TABLE events", "columns": ["seq"]},
        {"table": "events", "columns": ["seq) SELECT 1 --"]},
        {"table": "events", "columns": ["no_such_column"]},
    ],
)
async def test_backup_with_unknown_table_or_column_is_refused(
    empty: str, tmp_path: Path, line: dict[str, object]
) -> None:
    head = {"format": backup.FORMAT, "version": 1, "schema": HEAD, "made_at": WHEN}
    file = tmp_path / "written by hand"
    file.write_bytes(gzip.compress(b"".join(json.dumps(each).encode() + b"\n" for each in (head, line, [1]))))
    await refused(empty, file)


@pytest.mark.parametrize("target", KINDS)
@pytest.mark.parametrize("revision", cases(EARLIER, default=EARLIER[::8]))
async def test_older_backup_restores_into_new_database_and_is_migrated(
    empty: str, new: Any, tmp_path: Path, revision: str, target: str
) -> None:
    old, later, file = new("sqlite" if target == "postgres" else "postgres"), new(target), tmp_path / "backup"
    await on(old, made(revision))
    async with opened(old, None) as database:
        with file.open("wb") as out:
            counts = await write_backup(database, out, AT)
        assert await revision_of(database) == header_of(file).schema == revision
    assert "older than the database" in await refused(empty, file)
    async with opened(later, header_of(file).schema) as database:
        assert await read_backup(database, file) == counts
    async with opened(later) as database:
        await everything_is_there(database, revision)
        assert await revision_of(database) == HEAD


@pytest.mark.parametrize("revision", [*EARLIER, HEAD])
async def test_backup_tables_match_each_schema_revision(new: Any, revision: str) -> None:
    url = new("sqlite")
    await on(url, made(revision))
    names = await on(url, lambda connection: set(sa.inspect(connection).get_table_names()))
    former = {"processes", "leases", "presence"}
    assert names - {*backup.LEFT_OUT, *former, "alembic_version"} == {*backup.tables_of(revision)}


# ------------------------------------------------------------------------------- the schema


async def test_backup_includes_or_excludes_every_table_explicitly(database: Database, url: str) -> None:
    def described(connection: sa.Connection) -> tuple[set[str], set[str], list[tuple[str, str]]]:
        inspector = sa.inspect(connection)
        names = set(inspector.get_table_names())
        flags = {
            column["name"]
            for name in names
            for column in inspector.get_columns(name)
            if isinstance(column["type"], sa.Boolean)
        }
        belongs = [(name, key["referred_table"]) for name in names for key in inspector.get_foreign_keys(name)]
        return names, flags, belongs

    names, flags, belongs = await on(url, described)
    assert names == {*backup.tables_of(HEAD), *backup.LEFT_OUT, "alembic_version"}
    assert flags == backup.FLAGS
    order = {name: number for number, name in enumerate(backup.TABLES)}
    assert all(order[other] < order[name] for name, other in belongs if name in order)


# ------------------------------------------------------------------------------- check of logs


async def test_check_finds_gaps_and_logs_that_do_not_replay(database: Database) -> None:
    harness = Harness(SqlTables(database))
    tables = sorted([await harness.open(PLAYER, "Anna") for _ in range(4)])
    for table in tables:
        await harness.do(PLAYER, table, RollDice())
        await harness.do(PLAYER, table, Score("chance"))
    assert (await check(database)).broken == []
    gap, odd, empty = tables[:3]
    await database.run("DELETE FROM events WHERE table_id = ? AND seq = 3", (gap,))
    await database.run("UPDATE events SET data = '{}' WHERE table_id = ? AND seq = 3", (odd,))
    await database.run("DELETE FROM events WHERE table_id = ?", (empty,))
    found = await check(database)
    assert (found.tables, found.events) == (4, 3 + 4 + 0 + 4)
    assert {(each.table, each.after, each.why == "gap") for each in found.broken} == {
        (gap, 2, True),
        (odd, 0, False),
        (empty, 0, True),
    }
    assert all(isinstance(each, Broken) for each in found.broken)


async def test_check_reads_tables_of_all_pages(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pasch.storage.salvage.PAGE", 2)
    harness = Harness(SqlTables(database))
    for _ in range(5):
        await harness.open(PLAYER, "Anna")
    assert (await check(database)).tables == 5


class BusyDatabase:
    """A database that runs a callback between finding a table and reading its log."""

    def __init__(self, database: Database, play: Callable[[], Awaitable[None]]) -> None:
        self._database = database
        self._play = play

    async def row(self, query: str, values: Values = ()) -> Row | None:
        if "FROM commands" in query:
            await self._play()
        return await self._database.row(query, values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)


async def test_check_accepts_table_with_ongoing_play(database: Database) -> None:
    harness, cells = Harness(SqlTables(database)), iter(("ones", "twos", "threes", "fours", "chance"))
    table = await harness.open(PLAYER, "Anna")

    async def play() -> None:
        await harness.do(PLAYER, table, RollDice())
        await harness.do(PLAYER, table, Score(next(cells)))

    found = await check(cast("Database", BusyDatabase(database, play)))
    assert found.broken == []
    assert found.events > 2


async def test_check_ignores_table_deleted_meanwhile(database: Database) -> None:
    harness = Harness(SqlTables(database))
    tables = sorted([await harness.open(PLAYER, "Anna") for _ in range(2)])

    async def delete() -> None:
        await database.run("DELETE FROM tables WHERE id = ?", (tables[0],))

    found = await check(cast("Database", BusyDatabase(database, delete)))
    assert (found.tables, found.broken) == (1, [])
