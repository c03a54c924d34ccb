"""The solving process as this server sees it: a request goes in, progress and an answer come out."""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol

from pasch.rules.errors import InvalidInput
from pasch.service.errors import NotReady

COMMAND = (sys.executable, "-P", "-m", "pasch.analysis.worker")

Plain = Mapping[str, Any]
"""A JSON object."""
Progress = Callable[[float], None]


class ProcessDied(Exception):
    """The process ended in the middle of a request."""


class Worker(Protocol):
    """Somebody who works requests out, one at a time."""

    def ask(self, request: Plain, progress: Progress) -> Plain:
        """Wait for the answer. Raises `ProcessDied`, `InvalidInput` for what is refused, `NotReady` for a failure."""

    def end(self) -> None:
        """End at once, also while somebody waits for an answer."""


class WorkerProcess:
    """A running `pasch.analysis.worker`. Starting it takes some milliseconds; it ends with this process."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self._asked = 0

    @property
    def pid(self) -> int:
        """The number by which the system knows it."""
        return self._process.pid

    def ask(self, request: Plain, progress: Progress) -> Plain:
        """Wait for the answer. Raises `ProcessDied`, `InvalidInput` for what is refused, `NotReady` for a failure."""
        self._asked += 1
        self._write(json.dumps({"id": self._asked, **request}) + "\n")
        while True:
            match self._read():
                case {"progress": float() | int() as share}:
                    progress(share)
                case {"done": dict(answer)}:
                    return answer
                case {"refused": {"template": str(template), "values": dict(values)}}:
                    raise InvalidInput(template, **values)
                case {"failed": str(kind)}:
                    raise NotReady("It could not be worked out ({kind}): try again later", kind=kind)
                case _:
                    raise ProcessDied  # it does not speak our language

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except (OSError, ValueError):  # nobody listens any more; or `end` has closed the pipe
            raise ProcessDied from None

    def _read(self) -> Plain:
        """The next thing it says."""
        assert self._process.stdout is not None
        try:
            said: Plain = json.loads(self._process.stdout.readline())
        except (OSError, ValueError):  # nothing, or half a line
            raise ProcessDied from None
        return said

    def end(self) -> None:
        """End at once, also while somebody waits for an answer."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what was still to be written to it
                assert pipe is not None
                pipe.close()
