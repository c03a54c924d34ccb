"""The job queue of the solving process: requests go in, progress and answers come out."""

import json
import logging
import os
import subprocess
import sys
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import IntEnum
from hashlib import sha256
from itertools import count
from threading import Condition, Thread
from time import monotonic
from typing import Any, Protocol

from pasch.rules.errors import InvalidInput, PaschError
from pasch.rules.notation.record import Record
from pasch.rules.notation.record_writer import write_record
from pasch.server.configuration.settings import Solving
from pasch.service.errors import NotReady
from pasch.solver import cache
from pasch.solver.facts import Fact, expected
from pasch.solver.solve import Solution

COMMAND = (sys.executable, "-P", "-m", "pasch.analysis.worker")

Plain = Mapping[str, Any]
"""A JSON object."""
Progress = Callable[[float], None]


class ProcessDied(Exception):
    """The process ended in the middle of a request."""


class Worker(Protocol):
    """Answers requests one at a time."""

    def ask(self, request: Plain, progress: Progress) -> Plain:
        """Wait for the answer. Raises `ProcessDied`, `InvalidInput` for a refused request, `NotReady` for a failure."""

    def end(self) -> None:
        """End at once, even while a caller waits for an answer."""


class WorkerProcess:
    """A running `pasch.analysis.worker`. Starting it takes some milliseconds; it ends with this process."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        self._asked = 0

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def ask(self, request: Plain, progress: Progress) -> Plain:
        """Wait for the answer. Raises `ProcessDied`, `InvalidInput` for a refused request, `NotReady` for a failure."""
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
                    raise NotReady("The calculation failed ({kind}): try again later", kind=kind)
                case _:
                    raise ProcessDied  # it does not follow the protocol

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line)
            self._process.stdin.flush()
        except (OSError, ValueError):  # the process no longer reads, or `end` has closed the pipe
            raise ProcessDied from None

    def _read(self) -> Plain:
        """The next message of the process."""
        assert self._process.stdout is not None
        try:
            answer: Plain = json.loads(self._process.stdout.readline())
        except (OSError, ValueError):  # no line, or half of one
            raise ProcessDied from None
        return answer

    def end(self) -> None:
        """End at once, even while a caller waits for an answer."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # buffered data for the process
                assert pipe is not None
                pipe.close()


log = logging.getLogger("pasch.server")

ATTEMPTS = 2
REMEMBERED = 1000
"""The number of jobs whose outcome is stored; the oldest is forgotten first."""
FULL = 10
"""Seconds after which to ask again when the queue is full."""
RETRY_FAILED = 60.0
"""Seconds before a failed job is tried again."""


class Urgency(IntEnum):
    """The priority of a job: needed by a running game, requested by a user, or for later."""

    GAME = 0
    ASKED = 1
    AHEAD = 2


@dataclass(frozen=True)
class Job:
    """A request of an `asker`. `request` is the message to the solving process."""

    key: str
    request: Plain = field(compare=False)
    urgency: Urgency = field(default=Urgency.ASKED, compare=False)
    asker: str = field(default="", compare=False)


@dataclass(frozen=True)
class Waiting:
    """Queued, or running; `progress` is the part done, from 0 to 1."""

    job: Job
    progress: float = 0.0


@dataclass(frozen=True)
class Done:
    """Finished."""

    answer: Plain


@dataclass(frozen=True)
class Failed:
    """Refused or failed. `at` is by the queue's clock."""

    error: PaschError
    at: float


State = Waiting | Done | Failed


class JobQueue:
    """Accepts jobs, at most `most` at once and `share` of each asker.

    Every method returns at once. Any thread may call it.
    """

    def __init__(
        self, start: Callable[[], Worker], most: int, share: int, clock: Callable[[], float] = monotonic
    ) -> None:
        self._start = start
        self._most = most
        self._share = share
        self._clock = clock
        self._states: OrderedDict[str, State] = OrderedDict()
        self._served: dict[str, int] = {}
        self._begun = count(1)
        self.changed = Condition()
        """Notified of every change of a job."""
        self._thread: Thread | None = None
        self._worker: Worker | None = None
        self.closed = False
        """Whether the queue has stopped."""
        self.outcomes: Counter[tuple[str, str]] = Counter()
        """The number of jobs by kind and outcome: `done` or `failed`."""
        self.starts = 0
        """The number of starts of the process."""

    def state_of(self, key: str) -> State | None:
        """The state of a job; None for an unknown or forgotten one."""
        with self.changed:
            return self._state_of(key)

    def submit(self, job: Job) -> State:
        """Queue a job, unless it is known; its urgency can rise.

        Raises `NotReady` when too many jobs wait already, in all or of this asker.
        """
        with self.changed:
            known = self._state_of(job.key)
            if isinstance(known, Waiting) and job.urgency < known.job.urgency:
                known = self._states[job.key] = replace(known, job=job)
            if known is not None:
                return known
            if job.urgency is not Urgency.AHEAD:
                self._check_limits(job.asker)
            state = Waiting(job)
            self._keep(job.key, state)
            if self._thread is None and not self.closed:
                self._thread = Thread(target=self._work, name="solving", daemon=True)
                self._thread.start()
            self.changed.notify_all()
            return state

    def forget(self, key: str) -> None:
        """Allow a finished job to be queued again."""
        with self.changed:
            if not isinstance(self._states.get(key), Waiting):
                self._states.pop(key, None)

    @property
    def waiting(self) -> int:
        """The number of requested jobs that are not finished."""
        return self._waiting().total()

    def close(self) -> None:
        """End the thread and the process, even during a job."""
        with self.changed:
            self.closed = True
            if self._worker is not None:
                self._worker.end()
            self.changed.notify_all()
        if self._thread is not None:
            self._thread.join()

    # --------------------------------------------------------------------------- under the lock

    def _waiting(self) -> Counter[str]:
        """The number of jobs that each asker waits for."""
        jobs = (state.job for state in tuple(self._states.values()) if isinstance(state, Waiting))
        return Counter(job.asker for job in jobs if job.urgency is not Urgency.AHEAD)

    def _check_limits(self, asker: str) -> None:
        waiting = self._waiting()
        if waiting[asker] >= self._share:
            raise NotReady(
                "Your last questions are still waiting: try again when one of them is answered", retry_after=FULL
            )
        if waiting.total() >= self._most:
            raise NotReady("The server is calculating too much at the moment: try again later", retry_after=FULL)

    def _state_of(self, key: str) -> State | None:
        state = self._states.get(key)
        if isinstance(state, Failed) and self._clock() - state.at > RETRY_FAILED:
            del self._states[key]
            return None
        return state

    def _keep(self, key: str, state: State) -> None:
        self._states[key] = state
        self._states.move_to_end(key)
        over = len(self._states) - REMEMBERED
        ended = (each for each, state in self._states.items() if not isinstance(state, Waiting))
        for each in [next(ended) for _ in range(over)]:
            del self._states[each]

    def _next(self) -> Job | None:
        """The most urgent job; waits for one. None when the queue is closed.

        Among equal ones the asker whose last job began longest ago goes first, with the oldest job.
        """
        while not self.closed:
            jobs = [state.job for state in self._states.values() if isinstance(state, Waiting)]
            if jobs:
                self._served = {job.asker: self._served.get(job.asker, 0) for job in jobs}
                job = min(jobs, key=lambda job: (job.urgency, self._served[job.asker]))
                self._served[job.asker] = next(self._begun)
                return job
            self.changed.wait()
        return None

    # --------------------------------------------------------------------------- the thread

    def _work(self) -> None:
        while True:
            with self.changed:
                job = self._next()
            if job is None:
                return
            state = self._outcome(job)
            with self.changed:
                self._keep(job.key, state)
                self.changed.notify_all()
                self.outcomes[str(job.request["do"]), "done" if isinstance(state, Done) else "failed"] += 1

    def _outcome(self, job: Job) -> Done | Failed:
        for _ in range(ATTEMPTS):
            try:
                return Done(self._running_worker().ask(job.request, lambda share: self._note_progress(job, share)))
            except PaschError as error:
                return Failed(error, self._clock())
            except ProcessDied:
                if not self.closed:
                    log.warning("solving_died", extra={"job": job.request["do"]})
                self._discard()
        return Failed(NotReady("The calculation failed ({kind}): try again later", kind="died"), self._clock())

    def _running_worker(self) -> Worker:
        """The running process, or a new one."""
        with self.changed:
            if self.closed:
                raise ProcessDied
            if self._worker is None:
                try:
                    self._worker = self._start()
                except OSError as error:
                    raise ProcessDied from error
                self.starts += 1
            return self._worker

    def _discard(self) -> None:
        """Discard a process that has died."""
        with self.changed:
            if self._worker is not None:
                self._worker.end()
                self._worker = None

    def _note_progress(self, job: Job, share: float) -> None:
        with self.changed:
            state = self._states[job.key]
            if isinstance(state, Waiting):
                self._states[job.key] = replace(state, progress=share)
                self.changed.notify_all()


def luck_job(record: Record, game: int | None) -> Job:
    """The luck of every seat in one game of a record, or in all games if `game` is None. No caller waits for it."""
    text = write_record(record)
    key = f"luck {game} {sha256(text.encode()).hexdigest()}"
    return Job(key, {"do": "luck", "record": text, "game": game}, Urgency.AHEAD)


def perfect_job(solution: Solution, settings: Solving, asker: str) -> Job:
    """The scores of perfect play; the chance of every score only where this server has time and memory for it.

    Raises `InvalidInput` where they do not suffice for the deviation.
    """
    variant = solution.variant
    if not _affordable(solution, Fact.PLAY, settings):
        raise InvalidInput(
            "Calculating the scores of perfect play of {variant} would take this server too long", variant=variant.key
        )
    request = {
        "do": "perfect",
        "variant": variant.key,
        "rules": dict(variant.switches),
        "chances": _affordable(solution, Fact.SCORES, settings),
    }
    return Job(f"perfect {variant.fingerprint}", request, asker=asker)


def _affordable(solution: Solution, fact: Fact, settings: Solving) -> bool:
    """Whether a fact is known already, or can be computed within the bounds."""
    if solution.program.only_values:
        return False
    needed = expected(solution, fact, os.cpu_count() or 1)
    known = cache.table_path(solution.variant, fact.value).exists()
    return known or (needed.seconds <= settings.seconds and needed.bytes <= settings.memory)
