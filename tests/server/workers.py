"""Workers that tests control, in place of the solving process."""

from __future__ import annotations

from collections.abc import Callable
from queue import SimpleQueue

from pasch.rules.variants import variant_with
from pasch.server.job_queue import Plain, ProcessDied, Progress
from pasch.solver import store


class ScriptedWorker:
    """A solving process with a script: reports progress, answers, refuses, dies.

    `asked` are the requests so far. A number in `script` is progress, a mapping the answer, and an exception is raised.
    """

    def __init__(self) -> None:
        self.script: SimpleQueue[object] = SimpleQueue()
        self.asked: SimpleQueue[Plain] = SimpleQueue()
        self.ended = False

    def ask(self, request: Plain, progress: Progress) -> Plain:
        """Wait for the next item of the script."""
        self.asked.put(request)
        while True:
            match self.script.get():
                case float() as share:
                    progress(share)
                case dict() as answer:
                    return answer
                case BaseException() as error:
                    raise error
                case other:
                    assert callable(other)
                    return other(request)

    def end(self) -> None:
        """Report the death of the process to all waiting callers."""
        self.ended = True
        self.script.put(ProcessDied())


def solve_in_process(request: Plain) -> Plain:
    """Do the work of the process in this process."""
    store.solve(variant_with(request["variant"], request["rules"]))
    return {"kept": True}


Start = Callable[[], ScriptedWorker]
