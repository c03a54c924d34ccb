"""The solving process of a server: `python -m pasch.solver.worker`.

Requests arrive as lines of JSON on standard input. The process answers them in order on standard output:

    {"id": 7, "do": "solve", "variant": "kniffel", "rules": {}}
    {"id": 7, "progress": 0.41}
    {"id": 7, "done": {"seconds": 0.2, "kept": true}}

`refused` replaces `done` if the rules or the machine forbid the request (a template and its values), `failed` if a
bug stops it. The process runs at a lower priority and ends with its standard input.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Mapping
from queue import SimpleQueue
from threading import Thread
from typing import IO

from pasch.rules.errors import PaschError
from pasch.solver.worker_jobs import JOBS, Report

COURTESY = 10
"""The niceness added to the server's, so the server gets the processors first."""

Plain = Mapping[str, object]


def main() -> None:
    """Work until standard input ends."""
    answers = _own_output()
    if hasattr(os, "nice"):
        os.nice(COURTESY)
    # Ctrl-C in a terminal reaches every process there; this process ends with its server.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(requests,), daemon=True).start()
    while True:
        _answer(requests.get(), answers)


def _own_output() -> IO[str]:
    """Standard output for answers alone; other output goes to standard error."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _listen(requests: SimpleQueue[str]) -> None:
    """Queue requests; end of input ends the process, even in the middle of a job."""
    for line in sys.stdin:
        requests.put(line)
    os._exit(0)


def _answer(line: str, answers: IO[str]) -> None:
    request = json.loads(line)

    def say(**what: object) -> None:
        answers.write(json.dumps({"id": request["id"], **what}) + "\n")
        answers.flush()

    report: Report = lambda share: say(progress=share)  # noqa: E731 - a name for what jobs are given
    try:
        say(done=JOBS[request["do"]](request, report))
    except PaschError as error:
        say(refused={"template": error.template, "values": error.values})
    except BrokenPipeError:
        os._exit(0)
    except Exception as error:  # noqa: BLE001 - one request that fails must not take the others with it
        traceback.print_exc()
        say(failed=type(error).__name__)


if __name__ == "__main__":
    main()
