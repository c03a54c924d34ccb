"""Commands and servers from a process that has imported them already: tests start hundreds, and imports take long.

Theory of operation. `python -m tests.support.fork_server` imports the modules of commands and servers. For each request
on the socket at its standard input it forks. The child takes the three streams of the request, its arguments,
environment and folder, and runs the module as `python -m` would. The answer is the child's number. A fourth stream
receives the exit code when the child ends. The process ends when the other end has closed, and its children end with
it.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import io
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import TypedDict

ROOT = Path(__file__).parents[2]
"""The module's folder, whatever the current folder of the first test."""
MAX_MESSAGE = 1 << 20
"""Bytes of a request."""
UTF_8 = {"LC_ALL": "C.UTF-8"}
"""Makes Python write UTF-8 under any system setting."""
STARTUP_PREFIXES = ("PYTHON", "LC_", "LANG")
"""Prefixes of variables that Python reads at its start; a fork cannot change their effect."""
IMPORTED = (
    "numpy",
    "pasch.cli.app",
    "pasch.cli.serve",
    "pasch.cli.service",
    "pasch.server.app",
    "pasch.server.run",
    "pasch.server.solver",
    "uvicorn.lifespan.on",
    "uvicorn.loops.uvloop",
    "uvicorn.protocols.http.httptools_impl",
    "uvicorn.protocols.websockets.websockets_sansio_impl",
)
"""The modules that most commands and every server import before they answer, including lazy imports."""


class Request(TypedDict):
    """The process to run: a module with its arguments, all variables, and the folder to run it in."""

    command: list[str]
    environment: dict[str, str]
    folder: str


@dataclass(frozen=True)
class CommandResult:
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


class Process:
    """A forked process, with the part of `subprocess.Popen` that tests use."""

    def __init__(self, command: Sequence[str], pid: int, exit_socket: socket.socket) -> None:
        self.args, self.pid = command, pid
        self.returncode: int | None = None
        self._exit_socket = exit_socket

    def poll(self) -> int | None:
        """The exit code, or None while the process runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """The exit code, once the process has ended. Raises `subprocess.TimeoutExpired`."""
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0.0)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal unless the process has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask the process to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End the process at once."""
        self.send_signal(signal.SIGKILL)

    def _ended(self, within: float | None) -> int | None:
        if self.returncode is None and select.select([self._exit_socket], [], [], within)[0]:
            self.returncode = int(self._exit_socket.recv(MAX_MESSAGE) or -signal.SIGKILL)
            self._exit_socket.close()
        return self.returncode


@cache
def _fork_server() -> socket.socket:
    """The socket to the forking process, one for each worker."""
    local, remote = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with remote:
        command = (sys.executable, "-m", "tests.support.fork_server")
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=remote.fileno(), stdout=subprocess.DEVNULL, env=os.environ | UTF_8
        )

    def stop() -> None:
        local.close()
        process.wait()

    atexit.register(stop)
    return local


def can_fork(environment: Mapping[str, str]) -> bool:
    """Whether a process with these additional variables can be forked: Python must not have read them at its start."""
    return hasattr(os, "fork") and not any(name.startswith(STARTUP_PREFIXES) for name in environment)


def start(command: Sequence[str], streams: Sequence[int], environment: Mapping[str, str]) -> Process:
    """Run a module with arguments as `python -m` does, with these three streams and exactly this environment."""
    local, remote = socket.socketpair()
    request = Request(command=list(command), environment=dict(environment), folder=str(Path.cwd()))
    with remote:
        socket.send_fds(_fork_server(), [json.dumps(request).encode()], [*streams, remote.fileno()])
    return Process(command, int(_fork_server().recv(MAX_MESSAGE)), local)


def start_server(command: Sequence[str], log: Path, environment: Mapping[str, str]) -> Process:
    """Run a module that appends its output to a file."""
    with Path(os.devnull).open("rb") as null, log.open("ab") as output:
        return start(command, [null.fileno(), output.fileno(), output.fileno()], environment)


def run(arguments: Sequence[str], stdin: bytes, environment: Mapping[str, str], timeout: float) -> CommandResult:
    """Run `pasch` with exactly this environment. Raises `subprocess.TimeoutExpired`."""
    with TemporaryFile() as out, TemporaryFile() as err, TemporaryFile() as input_:
        input_.write(stdin)
        input_.seek(0)
        streams = [stream.fileno() for stream in (input_, out, err)]
        process = start(["pasch", *arguments], streams, environment)
        try:
            code = process.wait(timeout)
        finally:
            process.kill()
        for stream in (out, err):
            stream.seek(0)
        return CommandResult(code, out.read().decode(), err.read().decode())


# ------------------------------------------------------------------------------- in the process that forks


def serve() -> None:
    """Fork for each request. Returns in a child whose command has not ended the process, and after the last request."""
    for name in IMPORTED:
        importlib.import_module(name)
    gc.collect()
    gc.freeze()
    requests = socket.socket(fileno=os.dup(0))
    ended, woken = socket.socketpair()
    woken.setblocking(False)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the requesting process decides about the end
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken.fileno(), warn_on_full_buffer=False)
    children: dict[int, socket.socket] = {}
    while True:
        ready, _, _ = select.select([requests, ended], [], [])
        if ended in ready:
            ended.recv(MAX_MESSAGE)
            _report_exits(children)
        if requests in ready:
            request, streams, _, _ = socket.recv_fds(requests, MAX_MESSAGE, 4)
            if not request:
                break
            if not (child := os.fork()):
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                signal.signal(signal.SIGINT, signal.default_int_handler)
                signal.signal(signal.SIGHUP, signal.SIG_DFL)  # the run may have been started by `nohup`
                for each in (requests, ended, woken, *children.values()):
                    each.close()
                _run_request(json.loads(request), streams)
                return
            for stream in streams[:3]:
                os.close(stream)
            children[child] = socket.socket(fileno=streams[3])
            requests.send(str(child).encode())
    for child in children:  # not waited for, so their numbers are not reused
        os.kill(child, signal.SIGKILL)


def _report_exits(children: dict[int, socket.socket]) -> None:
    """Report the exit codes of the children that have ended."""
    for child in list(children):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            with children.pop(child) as exit_socket:
                try:
                    exit_socket.send(str(os.waitstatus_to_exitcode(status)).encode())
                except OSError:  # the requesting process has stopped listening
                    continue


def _run_request(request: Request, streams: Sequence[int]) -> None:
    """Run the command of a request in this process."""
    for number, stream in enumerate(streams[:3]):
        os.dup2(stream, number)
    for stream in streams:
        os.close(stream)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    for output in (sys.stdout, sys.stderr):
        assert isinstance(output, io.TextIOWrapper)
        output.reconfigure(write_through=bool(os.environ.get("PYTHONUNBUFFERED")))
    sys.argv = request["command"]
    sys.orig_argv = [sys.executable, "-m", *sys.argv]  # read by commands that restart themselves
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    serve()
