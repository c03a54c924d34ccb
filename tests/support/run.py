"""A test run and its guard, which leaves no process and no file behind, however the run ends.

The guard is a process that reads a pipe from the run. The pipe closes when the run ends or is killed. Then the guard
ends every process that inherited the run's environment and removes the run's folder for temporary files.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import psutil

VARIABLE = "PASCH_TEST_RUN"
"""Names the folder of the run in the environment of all its processes."""
RETURN_MEMORY = {"MALLOC_TRIM_THRESHOLD_": "131072", "MALLOC_MMAP_THRESHOLD_": "131072", "MALLOC_ARENA_MAX": "2"}
"""Makes glibc return freed memory to the system: workers that compile kernels would keep an eighth more."""


class Run:
    """A test run whose temporary files are in a folder of this run alone."""

    def __init__(self) -> None:
        environment = {name: value for name, value in os.environ.items() if name != VARIABLE}
        self.folder = Path(tempfile.mkdtemp(prefix="pasch-test-"))
        self.folder.chmod(0o711)  # PostgreSQL runs as another user if the tests run as root
        os.environ |= {VARIABLE: str(self.folder), "TMPDIR": str(self.folder), **RETURN_MEMORY}
        tempfile.tempdir = None  # read TMPDIR again
        command = [sys.executable, __file__, str(self.folder)]
        # A separate session, so that Ctrl-C ends the tests and not the guard.
        self.guard = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True, env=environment)

    def end(self) -> None:
        """Let the guard clean up, and wait for it."""
        self.guard.communicate()


def clean_up(folder: str) -> None:
    """End the processes of the run, then remove its folder."""
    for process in (asked := _processes(folder)):
        process.terminate()
    psutil.wait_procs(asked, timeout=3)
    while left := _processes(folder):
        for process in left:
            process.kill()
        psutil.wait_procs(left, timeout=0.1)  # a process that its parent does not collect remains as a zombie
    shutil.rmtree(folder, ignore_errors=True)


def _processes(folder: str) -> list[psutil.Process]:
    return [process for process in psutil.process_iter() if process.pid != os.getpid() and _is_of(process, folder)]


def _is_of(process: psutil.Process, folder: str) -> bool:
    """Whether a process belongs to the run. One that writes its own title loses its environment, but not its folder."""
    try:
        return process.environ().get(VARIABLE) == folder or folder in " ".join(process.cmdline())
    except (psutil.Error, OSError):  # the process has ended, or belongs to another user
        return False


if __name__ == "__main__":
    sys.stdin.read()
    clean_up(sys.argv[1])
