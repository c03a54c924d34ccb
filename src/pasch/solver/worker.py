"""The process in which a server has things worked out: `python -m pasch.solver.worker`.

Requests come as lines of JSON on standard input; they are answered one after the other on standard output:

    {"id": 7, "do": "solve", "variant": "kniffel", "rules": {}}
    {"id": 7, "progress": 0.41}
    {"id": 7, "done": {"seconds": 0.2, "kept": true}}

`refused` stands instead of `done` where the rules or the machine forbid it (a template and its values), `failed` after
a mistake of ours. The process runs at a lower priority and ends as soon as its standard input does.
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
"""How much further back than the server this process stands in the queue for processors."""

Plain = Mapping[str, object]


def main() -> None:
    """Work until standard input ends."""
    answers = _own_output()
    if hasattr(os, "nice"):
        os.nice(COURTESY)
    # Ctrl-C in a terminal reaches every process there; this one ends with its server.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(requests,), daemon=True).start()
    while True:
        _answer(requests.get(), answers)


def _own_output() -> IO[str]:
    """Standard output for answers alone: whatever else is printed goes where errors go."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return answers


def _listen(requests: SimpleQueue[str]) -> None:
    """Hand requests on; the end of input ends the process in the middle of whatever it is doing."""
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
