"""Data of version 0.1 stays usable: every log replays, every token and key works. `make_fixture.py` made the data."""

import asyncio
import gzip
import json
import re
import shutil
import sqlite3
import tarfile
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import datetime
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from pasch.cli.service import service_on
from pasch.rules.notation.position import Position
from pasch.rules.notation.record_reader import read_record
from pasch.rules.variants import find_variant
from pasch.server.app import create_app
from pasch.server.configuration.reading import RETIRED, SETTINGS, read_setup
from pasch.server.configuration.settings import ServerSettings, Solving
from pasch.server.solver import ServerSolver
from pasch.solver import cache, store
from pasch.storage.backup import header_of, read_backup
from pasch.storage.database import Database
from pasch.storage.opening import opened, revision_of
from pasch.storage.salvage import check
from tests.cli.terminal import pasch
from tests.rules.test_first_edition import FINGERPRINTS
from tests.server.world import Person, World, new_id, with_test_host
from tests.support.server import Server
from tests.upgrade.reading import FIXTURE, read_tables

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[2]
SCHEMA = "0009"
"""The schema of version 0.1."""
HEARTBEAT = 0.1
"""Seconds between two heartbeats of the process of version 0.1."""
KINDS = ["sqlite", pytest.param("postgres", marks=pytest.mark.slow)]


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the files of version 0.1."""
    folder = tmp_path_factory.mktemp("version_0_1")
    with tarfile.open(FIXTURE) as archive:
        archive.extractall(folder, filter="data")
    return folder


@pytest.fixture(scope="module")
def expected(old: Path) -> Any:
    return json.loads((old / "expected.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def file(old: Path) -> Path:
    """The SQLite file of version 0.1."""
    path = old / "pasch.sqlite3"
    with closing(sqlite3.connect(path)) as db:
        db.executescript((old / "sqlite.sql").read_text("utf-8"))
    return path


@pytest.fixture(params=KINDS)
async def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of version 0.1, not upgraded yet."""
    if request.param == "sqlite":
        copy = tmp_path / "pasch.sqlite3"
        copy.write_bytes(request.getfixturevalue("file").read_bytes())
        return f"sqlite:///{copy}"
    empty = str(request.getfixturevalue("databases").empty())
    db = await asyncpg.connect(empty)
    await db.execute((request.getfixturevalue("old") / "postgres.sql").read_text("utf-8"))
    await db.close()
    return empty


@asynccontextmanager
async def serving(url: str) -> AsyncIterator[World]:
    """The interface over a database, without clocks, bots and deletions."""
    async with service_on(url) as house:
        world = World(create_app(house, ServerSolver(Solving(ahead=0)), with_test_host(ServerSettings())))
        yield world
        for person in world.people:
            await person.aclose()


async def holder(world: World, token: str) -> Person:
    return Person((await world.person(session=False)).http, token)


# ------------------------------------------------------------------------------- tables


def test_the_fixture_has_running_and_finished_matches_of_every_variant(expected: Any) -> None:
    found = {(table["state"]["variant"], table["state"]["status"]) for table in expected["tables"].values()}
    assert {(key, status) for key in FINGERPRINTS for status in ("running", "finished")} <= found
    assert {status for _, status in found} == {"waiting", "running", "paused", "finished", "aborted"}


async def test_every_table_keeps_its_state(url: str, expected: Any) -> None:
    tables = expected["tables"]
    async with opened(url) as database:
        found = await check(database)
        assert found.broken == []
        tokens = {table: each["token"] for table, each in tables.items()}
        states = await read_tables(database, tokens, datetime.fromisoformat(expected["made_at"]))
    for table, each in tables.items():
        assert states[table] == each["state"], each["about"]


# ------------------------------------------------------------------------------- people


async def test_every_token_and_password_works(url: str, expected: Any) -> None:
    names = {"anna": "Anna", "bernd": "Böt", "anna's phone": "Anna", "anna's reader": "Anna"}
    async with serving(url) as world:
        for whose, name in names.items():
            assert (await (await holder(world, expected["tokens"][whose])).get("/session"))["name"] == name
        person = await world.person(session=False)
        for name, password in expected["accounts"].items():
            answer = await person.ask("POST", "/account/login", {"name": name, "password": password})
            assert answer.status_code == 200, answer.text
        reader = await holder(world, expected["tokens"]["anna's reader"])
        assert (
            await reader.ask("POST", "/tables", {"variant": "kniffel", "seats": [{"kind": "bot"}]})
        ).status_code == 403


async def test_every_key_continues_its_match(url: str, expected: Any) -> None:
    async with serving(url) as world:
        for table, keys in expected["keys"].items():
            for key in keys:
                person = await world.person()
                answer = await person.ask("POST", "/continue", {"key": key})
                assert (answer.status_code, answer.json()["id"]) == (200, table), answer.text
                assert answer.json()["grand_totals"]


async def test_high_scores_history_imports_and_chat_survive(url: str, expected: Any) -> None:
    async with serving(url) as world:
        people = {"anna": expected["tokens"]["anna"], "bernd": expected["tokens"]["bernd"], **expected["guests"]}
        holders = {name: await holder(world, token) for name, token in people.items()}
        anna, clara = holders["anna"], holders["clara"]
        shown = ("place", "name", "score", "at", "table")
        scores = (await anna.get("/high-scores", params={"variant": "kniffel"}))["scores"]
        before = expected["high_scores"]["scores"]
        assert [{name: each[name] for name in shown} for each in scores] == [
            {name: each[name] for name in shown} for each in before
        ]
        for name, person in holders.items():
            past = await person.get("/history")
            assert {"matches": past["matches"], "names": past["names"]} == expected[f"history of {name}"]
        for path, texts in expected["chat"].items():
            assert [line["text"] for line in (await anna.get(path))["lines"]] == texts
        record = expected["import"]
        again = await clara.ask(
            "POST", "/history/import", content=record["record"].encode(), headers={"Content-Type": "text/plain"}
        )
        assert again.json()["records"] == [{"line": 1, "table": record["table"], "known": True}]


# ------------------------------------------------------------------------------- files


@pytest.mark.slow
async def test_old_backup_is_restored(old: Path, tmp_path: Path, expected: Any) -> None:
    file, url = tmp_path / "pasch.backup", f"sqlite:///{tmp_path / 'restored.sqlite3'}"
    file.write_bytes(gzip.compress((old / "pasch.backup.jsonl").read_bytes(), 1))
    async with opened(url, header_of(file).schema) as database:
        await read_backup(database, file)
    async with opened(url) as database:
        found = await check(database)
    assert (found.tables, found.broken) == (len(expected["tables"]) + 1, [])


def test_every_record_is_read(old: Path) -> None:
    for name, each in json.loads((old / "records.json").read_text("utf-8")).items():
        record = read_record(each["text"])
        assert (record.totals, record.grand_totals) == (each["totals"], each["grand_totals"]), name


def test_every_position_is_read(expected: Any) -> None:
    for name, each in expected["positions"].items():
        game = Position.from_text(each["text"]).game
        assert Position.of(game).to_text() == each["text"], name
        assert (len(game.legal_actions), [sheet.total for sheet in game.sheets]) == (each["legal"], each["totals"])


def test_settings_are_read(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SETTINGS:
        monkeypatch.delenv(f"PASCH_{name.upper()}", raising=False)
    setup = read_setup(old / "pasch.toml")
    assert (setup.listening.host, setup.listening.port) == ("0.0.0.0", 8765)
    assert setup.server.operation.public_url == "https://pasch.example"
    assert (setup.server.connections, setup.tables.graces.long, setup.tables.keep.finished.days) == (2000, 7.5, 36500)


@pytest.mark.slow
def test_solved_table_is_reused_or_recomputed(old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table belongs to the sources that made it; other sources solve again, with the same value."""
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path))
    cheerio = find_variant("cheerio")
    shutil.copy(old / "cheerio.mean32.table", cache.table_path(cheerio, store.KIND))
    store._cached.clear()
    assert store.solve(cheerio).value == pytest.approx(141.95465, abs=1e-4)
    store._cached.clear()


# ------------------------------------------------------------------------------- stopping version 0.1


async def beat(database: Database) -> None:
    """Advance a heartbeat as a process of version 0.1 does."""
    await database.run("INSERT INTO processes (id, beat) VALUES ('old', 0)", ())
    while True:
        await database.run("UPDATE processes SET beat = beat + 1", ())
        await asyncio.sleep(HEARTBEAT)


@pytest.mark.slow
async def test_server_refuses_to_start_while_version_0_1_runs(url: str) -> None:
    async with opened(url, None) as database:
        beating = asyncio.create_task(beat(database))
        bus = ["--bus=poll"] if url.startswith("postgres") else []
        refused = await asyncio.to_thread(pasch, "serve", "--port=0", f"--database={url}", *bus)
        beating.cancel()
        assert (refused.code, refused.out) == (1, "")
        assert refused.err.splitlines()[-1] == (
            "pasch: A server of an older version uses this database: end all its processes first"
        )
        assert await revision_of(database) == SCHEMA


async def test_backup_before_upgrade_keeps_old_rows_and_schema(url: str, old: Path, tmp_path: Path) -> None:
    """The new program writes the rows that version 0.1 wrote into its own backup, and upgrades nothing."""
    file = tmp_path / "before.backup"
    written = await asyncio.to_thread(pasch, "admin", "backup", str(file), f"--database={url}")
    assert written.code == 0, written.err
    assert header_of(file).schema == SCHEMA
    rows = gzip.decompress(file.read_bytes()).splitlines()[1:-1]
    assert sorted(rows) == sorted((old / "pasch.backup.jsonl").read_bytes().splitlines()[1:-1])
    async with opened(url, None) as database:
        assert await revision_of(database) == SCHEMA


def test_every_renamed_setting_and_metric_is_announced() -> None:
    names = tomllib.loads((ROOT / "tests" / "upgrade" / "names_0_1.toml").read_text("utf-8"))
    docs = ROOT / "docs"
    changelog, alerts, page = (
        path.read_text("utf-8")
        for path in (ROOT / "CHANGELOG.md", docs / "deploy" / "alerts.yml", docs / "operating.md")
    )
    settings = {*names["settings"].split()} - SETTINGS.keys()
    assert settings == RETIRED
    assert {name for name in settings if f"`{name}`" not in changelog} == set()
    metrics = {*names["metrics"].split()} - {*re.findall(r"^\| `(pasch_\w+)` ", page, re.MULTILINE)}
    assert {name for name in metrics if f"`{name}`" not in changelog or name not in alerts} == set()


@pytest.mark.slow
def test_server_with_old_settings_continues_matches(old: Path, file: Path, tmp_path: Path, expected: Any) -> None:
    """Clocks run and bots play again; the settings keep every match. Killed processes have left their rows."""
    path = tmp_path / "pasch.sqlite3"
    path.write_bytes(file.read_bytes())
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO processes (id, beat) VALUES ('killed', 7)")
    [(table, each)] = ((table, each) for table, each in expected["tables"].items() if each["about"] == "yatzy, running")
    with Server(tmp_path, ["--config", str(old / "pasch.toml")], {"PASCH_LEASE_RENEW": "1"}) as server:
        headers = {"Authorization": f"Bearer {each['token']}"}
        with httpx.Client(base_url=f"{server.url}/api/v1/tables", headers=headers) as http:
            snapshot = http.get(f"/{table}").json()
            command = {**snapshot["legal_actions"][0], "id": new_id(), "expect_seq": snapshot["seq"]}
            answer = http.post(f"/{table}/commands", json=command)
            assert answer.status_code == 200, answer.text
            assert answer.json()["seq"] > each["state"]["seq"]
        [warning] = (line for line in server.output().splitlines() if "setting_retired" in line)
        assert (json.loads(warning)["level"], json.loads(warning)["what"]) == ("warning", "lease_renew")
