"""Commands in separate processes, as from a shell."""

import os
import subprocess
import sys

from tests.support import prepared
from tests.support.prepared import UTF_8, Ran, can_fork

LONGEST = 60.0
"""Seconds that a command may take."""


def pasch(*arguments: str, stdin: str | bytes = b"", **environment: str) -> Ran:
    """Run `pasch`, in English unless the environment selects another language."""
    typed = stdin.encode() if isinstance(stdin, str) else stdin
    whole = {**os.environ, **UTF_8, **environment}
    if can_fork(environment):
        return prepared.run(arguments, typed, whole, LONGEST)
    done = subprocess.run(
        [sys.executable, "-m", "pasch", *arguments],
        input=typed,
        capture_output=True,
        check=False,
        timeout=LONGEST,
        env=whole,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
