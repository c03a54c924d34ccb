"""The guard of a test run removes the processes and files of a killed run."""

import signal
import subprocess
import sys
from pathlib import Path

import psutil

from build_client import ROOT

RUN = """
import subprocess, sys, tempfile
from tests.support.run import Run
run = Run()
pause = [sys.executable, "-c", "import signal; signal.pause()"]
child = subprocess.Popen(pause, start_new_session=True)
other = subprocess.Popen([*pause, str(run.folder)], start_new_session=True, env={})
with tempfile.NamedTemporaryFile(delete=False) as left: pass
print(run.guard.pid, child.pid, other.pid, left.name, flush=True)
sys.stdin.read()
"""


def test_killed_run_leaves_no_processes_or_files():
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", RUN], cwd=ROOT, **pipes) as run:
        *numbers, left = run.stdout.readline().split()
        processes = [psutil.Process(int(number)) for number in numbers]
        assert Path(left).exists()
        run.send_signal(signal.SIGKILL)
    gone, alive = psutil.wait_procs(processes, timeout=60)
    assert (len(gone), alive) == (3, [])
    assert not Path(left).parent.exists()
