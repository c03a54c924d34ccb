"""`pasch admin backup`, `restore` and `check`, as an operator types them."""

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest

from pasch.cli import upkeep
from pasch.cli.console import Refused
from pasch.rules.actions import RollDice, Score
from pasch.storage.opening import opened
from pasch.storage.schema import APPLICATION_ID, HEAD
from pasch.storage.tables import SqlTables
from tests.cli.terminal import pasch
from tests.service.harness import ANNA, Harness
from tests.storage.test_migrations import made, on


@pytest.fixture
def database(tmp_path):
    """A database with a table where two players have played a turn each."""
    url = f"sqlite:///{tmp_path / 'pasch.sqlite3'}"

    async def play():
        async with opened(url) as made:
            harness = Harness(SqlTables(made))
            table = await harness.open(ANNA, "Anna", "Bernd")
            for _ in range(2):
                await harness.do(ANNA, table, RollDice())
                await harness.do(ANNA, table, Score("chance"))

    asyncio.run(play())
    return "--database", url


def test_restored_backup_is_an_intact_database(database, tmp_path):
    file, new = tmp_path / "backup", f"sqlite:///{tmp_path / 'new.sqlite3'}"
    kept = pasch("admin", "backup", str(file), *database)
    assert (kept.code, kept.out, kept.err) == (0, f"1 table saved to {file}.\n", "")
    assert file.stat().st_mode & 0o777 == 0o600
    back = pasch("admin", "restore", str(file), "--database", new, "--lang", "de")
    said, whole = back.out.splitlines()
    assert back.code == 0
    assert said.startswith("Die Sicherung vom 20")
    assert whole == "1 Tisch ist unversehrt."
    assert pasch("admin", "check", "--database", new).out == "1 table is intact.\n"
    again = pasch("admin", "restore", str(file), "--database", new)
    assert (again.code, again.err) == (1, "pasch: The database is not empty; restore the backup into a new one\n")


@pytest.mark.slow
def test_backup_restore_and_check_report_json(database, tmp_path, postgres_url):
    file = tmp_path / "backup"
    kept = json.loads(pasch("admin", "backup", str(file), *database, "--json").out)
    assert (kept["file"], kept["bytes"], kept["rows"]["events"]) == (str(file), file.stat().st_size, 6)
    back = json.loads(pasch("admin", "restore", str(file), "--database", postgres_url, "--json").out)
    assert (back["tables"], back["events"], back["broken"], back["rows"]) == (1, 6, [], kept["rows"])
    found = json.loads(pasch("admin", "check", "--database", postgres_url, "--json").out)
    [table] = found.pop("intact")
    assert len(table) > 20
    assert found == {"tables": 1, "events": 6, "broken": [], "incomplete": []}


def test_check_names_damaged_tables(database):
    with closing(sqlite3.connect(database[1].removeprefix("sqlite:///"))) as db, db:
        [(table,)] = db.execute("SELECT id FROM tables").fetchall()
        db.execute("DELETE FROM events WHERE seq = 4")
    found = pasch("admin", "check", *database)
    assert (found.code, found.out) == (1, f"0 tables are intact.\nTable {table}: an event is missing after 3.\n")
    with closing(sqlite3.connect(database[1].removeprefix("sqlite:///"))) as db, db:
        db.execute("DELETE FROM events WHERE seq > 3")
        db.execute("DELETE FROM commands WHERE seq > 3")
        db.execute("UPDATE events SET data = '{}' WHERE seq = 3")
    found = pasch("admin", "check", *database, "--lang", "de")
    assert found.code == 1
    assert f"Tisch {table} lässt sich nicht nachspielen: " in found.out


@pytest.mark.slow
def test_unusable_file_is_refused_in_one_sentence(database, tmp_path):
    there, folder = tmp_path / "there", tmp_path / "folder"
    there.write_text("something")
    folder.mkdir()
    cases = {
        ("backup", str(there)): "already; name another one",
        ("backup", str(tmp_path / "no" / "folder")): "cannot be written: No such file or directory",
        ("backup", "/"): "already; name another one",
        ("backup", "."): "already; name another one",
        ("backup", "x" * 300): "cannot be written: File name too long",
        ("restore", str(tmp_path / "nothing")): "There is no file",
        ("restore", str(there)): "is no backup of Pasch",
        ("restore", str(folder)): "cannot be read",
    }
    for arguments, said in cases.items():
        refused = pasch("admin", *arguments, *database)
        assert refused.code == 1, arguments
        assert said in refused.err
        assert refused.err.count("\n") == 1
    assert there.read_text() == "something"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder", "pasch.sqlite3", "there"]


def test_backup_never_overwrites_a_file_created_meanwhile(database, tmp_path, monkeypatch):
    file = tmp_path / "backup"

    def meanwhile(_number):
        file.write_text("another backup")

    monkeypatch.setattr(upkeep.os, "fsync", meanwhile)
    with pytest.raises(Refused, match="already; name another one"):
        upkeep.backup(database[1], str(file), "en", as_json=False)
    assert file.read_text() == "another backup"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["backup", "pasch.sqlite3"]


def test_failed_backup_leaves_no_file(tmp_path):
    broken = tmp_path / "broken"
    broken.write_text("no database" * 100)
    refused = pasch("admin", "backup", str(tmp_path / "backup"), "--database", f"sqlite:///{broken}")
    assert refused.code == 1
    assert "not a database" in refused.err
    assert [each.name for each in tmp_path.iterdir()] == ["broken"]


# ------------------------------------------------------------------------------- missing and unsuitable databases

ON_WHAT_IS_THERE = (
    ("backup", "-"),
    ("check",),
    ("reports",),
    ("remove-line", "1"),
    ("keep-line", "1"),
    ("rename", "b1"),
    ("purge",),
    ("deletions",),
)
"""Every command of `pasch admin` except `restore`."""


@pytest.mark.slow
@pytest.mark.parametrize("arguments", ON_WHAT_IS_THERE, ids=" ".join)
def test_missing_database_is_refused_and_not_created(arguments, tmp_path):
    path = tmp_path / "ty%70o.sqlite3"
    refused = pasch("admin", *arguments, "--database", f"sqlite:///{path}")
    said = f"pasch: There is no database of Pasch at {path}; name the one that the server uses\n"
    assert (refused.code, refused.out, refused.err) == (1, "", said)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("command", ["backup", "check"])
def test_empty_database_is_refused_and_stays_empty(command, tmp_path, databases):
    file, backup = tmp_path / "empty", tmp_path / "backup"
    file.touch()
    arguments = [str(backup)] if command == "backup" else []
    for url in (f"sqlite:///{file}", databases.empty()):
        refused = pasch("admin", command, *arguments, "--database", url, "--lang", "de")
        assert refused.code == 1
        assert refused.err.startswith("pasch: Es gibt keine Datenbank von Pasch unter ")
        assert (refused.err.count("\n"), file.stat().st_size, backup.exists()) == (1, 0, False)
    assert asyncio.run(_tables(url)) == 0


async def _tables(url):
    db = await asyncpg.connect(url)
    try:
        return await db.fetchval("SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()")
    finally:
        await db.close()


@pytest.mark.slow
def test_foreign_damaged_and_newer_databases_are_refused(tmp_path):
    path = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE alembic_version (version_num)")
    cases = {
        "PRAGMA application_id = 0": "belongs to another program",
        f"PRAGMA application_id = {APPLICATION_ID}": "is damaged: alembic_version",
        "INSERT INTO alembic_version VALUES ('9999')": "written by a newer version (schema 9999,",
    }
    for spoilt, said in cases.items():
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(spoilt)
        refused = pasch("admin", "check", "--database", f"sqlite:///{path}")
        assert (refused.code, refused.err.count("\n")) == (1, 1)
        assert said in refused.err


@pytest.fixture(params=["sqlite", "postgres"])
def older(request, tmp_path):
    """A database as an earlier version left it."""
    url = f"sqlite:///{tmp_path / 'old.sqlite3'}"
    if request.param == "postgres":
        url = request.getfixturevalue("databases").empty()
    asyncio.run(on(url, made("0005")))
    return url


async def _schema(url):
    async with opened(url, None) as database:
        return await database.row("SELECT version_num FROM alembic_version")


@pytest.mark.slow
def test_backup_leaves_the_old_schema_and_restore_upgrades(older, tmp_path):
    file, new = tmp_path / "backup", f"sqlite:///{tmp_path / 'new.sqlite3'}"
    kept = pasch("admin", "backup", str(file), "--database", older)
    assert (kept.code, kept.out) == (0, f"1 table saved to {file}.\n")
    assert asyncio.run(_schema(older)) == ("0005",)
    back = json.loads(pasch("admin", "restore", str(file), "--database", new, "--json").out)
    assert (back["rows"]["events"], back["rows"]["chat"]) == (4, 2)
    assert asyncio.run(_schema(new)) == (HEAD,)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", ON_WHAT_IS_THERE[1:], ids=" ".join)
def test_older_schema_is_refused_and_stays_unchanged(arguments, older):
    refused = pasch("admin", *arguments, "--database", older)
    assert refused.code == 1
    assert f"of an older version (schema 0005, this one knows {HEAD}); start the server" in refused.err
    assert refused.err.count("\n") == 1
    assert asyncio.run(_schema(older)) == ("0005",)


# ------------------------------------------------------------------------------- standard output and input


def run(*arguments, **streams):
    """A command whose streams hold bytes."""
    command = [sys.executable, "-m", "pasch", "admin", *arguments]
    environment = {**os.environ, "LC_ALL": "C.UTF-8"}
    return subprocess.run(command, check=False, timeout=60, env=environment, stderr=subprocess.PIPE, **streams)


@pytest.mark.slow
def test_backup_and_restore_work_through_pipes(database, tmp_path):
    new = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    kept = run("backup", "-", *database, stdout=subprocess.PIPE)
    assert (kept.returncode, kept.stderr) == (0, b"1 table saved to -.\n")
    back = run("restore", "-", "--database", new, input=kept.stdout, stdout=subprocess.PIPE)
    assert (back.returncode, back.stderr, back.stdout.splitlines()[1]) == (0, b"", b"1 table is intact.")
    ran = run("backup", "-", *database, "--json", stdout=subprocess.PIPE)
    said = json.loads(ran.stderr)
    assert (said["file"], said["bytes"], said["rows"]["events"]) == ("-", len(ran.stdout), 6)


@pytest.mark.slow
def test_invalid_backup_on_standard_input_is_refused(database, tmp_path):
    new = tmp_path / "new.sqlite3"
    for content, said in ((b"", "- is no backup of Pasch"), (b"no backup", "- is no backup of Pasch")):
        refused = pasch("admin", "restore", "-", "--database", f"sqlite:///{new}", stdin=content)
        assert (refused.code, refused.err) == (1, f"pasch: {said}\n")
    assert not new.exists()
    kept = run("backup", "-", *database, stdout=subprocess.PIPE).stdout
    cut = pasch("admin", "restore", "-", "--database", f"sqlite:///{new}", stdin=kept[: len(kept) // 2])
    assert "The backup - is damaged or cut off at line" in cut.err


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_full_output_is_not_reported_as_a_database_error(kind, request, database):
    if kind == "postgres":
        database = ("--database", request.getfixturevalue("postgres_url"))
    with Path("/dev/full").open("wb") as full:
        refused = run("backup", "-", *database, stdout=full)
    assert refused.returncode == 1
    assert refused.stderr == b"pasch: The output cannot be written: No space left on device\n"


def test_closed_pipe_fails_the_backup(database):
    reader, writer = os.pipe()
    os.close(reader)
    try:
        refused = run("backup", "-", *database, stdout=writer)
    finally:
        os.close(writer)
    assert (refused.returncode, refused.stderr) == (1, b"pasch: The output cannot be written: Broken pipe\n")
