"""`./pasch cluster`: one command starts everything, and ends everything."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

from build_client import ROOT
from tests.support.server import free_port

PATIENCE = 60


def started(*options: str) -> subprocess.Popen[str]:
    """Start the cluster tool."""
    return subprocess.Popen(
        [sys.executable, "-m", "tools.cluster", "--processes=2", *options],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def lines_until_ready(process: subprocess.Popen[str]) -> list[str]:
    """The lines until the servers are ready."""
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line.rstrip())
        if "Pasch is ready" in line:
            return lines
    raise AssertionError(process.stderr.read() if process.stderr else lines)


def session(port: int, token: str = "") -> dict[str, object]:
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/session",
        method="GET" if token else "POST",
        headers={"Authorization": f"Bearer {token}"} if token else {},
    )
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def below(process: int) -> set[int]:
    """The descendants of a process."""
    try:
        children = set(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))
    except FileNotFoundError:
        return set()
    return children.union(*map(below, children))


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder open to all users: under root, these tests run PostgreSQL as another user."""
    with tempfile.TemporaryDirectory() as made:
        Path(made).chmod(0o755)
        yield Path(made) / "data"


@pytest.mark.slow
def test_cluster_starts_and_ends_everything_and_restores_its_data(folder):
    port, token = free_port(), ""
    for number in (signal.SIGINT, signal.SIGTERM):
        process = started(f"--port={port}", f"--folder={folder}")
        try:
            database, bus, ready = lines_until_ready(process)
            assert database.startswith("PostgreSQL: postgresql://")
            assert bus.startswith("Bus: unix://")
            assert ready == f"Pasch is ready: http://127.0.0.1:{port}/"
            token = token or str(session(port)["token"])
            assert session(port, token)  # only the restored database knows this token
            started_by_it = below(process.pid)
            assert len(started_by_it) >= 4  # Valkey, the supervisor, and two servers
        finally:
            process.send_signal(number)
            _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, err
        assert not any(Path(f"/proc/{each}").exists() for each in started_by_it)


@pytest.mark.slow
def test_cluster_reports_errors_in_one_line(tmp_path):
    (tmp_path / "file").touch()
    process = started(f"--folder={tmp_path / 'file' / 'data'}")
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err.count("\n")) == (1, 1)
    assert err.startswith("pasch: ")
    process = started("--port=70000")
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert "70000" in err


def test_root_script_runs_the_cluster_tool(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "")
    loader = SourceFileLoader("root_script", str(ROOT / "pasch"))
    spec = spec_from_loader("root_script", loader)
    assert spec is not None
    script = module_from_spec(spec)
    loader.exec_module(script)
    assert script.command(["cluster", "--processes", "2"]) == ["-m", "tools.cluster", "--processes", "2"]
    assert os.environ["PYTHONPATH"] == str(ROOT)
    assert script.command(["test", "-x"])[:2] == ["-m", "pytest"]
    assert script.command(["serve"]) == ["-m", "pasch", "serve"]
