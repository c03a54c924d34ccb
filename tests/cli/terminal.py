"""Commands in separate processes, as from a shell."""

import os
import subprocess
import sys

from tests.support import fork_server
from tests.support.fork_server import UTF_8, CommandResult, can_fork

LONGEST = 60.0
"""Seconds that a command may take."""


def pasch(*arguments: str, stdin: str | bytes = b"", **environment: str) -> CommandResult:
    """Run `pasch`, in English unless the environment selects another language."""
    typed = stdin.encode() if isinstance(stdin, str) else stdin
    whole = {**os.environ, **UTF_8, **environment}
    if can_fork(environment):
        return fork_server.run(arguments, typed, whole, LONGEST)
    done = subprocess.run(
        [sys.executable, "-m", "pasch", *arguments],
        input=typed,
        capture_output=True,
        check=False,
        timeout=LONGEST,
        env=whole,
    )
    return CommandResult(done.returncode, done.stdout.decode(), done.stderr.decode())
