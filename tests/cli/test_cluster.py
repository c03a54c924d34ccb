"""Work on a cluster: real worker processes compute the same numbers as this process."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import pytest
from distributed import Client
from typer.testing import CliRunner

from pasch.cli import cluster as clusters
from pasch.cli.app import app
from pasch.cli.cluster import Cluster, NoCluster, cluster
from pasch.rules.variants import find_variant
from pasch.solver import cache, store
from pasch.solver.simulation import games
from tests.support.server import free_port

pytestmark = pytest.mark.slow

GAMES = 70_001


@dataclass
class Scheduler:
    """A Dask scheduler."""

    address: str
    process: subprocess.Popen[bytes]


def started(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:], "--no-dashboard"],
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@contextmanager
def running(folder: Path, workers: int, **environment: str) -> Iterator[Scheduler]:
    address = f"tcp://127.0.0.1:{free_port()}"
    processes = [started("dask_scheduler", "--host", "127.0.0.1", "--port", address.rpartition(":")[2])]
    for number in range(workers):
        own = ["--no-nanny", "--nthreads", "1", "--local-directory", str(folder), "--name", str(number)]
        processes.append(started("dask_worker", address, *own, PASCH_CACHE=str(folder / "far"), **environment))
    try:
        with Client(address, timeout=60, set_as_default=False) as client:
            if workers:
                client.wait_for_workers(workers, timeout=60)
        yield Scheduler(address, processes[0])
    finally:
        for process in processes:
            process.kill()
        for process in processes:
            process.wait()


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(tmp_path_factory.mktemp("cluster"), 2) as scheduler:
        yield scheduler.address


def invoke(*arguments: str):
    return CliRunner().invoke(app, arguments, env={"LC_ALL": "C.UTF-8"})


def figures_of(*arguments: str):
    done = invoke(*arguments, "--json")
    assert (done.exit_code, done.stderr) == (0, "")
    return [{**json.loads(line), "seconds": 0} for line in done.stdout.splitlines()]


# ------------------------------------------------------------------------------- simulate, arena


@pytest.mark.parametrize("bot", ["perfect", "regular"])
def test_compiled_simulation_equals_the_local_one_exactly(two_workers, monkeypatch, bot):
    monkeypatch.setattr(games, "BATCH", GAMES // 7)  # eight parts for two workers
    asked = ("simulate", "cheerio", "--bot", bot, "--games", str(GAMES), "--seed", "7")
    here = figures_of(*asked)  # compiles for the workers
    assert figures_of(*asked, "--cluster", two_workers) == here


@pytest.mark.parametrize(("variant", "bot"), [("crag", "simple"), ("kniffeliger", "perfect")])
def test_interpreted_simulation_equals_the_local_one(two_workers, variant, bot):
    asked = ("simulate", variant, "--bot", bot, "--games", "26", "--seed", "3", "--set", "rolls=2")
    assert figures_of(*asked, "--cluster", two_workers) == figures_of(*asked)


def test_arena_equals_the_local_one(two_workers):
    asked = ("arena", "crag", "perfect", "simple", "--games", "30", "--seed", "2")
    assert figures_of(*asked, "--cluster", two_workers) == figures_of(*asked)


def test_workers_run_in_parallel(two_workers, tmp_path):
    meeting = tmp_path / "meeting"
    os.mkfifo(meeting)
    with cluster(two_workers) as found:
        here, there = found.results(meet, ["r", "w"], str(meeting))
    assert here != there


def meet(end: str, where: str) -> int:
    """Return when the other end of the pipe is open too."""
    with Path(where).open(end):
        return os.getpid()


# ------------------------------------------------------------------------------- solve


def test_variants_are_solved_remotely_and_their_tables_fetched(two_workers, monkeypatch, tmp_path):
    asked = ("solve", "cheerio", "crag", "--set", "rolls=1", "--target", "100")
    here = figures_of(*asked)
    assert [figures["variant"] for figures in here] == ["cheerio", "crag"]
    assert all(figures["rules"] == {"rolls": 1} for figures in here)
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path / "tables"))
    monkeypatch.setattr(store, "_cached", type(store._cached)())
    assert figures_of(*asked, "--cluster", two_workers) == here
    variant = find_variant("crag").replace(rolls=1)
    for kind in ("mean32", "play", "targets"):
        assert cache.load(cache.table_path(variant, kind), variant) is not None
    assert [path.name for path in (tmp_path / "tables").glob(".new-*")] == []


def test_local_tables_are_not_fetched(two_workers, monkeypatch):
    invoke("solve", "cheerio")
    monkeypatch.setattr(Cluster, "content", None)
    assert figures_of("solve", "cheerio", "--cluster", two_workers) == figures_of("solve", "cheerio")


def test_table_is_fetched_in_pieces(two_workers, monkeypatch, tmp_path):
    monkeypatch.setattr(clusters, "PIECE", 1000)
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path))
    monkeypatch.setattr(store, "_cached", type(store._cached)())
    figures = figures_of("solve", "cheerio", "--fresh", "--cluster", two_workers)
    assert figures[0]["value"] > 0


def test_unsolvable_variant_does_not_stop_the_others(two_workers):
    for more in ((), ("--cluster", two_workers)):
        done = invoke("solve", "balut", "cheerio", *more)
        assert done.exit_code == 1
        assert done.stdout.startswith("Cheerio: optimal play scores ")
        assert done.stderr == "pasch: Balut cannot be solved exactly: no table for a settlement\n"
        alone = invoke("solve", "balut", *more)
        assert (alone.exit_code, alone.stderr) == (1, done.stderr)


def test_unwritable_folder_error_names_the_folder(two_workers, monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setenv("PASCH_CACHE", str(tmp_path / "file" / "tables"))
    done = invoke("solve", "cheerio", "--fresh", "--cluster", two_workers)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith(f"pasch: The table cannot be kept in {tmp_path / 'file' / 'tables'}: ")


# ------------------------------------------------------------------------------- failures


@pytest.mark.parametrize("address", ["here", "tcp://127.0.0.1", "http://127.0.0.1:8786", "tcp://:8786", ""])
def test_invalid_address_is_refused(address):
    done = invoke("simulate", "crag", "--cluster", address)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"pasch: “{address}” is not the address of a Dask scheduler; write tcp://")


def refused(address: str) -> str:
    done = invoke("simulate", "crag", "--games", "100", "--cluster", address)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_unreachable_scheduler_is_reported(monkeypatch):
    monkeypatch.setattr(clusters, "PATIENCE", 1.0)
    address = f"tcp://127.0.0.1:{free_port()}"
    assert refused(address) == f"pasch: No Dask scheduler answers at {address}\n"


def test_missing_and_incompatible_workers_are_reported(monkeypatch, tmp_path):
    with running(tmp_path, 0) as scheduler:
        monkeypatch.setattr(clusters, "PATIENCE", 2.0)
        assert refused(scheduler.address) == f"pasch: The cluster at {scheduler.address} has no workers\n"
        (tmp_path / "pasch").mkdir()
        (tmp_path / "pasch" / "__init__.py").write_text("__version__ = '0'\n")
        stranger = started("dask_worker", scheduler.address, "--no-nanny", PYTHONPATH=str(tmp_path))
        try:
            monkeypatch.setattr(clusters, "PATIENCE", 30.0)
            assert "have no Pasch or another one; install this version there" in refused(scheduler.address)
        finally:
            stranger.kill()
            stranger.wait()


def test_work_of_a_dead_worker_moves_to_another(monkeypatch, tmp_path):
    with running(tmp_path, 2) as scheduler, cluster(scheduler.address) as found:
        fuse = tmp_path / "fuse"
        fuse.touch()
        assert list(found.results(die_once, [1, 2, 3], str(fuse))) == [1, 2, 3]
        assert not fuse.exists()
        monkeypatch.setattr(clusters, "PATIENCE", 1.0)
        with pytest.raises(NoCluster, match="has no workers"):
            list(found.results(die, [0]))


def test_scheduler_death_is_reported(monkeypatch, tmp_path):
    with running(tmp_path, 1) as scheduler, cluster(scheduler.address) as found:
        monkeypatch.setattr(clusters, "PATIENCE", 1.0)
        with pytest.raises(NoCluster, match=r"Lost the connection to the cluster at .*"):
            list(found.results(kill, [scheduler.process.pid]))


def die(_item: int) -> None:
    os._exit(1)


def die_once(item: int, fuse: str) -> int:
    if item == 2 and Path(fuse).exists():
        Path(fuse).unlink()
        os._exit(1)
    return item


def kill(process: int) -> None:
    os.kill(process, signal.SIGKILL)
    Event().wait()


def test_missing_package_error_shows_the_install_command(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert refused("tcp://127.0.0.1:8786") == (
        "pasch: --cluster needs the package “distributed”; install it with: pip install 'pasch[cluster]'\n"
    )
