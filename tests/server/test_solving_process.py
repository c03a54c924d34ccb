"""The solving process: it solves, is restarted after a kill, and never outlives its server."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from threading import Event

import pytest

from pasch.rules.errors import InvalidInput
from pasch.server.job_queue import Done, Job, JobQueue, ProcessDied, WorkerProcess
from pasch.service.errors import NotReady
from tests.support.server import Server

pytestmark = pytest.mark.slow

WITHIN = 110
"""Seconds in which a kernel is compiled and a small variant solved, however busy the machine is."""

OWNER = """
import sys
from pasch.server.job_queue import WorkerProcess
worker = WorkerProcess()
if sys.argv[1] == "working":
    worker.ask({"do": "solve", "variant": "spiffel-6", "rules": {}}, lambda share: print("at work", flush=True))
print("idle", flush=True)
sys.stdin.read()
"""
"""A program that owns a solving process until the test kills it."""


@pytest.fixture
def processes():
    made = []
    yield made
    for process in made:
        process.end()


@pytest.fixture
def queue(processes):
    def start():
        processes.append(WorkerProcess())
        return processes[-1]

    made = JobQueue(start, most=5, share=5)
    yield made
    made.close()


def crag(points):
    """A variant that is solved in a hundredth of a second and that no other test uses."""
    return {"do": "solve", "variant": "crag", "rules": {"rolls": 2, "upper_bonus": points}}


def done(queue, key):
    with queue.changed:
        assert queue.changed.wait_for(lambda: isinstance(queue.state_of(key), Done), timeout=WITHIN)
    return queue.state_of(key).answer


def test_killed_process_is_restarted(queue, processes):
    queue.submit(Job("first", crag(31)))
    assert done(queue, "first")["kept"] is True
    os.kill(processes[0].pid, signal.SIGKILL)
    queue.submit(Job("second", crag(32)))
    assert done(queue, "second")["kept"] is True
    assert len(processes) == 2


def test_process_killed_during_a_job_repeats_the_job(processes):
    started = Event()

    def start():
        processes.append(WorkerProcess())
        started.set()
        return processes[-1]

    queue = JobQueue(start, most=5, share=5)
    queue.submit(Job("solve", crag(33)))
    assert started.wait(WITHIN)
    os.kill(processes[0].pid, signal.SIGKILL)
    assert done(queue, "solve")["kept"] is True
    assert len(processes) == 2
    queue.close()


def test_process_reports_progress_and_refusals(processes):
    processes.append(process := WorkerProcess())
    progress = []
    process.ask(crag(34), progress.append)
    assert progress == sorted(progress)
    assert progress[-1] == 1
    with pytest.raises(InvalidInput, match="a settlement"):
        process.ask({"do": "solve", "variant": "balut", "rules": {}}, progress.append)
    with pytest.raises(NotReady, match="KeyError"):
        process.ask({"do": "nonsense"}, progress.append)
    assert process.ask(crag(34), progress.append)["kept"] is True
    process.end()
    with pytest.raises(ProcessDied):
        process.ask(crag(34), progress.append)


def test_process_runs_at_a_lower_priority_than_the_server(processes):
    processes.append(process := WorkerProcess())
    process.ask(crag(36), lambda _: None)
    assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(os.getpriority(os.PRIO_PROCESS, 0) + 10, 19)


@pytest.mark.parametrize("state", ["idle", "working"])
def test_process_ends_when_its_server_is_killed(state, tmp_path):
    """Both processes write errors into one pipe, which closes when the last one ends."""
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, state],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PASCH_CACHE": str(tmp_path)},
    )
    assert owner.stdout.readline()
    owner.kill()
    owner.communicate(timeout=WITHIN)


# ------------------------------------------------------------------------------- a whole server


def advice(server, position):
    """The advice for a position; None until it is ready."""
    query = urllib.parse.urlencode({"position": position})
    try:
        with urllib.request.urlopen(f"{server.url}/api/v1/advice?{query}", timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        later = refusal
    with later:
        problem = json.load(later)
    assert (later.code, problem["code"], later.headers["Retry-After"]) == (503, "not_ready", "1")
    assert 0 <= problem["progress"] <= 1
    return None


def test_server_solves_in_another_process_and_loads_no_compiler(tmp_path):
    position, pause = "crag {rolls=2 upper_bonus=35}; ; 123 1", Event()
    with Server(tmp_path, module=("tests.support.compiler_report_server",)) as server:
        assert advice(server, position) is None
        for _ in range(WITHIN):
            pause.wait(1)  # as clients should
            found = advice(server, position)
            if found is not None:
                break
        assert found["actions"][0]["regret"] == 0
        assert server.stop() == 0
    assert server.output().splitlines()[-1] == "compiler:"
