"""The test runs the backup commands of the operators' page literally."""

import os
import re
import subprocess
import sys

import pytest

from pasch.storage.opening import SqliteFile
from tests.deploy.test_compose import ROOT, environment

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "operating.md").read_text("utf-8").partition("\n## Backups\n")[2].partition("\n## ")[0]

# This script replaces compose's execution of a command in a server, which runs in an arbitrary folder.
DOCKER = """#!/bin/sh
case "$2" in
    exec | run) while [ "$1" != pasch ]; do shift; done; cd / && exec "{python}" -m "$@" ;;
    up) echo "all of it" ;;
esac
"""


def test_documented_backup_and_restore_commands_work(postgres_url, databases, tmp_path):
    out, back = re.findall(r"^.*docker compose (?:exec|run) .*pasch admin (?:backup|restore) - .*$", PAGE, re.MULTILINE)
    programs, here, new = tmp_path / "programs", tmp_path / "here", databases.empty()
    programs.mkdir()
    here.mkdir()
    (programs / "docker").write_text(DOCKER.format(python=sys.executable))
    (programs / "docker").chmod(0o700)

    def run(line, url):
        variables = {**environment("pasch-1"), "PASCH_DATABASE": url, "PATH": f"{programs}:{os.environ['PATH']}"}
        return subprocess.run(
            ["sh", "-c", line], cwd=here, capture_output=True, text=True, check=False, env={**os.environ, **variables}
        )

    refused = run(out, new)
    assert refused.returncode == 1
    assert "There is no database" in refused.stderr
    assert [each.suffix for each in here.iterdir()] == [".part"]
    kept = run(out, postgres_url)
    assert (kept.returncode, kept.stdout, kept.stderr) == (0, "", "0 tables saved to -.\n")
    [file] = here.iterdir()
    assert (file.suffix, file.stat().st_mode & 0o777) == (".gz", 0o600)
    restored = run(back.replace("pasch-2026-11-21.gz", file.name), new)
    assert restored.returncode == 0, restored.stderr
    assert restored.stdout.splitlines()[1:] == ["0 tables are intact.", "all of it"]


def test_old_backups_are_deleted_only_after_a_new_one(tmp_path):
    line = re.search(r"^0 4 \* \* \* (.*)$", PAGE, re.MULTILINE)[1].replace(r"\%", "%")
    folder, database = tmp_path / "backup", tmp_path / "pasch.sqlite3"
    for written, here in {
        "/opt/pasch/bin/pasch": f"{sys.executable} -m pasch",
        "/srv/backup": str(folder),
        "/var/lib/pasch/pasch.sqlite3": str(database),
    }.items():
        assert written in line
        line = line.replace(written, here)
    folder.mkdir()
    old = folder / "pasch-2026-01-01.gz"
    old.touch()
    os.utime(old, (0, 0))
    assert subprocess.run(["sh", "-c", line], check=False, capture_output=True).returncode == 1
    assert [*folder.iterdir()] == [old]
    with SqliteFile.opened(f"sqlite:///{database}"):
        pass
    assert subprocess.run(["sh", "-c", line], check=False, capture_output=True).returncode == 0
    [new] = folder.iterdir()
    assert new != old
