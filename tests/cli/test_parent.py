"""The supervisor, with small programs as its processes: they serve, hang or die."""

import asyncio
import errno
import os
import signal
import sys
from contextlib import asynccontextmanager

import pytest

from pasch.cli import processes
from pasch.cli.processes import CannotShare, Parent, supervise
from pasch.server.configuration.settings import Operation

pytestmark = pytest.mark.anyio

CHILD = """
import pathlib, signal, socket, sys
number, line = map(int, sys.argv[-1].split(","))
how = pathlib.Path(sys.argv[1], str(number)).read_text()
pathlib.Path(sys.argv[1], how).touch()
if how == "dies":
    sys.exit(3)
if how == "hangs":
    signal.pause()
line = socket.socket(fileno=line)
line.send(b"!")
line.recv(1)
"""
PATIENCE = 60.0


@pytest.fixture
def anyio_backend():
    return "asyncio"


class RecordingSupervisor:
    """A supervisor, and the first steps of its processes."""

    def __init__(self, folder, log):
        self.folder, self.log, self.calls = folder, log, 0
        self.parent = Parent([[], []], PATIENCE, {}, self.ready)

    def ready(self):
        self.calls += 1

    def does(self, number, how):
        (self.folder / str(number)).write_text(how)

    @property
    def children(self):
        """The process ids, by position."""
        return [child and child.process.pid for child in self.parent._serving]

    def count(self, event):
        return [record.message for record in self.log.records].count(event)

    def kill(self, number):
        self.parent._serving[number].signal(signal.SIGKILL)

    async def until(self, holds):
        async with asyncio.timeout(PATIENCE):
            while not holds():  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(0.01)


@pytest.fixture
def run_supervisor(tmp_path, monkeypatch, caplog):
    (tmp_path / "child.py").write_text(CHILD)
    monkeypatch.setattr(sys, "orig_argv", [sys.executable, str(tmp_path / "child.py"), str(tmp_path)])
    monkeypatch.setattr(processes, "FIRST_PAUSE", 0.01)

    @asynccontextmanager
    async def run_supervisor(*does):
        watched = RecordingSupervisor(tmp_path, caplog)
        for number, how in enumerate(does):
            watched.does(number, how)
        running = asyncio.create_task(watched.parent.run())
        try:
            yield watched
            assert not running.done()
        finally:
            watched.parent._end.set()
            await asyncio.wait({running})
        assert running.result() == 0

    return run_supervisor


async def test_failed_replacement_keeps_the_old_processes(run_supervisor, monkeypatch):
    async with run_supervisor("serves", "serves") as watched:
        await watched.until(lambda: watched.calls)
        before = watched.children
        with monkeypatch.context() as gone:
            gone.setattr(sys, "executable", str(watched.folder / "gone"))
            watched.parent._renewal.set()
            await watched.until(lambda: watched.count("process_not_replaced") == 1)
            assert watched.children == before
        watched.parent._renewal.set()
        await watched.until(lambda: not {*watched.children} & {*before})
        assert watched.count("process_ended") == 0


async def test_failed_restart_is_retried_and_the_other_process_stays(run_supervisor, monkeypatch):
    async with run_supervisor("serves", "serves") as watched:
        await watched.until(lambda: watched.calls)
        one, other = watched.children
        with monkeypatch.context() as gone:
            gone.setattr(sys, "executable", str(watched.folder / "gone"))
            watched.kill(0)
            await watched.until(lambda: watched.count("process_not_replaced") == 3)
            assert watched.children == [one, other]
        await watched.until(lambda: watched.children[0] != one)
        assert watched.children[1] == other
        assert watched.calls == 1


@pytest.mark.slow
async def test_hanging_start_does_not_block_other_restarts(run_supervisor, monkeypatch):
    monkeypatch.setattr(processes, "READY_WITHIN", 3.0)
    async with run_supervisor("serves", "hangs") as watched:
        await watched.until((watched.folder / "hangs").exists)
        one, hangs = watched.children
        watched.kill(0)
        await watched.until(lambda: watched.children[0] != one)
        assert not watched.calls
        watched.does(1, "serves")
        monkeypatch.setattr(processes, "READY_WITHIN", PATIENCE)
        await watched.until(lambda: watched.calls)
        assert watched.children[1] != hangs


async def test_hanging_restart_does_not_block_replacement(run_supervisor, monkeypatch):
    async with run_supervisor("serves", "serves") as watched:
        await watched.until(lambda: watched.calls)
        watched.does(1, "hangs")
        with monkeypatch.context() as hasty:
            hasty.setattr(processes, "READY_WITHIN", 0.1)
            watched.kill(1)
            await watched.until(lambda: watched.count("process_ended") > 1)
        watched.does(1, "serves")
        before = watched.children
        watched.parent._renewal.set()
        await watched.until(lambda: not {*watched.children} & {*before})


async def test_readiness_is_announced_once_when_all_serve(run_supervisor):
    async with run_supervisor("serves", "dies") as watched:
        await watched.until(lambda: watched.count("process_ended") > 1)
        assert not watched.calls
        watched.does(1, "serves")
        await watched.until(lambda: watched.calls)
        watched.kill(1)
        await watched.until(lambda: watched.children[1] not in {None, 0} and watched.count("process_ended") > 2)
        assert watched.calls == 1


def test_startup_failure_error_names_the_cause(monkeypatch):
    async def nothing(*_arguments, **_options):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(asyncio, "create_subprocess_exec", nothing)
    with pytest.raises(CannotShare, match="cannot be started: Too many open files"):
        supervise([[], []], Operation(), lambda: None)
