"""Commands from a process that has imported them already: tests run hundreds, and imports take most of their time.

Theory of operation. `python -m tests.cli.prepared` imports what every command imports and the packages of others that
many need. For each request on the socket that is its standard input it forks; the child takes the three streams that
came with the request, its arguments, environment and folder, and runs `pasch` as the shell would. The answers are the
child's number and, when it has ended, its exit code. The process ends when nobody is left at the other end.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

ROOT = Path(__file__).parents[2]
"""Where the module is found, wherever the test that asks first has gone."""
LONGEST = 1 << 20
"""Bytes of a request."""


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str


UTF_8 = {"LC_ALL": "C.UTF-8"}
"""What makes Python write UTF-8, whatever the system is set to."""


@cache
def _way() -> socket.socket:
    """The way to the process that is forked, one for each worker."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        command = (sys.executable, "-m", "tests.cli.prepared")
        process = subprocess.Popen(command, cwd=ROOT, stdin=theirs, stdout=subprocess.DEVNULL, env=os.environ | UTF_8)

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def run(arguments: Sequence[str], stdin: bytes, environment: Mapping[str, str], timeout: float) -> Ran:
    """Run `pasch` with exactly this environment. Raises `TimeoutError`."""
    way = _way()
    with TemporaryFile() as said, TemporaryFile() as complained, TemporaryFile() as typed:
        typed.write(stdin)
        typed.seek(0)
        request = {"arguments": list(arguments), "environment": dict(environment), "folder": str(Path.cwd())}
        streams = [stream.fileno() for stream in (typed, said, complained)]
        socket.send_fds(way, [json.dumps(request).encode()], streams)
        child = int(way.recv(LONGEST))
        way.settimeout(timeout)
        try:
            code = int(way.recv(LONGEST))
        except TimeoutError:
            os.kill(child, signal.SIGKILL)
            way.settimeout(None)
            way.recv(LONGEST)
            raise
        finally:
            way.settimeout(None)
        for stream in (said, complained):
            stream.seek(0)
        return Ran(code, said.read().decode(), complained.read().decode())


# ------------------------------------------------------------------------------- in the process that forks


def serve() -> None:
    """Fork for each request. Returns in a child whose command has not ended the process, and when nobody asks."""
    import fastapi  # noqa: F401 - only to have it
    import numpy  # noqa: F401, ICN001 - only to have it

    import pasch.cli.app  # noqa: F401 - only to have it

    gc.collect()
    gc.freeze()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks decides about the end
    way = socket.socket(fileno=os.dup(0))
    while True:
        request, streams, _, _ = socket.recv_fds(way, LONGEST, 3)
        if not request:
            return
        child = os.fork()
        if not child:
            way.close()
            signal.signal(signal.SIGINT, signal.default_int_handler)
            _become(json.loads(request), streams)
            return
        for stream in streams:
            os.close(stream)
        way.send(str(child).encode())
        _, status = os.waitpid(child, 0)
        way.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become(request: dict[str, object], streams: Sequence[int]) -> None:
    """Run the command of a request in this process."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    match request:
        case {"arguments": [*arguments], "environment": {**environment}, "folder": str(folder)}:
            os.environ.clear()
            os.environ.update({str(name): str(value) for name, value in environment.items()})
            os.chdir(folder)
            sys.argv = ["pasch", *map(str, arguments)]
            sys.orig_argv = [sys.executable, "-m", *sys.argv]  # what a command that starts itself again reads
    from pasch.cli import main

    main()


if __name__ == "__main__":
    serve()
