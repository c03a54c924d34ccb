"""Commands as a person starts them: a process of their own."""

import os
import subprocess
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Ran:
    """How a command ended and what it said."""

    code: int
    out: str
    err: str


def pasch(*arguments: str, stdin: str | bytes = b"", **environment: str) -> Ran:
    """Run `pasch` in English unless the environment says otherwise."""
    done = subprocess.run(
        [sys.executable, "-m", "pasch", *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        check=False,
        timeout=60,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
