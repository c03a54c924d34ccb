"""The loop and the jobs of a solving process. `pasch.analysis.worker` adds jobs and starts it.

Requests arrive as lines of JSON on standard input. The process answers them in order on standard output:

    {"id": 7, "do": "solve", "variant": "kniffel", "rules": {}}
    {"id": 7, "progress": 0.41}
    {"id": 7, "done": {"seconds": 0.2, "kept": true}}

`refused` replaces `done` if the rules or the machine forbid the request (a template and its values), `failed` if a
bug stops it. The process runs at a lower priority and ends with its standard input. Only the job that needs a heavy
module imports it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from pasch.rules.errors import PaschError
from pasch.rules.notation.position import Position
from pasch.rules.variants import variant_with

COURTESY = 10
"""The niceness added to the server's, so the server gets the processors first."""

Request = Mapping[str, Any]
"""A request parsed from JSON."""
Report = Callable[[float], None]
"""Receives the completed share, from 0 to 1."""
Found = Mapping[str, object]
Job = Callable[[Request, Report], Found]


# ------------------------------------------------------------------------------- jobs


def _solve(request: Request, report: Report) -> Found:
    """Solve a variant and store its table in the cache folder. `threads` defaults to all processors."""
    from pasch.solver import cache, store
    from pasch.solver.compiling.kernels import most_threads, use_threads

    use_threads(request.get("threads", most_threads()))
    variant = variant_with(request["variant"], request["rules"])
    seconds = store.solve(variant, progress=report).seconds
    return {"seconds": seconds, "kept": cache.load(cache.table_path(variant, store.KIND), variant) is not None}


def _judge(request: Request, _report: Report) -> Found:
    """The chance to win, per action text, of the seat to move; null where that takes too long."""
    from pasch.solver.duel.winning import chances_to_win
    from pasch.solver.store import solve

    game = Position.from_text(request["position"]).game
    found = chances_to_win(solve(game.variant), game, within=request["within"])
    text = game.variant.action_text
    return {"chances": None if found is None else {text(action): chance for action, chance in found.items()}}


def _outcomes(request: Request, report: Report) -> Found:
    """For positions of one variant: every seat's chances to win, draw and lose, starting with the seat to move."""
    from pasch.solver.duel.winning import outcomes_of
    from pasch.solver.store import solve

    games = [Position.from_text(text).game for text in request["positions"]]
    found = outcomes_of(solve(games[0].variant), games, report)
    return {
        "outcomes": [
            {
                "chances": [(seat.win, seat.draw, seat.loss) for seat in seats],
                "exact": all(seat.exact for seat in seats),
            }
            for seats in found
        ]
    }


def _figures(request: Request, report: Report) -> Found:
    """The chance that each row scores: with one roll, and with all rolls of a turn."""
    from pasch.solver.figures import figure_chances

    found = figure_chances(variant_with(request["variant"], request["rules"]), report)
    rolls = next(iter(found.values())).rolls
    return {"rolls": rolls, "chances": {key: [each.first, each.turn] for key, each in found.items()}}


JOBS: Mapping[str, Job] = {
    "solve": _solve,
    "judge": _judge,
    "outcomes": _outcomes,
    "figures": _figures,
}
"""The jobs by name."""


# ------------------------------------------------------------------------------- the process


def main(jobs: Mapping[str, Job]) -> None:
    """Do these jobs until standard input ends."""
    answers = _own_output()
    if hasattr(os, "nice"):
        os.nice(COURTESY)
    # Ctrl-C in a terminal reaches every process there; this process ends with its server.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests: SimpleQueue[str] = SimpleQueue()
    Thread(target=_listen, args=(requests,), daemon=True).start()
    while True:
        _answer(jobs, requests.get(), answers)


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


def _answer(jobs: Mapping[str, Job], line: str, answers: IO[str]) -> None:
    request = json.loads(line)

    def say(**what: object) -> None:
        answers.write(json.dumps({"id": request["id"], **what}) + "\n")
        answers.flush()

    report: Report = lambda share: say(progress=share)  # noqa: E731 - a name for what jobs are given
    try:
        say(done=jobs[request["do"]](request, report))
    except PaschError as error:
        say(refused={"template": error.template, "values": error.values})
    except BrokenPipeError:
        os._exit(0)
    except Exception as error:  # noqa: BLE001 - one request that fails must not take the others with it
        traceback.print_exc()
        say(failed=type(error).__name__)
