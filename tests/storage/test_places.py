"""Unusable places for a database: errors name the reason, at startup and during use."""

import subprocess
import sys
from pathlib import Path

import pytest

from pasch.storage.database import CannotStore
from pasch.storage.schema import bring_up_to_date
from tests.cli.terminal import pasch

NOBODY = 65_534
OPEN = """
import os, sys
from pathlib import Path
from pasch.storage.database import CannotStore
from pasch.storage.schema import bring_up_to_date
if os.getuid() == 0:
    os.setuid({nobody})
try:
    bring_up_to_date(Path(sys.argv[1]))
except CannotStore as error:
    print(error)
"""
FULL = """
import asyncio, os
from pathlib import Path
from pasch.storage.database import Unwritable
from pasch.storage.opening import SqliteFile
from pasch.storage.tables import SqlTables

async def main():
    with SqliteFile.opened("sqlite:///pasch.sqlite3") as file:
        room = os.statvfs(".")
        Path("filler").write_bytes(b"x" * (room.f_bavail * room.f_frsize))
        try:
            await file.write(lambda db: db.run("INSERT INTO deletions VALUES (1, '', '', ?, '', '')", ("x" * 10_000,)))
        except Unwritable as error:
            print(error.full, error.name)
        Path("filler").unlink()
        await SqlTables(file).writable()
        print(file.unwritable)

asyncio.run(main())
"""


def mounted(folder: Path, options: str, *command: str) -> str:
    """The output of a command in a folder on a separate file system."""
    script = f'mount -t tmpfs -o {options} none "$0" && cd "$0" && exec "$@"'
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script, str(folder), *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    return done.stdout + done.stderr


def test_error_names_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(CannotStore, match=rf"^The folder {tmp_path}/none does not exist"):
        bring_up_to_date(tmp_path / "none" / "pasch.sqlite3")


@pytest.mark.parametrize("there", [False, True], ids=["folder", "file"])
@pytest.mark.slow
def test_error_names_missing_permission(tmp_path: Path, there: bool) -> None:
    """The folder or file is not writable. The script imports its modules before it drops its rights."""
    file = tmp_path / "pasch.sqlite3"
    if there:
        bring_up_to_date(file)
        file.chmod(0o444)
        tmp_path.chmod(0o777)
    else:
        tmp_path.chmod(0o555)
    for parent in tmp_path.parents:
        if not parent.stat().st_mode & 0o001:
            parent.chmod(parent.stat().st_mode | 0o011)
    said = subprocess.run(
        [sys.executable, "-c", OPEN.format(nobody=NOBODY), file], capture_output=True, text=True, check=False
    )
    tmp_path.chmod(0o755)
    denied = file if there else tmp_path
    assert said.stdout == f"The database {file} cannot be opened: this user has no permission to write {denied}\n"
    assert [each.name for each in tmp_path.iterdir()] == ["pasch.sqlite3"] * there


@pytest.mark.usefixtures("mount_namespaces")
@pytest.mark.slow
def test_error_names_read_only_file_system(tmp_path: Path) -> None:
    said = mounted(tmp_path, "ro", sys.executable, "-c", OPEN.replace("os.getuid()", "1"), "pasch.sqlite3")
    assert said == "The database pasch.sqlite3 cannot be opened: its file system is read-only\n"


@pytest.mark.usefixtures("mount_namespaces")
@pytest.mark.slow
def test_full_file_system_makes_database_unwritable_until_space_is_freed(tmp_path: Path) -> None:
    assert mounted(tmp_path, "size=2m", sys.executable, "-c", FULL) == "True SQLITE_FULL\nNone\n"


@pytest.mark.slow
def test_error_shows_relative_path_as_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = pasch("admin", "check", "--database", "sqlite:///none.sqlite3")
    assert (done.code, f"There is no database of Pasch at {tmp_path / 'none.sqlite3'};" in done.err) == (1, True)
