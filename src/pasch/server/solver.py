"""The service's solver: reads finished tables, and has others computed in a separate process.

This module imports no compiled code: NumPy reads memory-mapped tables outside the event loop.
"""

import os
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import copy
from hashlib import sha256
from threading import Lock, Thread
from time import monotonic, time
from typing import TypeVar

import numpy as np

from pasch.analysis import Ledger, analyse
from pasch.analysis.analyse import solution_for
from pasch.analysis.figures import WinPoint
from pasch.analysis.winning import PLAYERS, Moment, moments
from pasch.bots import bots_with
from pasch.bots.perfect import EFFORT, at_hand
from pasch.bots.play import Bot
from pasch.rules.actions import Action
from pasch.rules.errors import InvalidInput
from pasch.rules.game import Game
from pasch.rules.notation.position import Position
from pasch.rules.notation.record import Record
from pasch.rules.variant import Variant
from pasch.rules.variants import VARIANTS
from pasch.server.configuration.settings import Solving
from pasch.server.guards.limits import Limiter
from pasch.server.job_queue import (
    Done,
    Failed,
    Job,
    JobQueue,
    Plain,
    State,
    Urgency,
    Waiting,
    Worker,
    WorkerProcess,
    luck_job,
    perfect_job,
)
from pasch.service.errors import NotReady, RateLimited
from pasch.service.pace import Budget, Pace
from pasch.service.ports import Figures, Perfect, Split, Splits
from pasch.service.system import SystemClock
from pasch.solver import cache
from pasch.solver.advice import Advised, advise
from pasch.solver.estimates import Estimate
from pasch.solver.program import compile_variant
from pasch.solver.scope import plays_alone
from pasch.solver.solve import Solution, estimate
from pasch.solver.store import KIND

MEGABYTE = 1_000_000
REMEMBERED_CALLERS = 500
"""The number of variants with a cached estimate."""
HALF_MADE = 3600.0
"""Seconds after which an unfinished file counts as abandoned."""


class Bounds:
    """The variants that this server solves. An estimate takes 5 to 400 ms the first time."""

    def __init__(self, settings: Solving) -> None:
        self._settings = settings
        self._known: dict[str, Estimate | InvalidInput] = {}
        self._lock = Lock()

    def check(self, variant: Variant) -> None:
        """Raise `InvalidInput`, with the figure, when an exact table does not exist or exceeds this server's limits."""
        match self._expected(variant):
            case InvalidInput() as trouble:
                raise copy(trouble)
            case Estimate(seconds=seconds) if seconds > self._settings.seconds:
                raise InvalidInput(
                    "Solving {variant} would take about {seconds} seconds; this server allows {most}",
                    variant=variant.key,
                    seconds=round(seconds),
                    most=round(self._settings.seconds),
                )
            case Estimate(bytes=needed) if needed > self._settings.memory:
                raise InvalidInput(
                    "Solving {variant} would take {needed} MB of memory; this server allows {most}",
                    variant=variant.key,
                    needed=-(-needed // MEGABYTE),
                    most=self._settings.memory // MEGABYTE,
                )

    def within(self, variant: Variant, seconds: float) -> bool:
        """Whether the estimated solve takes at most this many seconds."""
        expected = self._expected(variant)
        return isinstance(expected, Estimate) and expected.seconds <= seconds

    def _expected(self, variant: Variant) -> Estimate | InvalidInput:
        with self._lock:
            known = self._known.get(variant.fingerprint)
            if known is None:
                if len(self._known) >= REMEMBERED_CALLERS:
                    self._known.clear()
                known = self._known[variant.fingerprint] = _estimated(variant)
            return known


def _estimated(variant: Variant) -> Estimate | InvalidInput:
    """The estimate. Those of presets are stored: the first visitor after each start would wait for all of them."""
    threads = os.cpu_count() or 1
    path = cache.table_path(variant, f"estimate{threads}")
    if (known := cache.load(path, variant)) is not None:
        needed, seconds = known[0].tolist()
        return Estimate(int(needed), seconds)
    try:
        found = estimate(compile_variant(variant), threads=threads)
    except InvalidInput as error:
        return error
    if any(variant.fingerprint == preset.fingerprint for preset in VARIANTS.values()):
        cache.save(path, variant, np.array([found.bytes, found.seconds], np.float64), {})
    return found


def trim_cache(most: int, largest: int) -> None:
    """Remove abandoned files, and the tables longest unused until at most so many bytes remain in the cache folder.

    Tables larger than `largest` stay and do not count: an operator made them, since no server does. Where the disk
    records no access times the oldest go first. A mapped table stays readable.
    """
    with suppress(OSError):
        for leftover in cache.folder().glob(".new-*"):
            if time() - leftover.stat().st_mtime > HALF_MADE:
                leftover.unlink()
        tables = ((file.stat(), file) for file in cache.folder().glob("*.table"))
        files = [(facts, file) for facts, file in tables if facts.st_size <= largest]
        over = sum(facts.st_size for facts, _ in files) - most
        for facts, file in sorted(files, key=lambda known: max(known[0].st_atime, known[0].st_mtime)):
            if over <= 0:
                break
            file.unlink()
            over -= facts.st_size


Found = TypeVar("Found")

REMEMBERED = 1000
"""The number of jobs that bots remember to wait for."""

BOTS = "bots"
"""The asker of solves that bots cause."""


class ServerSolver:
    """Implements `pasch.service.ports.Solver`.

    One thread answers questions, another computes ledgers; callers take turns. `budget` is the processor time of each
    caller in either.
    """

    def __init__(
        self,
        settings: Solving | None = None,
        start: Callable[[], Worker] = WorkerProcess,
        clock: Callable[[], float] = monotonic,
        budget: Budget | None = None,
    ) -> None:
        self._settings = settings or Solving()
        self._clock = clock
        self._bounds = Bounds(self._settings)
        self.queue = JobQueue(start, self._settings.waiting, self._settings.share, clock)
        self._limit = Limiter(self._settings.solves, self._settings.callers, clock)
        self._bots = bots_with(self._solution_for_bots, self._win_chances_for_bots)
        self._worth_waiting: OrderedDict[str, float] = OrderedDict()
        self._questions, self._ledgers = (Pace(SystemClock(), budget) for _ in range(2))

    @contextmanager
    def working(self) -> Iterator[None]:
        """Run the queue while the context is open, first for presets that take seconds."""
        cache.takes_files(cache.folder())  # logs an unwritable cache folder
        ahead = Thread(target=self._begin_ahead, name="solving ahead")
        ahead.start()
        try:
            yield
        finally:
            self.queue.close()
            ahead.join()

    # --------------------------------------------------------------------------- the port

    @property
    def bots(self) -> Mapping[str, Bot]:
        """The computer players. They wait a moment for a table that is being solved, then play without."""
        return self._bots

    async def exact(self, variant: Variant) -> bool:
        """Whether there is an exact table, or this server can compute one."""
        return await self._questions.in_thread(self._exact, variant)

    def alone(self, variant: Variant) -> bool:
        """Whether the table ignores other players, or an immediate win."""
        return plays_alone(variant)

    async def advise(self, game: Game, asker: str) -> Sequence[Advised]:
        """Every action of the seat to move, best first."""
        return await self._questions.in_thread(lambda: advise(self._solution(game.variant, asker), game).actions)

    async def analyse(self, record: Record, asker: str) -> Ledger:
        """The ledger of a record. One at a time: a long one takes seconds."""
        return await self._ledgers.in_thread(analyse, record, lambda variant: self._solution(variant, asker))

    async def win_curves(self, record: Record, asker: str) -> Sequence[Sequence[WinPoint] | None]:
        """The win chances over every game of a record."""
        return await self._ledgers.in_thread(self._win_curves, record, asker)

    async def luck(self, record: Record, asker: str, game: int | None = None) -> Splits:
        """The luck and losses of every seat of every game, or of one."""
        return await self._questions.in_thread(self._luck, record, asker, game)

    async def perfect(self, variant: Variant, asker: str) -> Perfect:
        """The scores of perfect play."""
        return await self._questions.in_thread(self._perfect, variant, asker)

    async def figures(self, variant: Variant, asker: str) -> Figures:
        """The chance of each figure of a variant."""
        request = {"do": "figures", "variant": variant.key, "rules": dict(variant.switches)}
        job = Job(f"figures {variant.fingerprint}", request, asker=asker)
        answer = self._answer(
            job, lambda done: NotReady("The chances of the figures are being calculated", progress=done)
        )
        return Figures(answer["rolls"], {key: (first, turn) for key, (first, turn) in answer["chances"].items()})

    # --------------------------------------------------------------------------- tables

    def _exact(self, variant: Variant) -> bool:
        try:
            self._bounds.check(variant)
        except InvalidInput:
            return at_hand(variant) is not None  # an operator solved it earlier
        return True

    def _solution(self, variant: Variant, asker: str) -> Solution:
        """The table of a variant. Raises `NotReady` while it is being solved, `InvalidInput`, `RateLimited`."""
        state = self.queue.state_of(_key(variant))  # before the lookup: a finished job has stored its table
        found = at_hand(variant)
        if found is not None:
            return found
        self._bounds.check(variant)
        match state:
            case Failed():
                pass
            case Done(answer) if not answer["kept"]:
                raise NotReady("{variant} was solved, but its table cannot be stored", variant=variant.key)
            case _:
                if not isinstance(state, Waiting):
                    self._limit.spend(asker)
                soon = asker == BOTS and self._bounds.within(variant, self._settings.patience)
                state = self._begin(variant, Urgency.GAME if soon else Urgency.ASKED, asker)
        raise NotReady("{variant} is being solved", progress=_progress(state), variant=variant.key)

    def _begin(self, variant: Variant, urgency: Urgency, asker: str = "") -> State:
        """Have a variant solved, even if it was solved before."""
        trim_cache(self._settings.disk, self._settings.memory)
        self.queue.forget(_key(variant))
        request: Plain = {"do": "solve", "variant": variant.key, "rules": dict(variant.switches)}
        if urgency is Urgency.AHEAD:
            request = {**request, "threads": 1}  # no caller waits for it, and games need the other processors
        return self.queue.submit(Job(_key(variant), request, urgency, asker))

    def _begin_ahead(self) -> None:
        """Begin with the presets that take seconds, in the order of the menu."""
        if not self._settings.ahead:
            return  # the first estimates take almost a second
        for variant in VARIANTS.values():
            if self.queue.closed:
                return
            path = cache.table_path(variant, KIND)
            if cache.load(path, variant) is None and self._bounds.within(variant, self._settings.ahead):
                self._begin(variant, Urgency.AHEAD)

    # --------------------------------------------------------------------------- win chances

    def _win_curves(self, record: Record, asker: str) -> Sequence[Sequence[WinPoint] | None]:
        """Compute one game at a time, so that running games need not wait for a long match."""
        count = len(record.games)
        if len(record.players) != PLAYERS:
            return [None] * count
        solution_for(record.match.variant, lambda variant: self._solution(variant, asker))
        curves = []
        for number, game in enumerate(moments(record)):
            job = _curve_job(game, asker)
            found = self._win_chances(job, asker, before=number / count, share=1 / count)["outcomes"]
            curves.append([_win_point(*each) for each in zip(game, found, strict=True)])
        return curves

    def _win_chances(self, job: Job, payer: str | None = None, before: float = 0.0, share: float = 1.0) -> Plain:
        """The answer to a job, which is a `share` of the work, after `before`. Raises as `_answer`."""

        def waiting(done: float) -> NotReady:
            return NotReady("The win chances are being calculated", progress=before + share * done)

        return self._answer(job, waiting, payer)

    def _answer(self, job: Job, waiting: Callable[[float], NotReady], payer: str | None = None) -> Plain:
        """The answer to a job; a new one counts against the payer.

        Raises the error that `waiting` makes of the progress until it is done, the job's own error, and `RateLimited`.
        """
        if payer is not None and self.queue.state_of(job.key) is None:
            self._limit.spend(payer)
        match self.queue.submit(job):
            case Done(answer):
                return answer
            case state:
                raise waiting(_progress(state))

    # --------------------------------------------------------------------------- results

    def _luck(self, record: Record, asker: str, game: int | None) -> Splits:
        solution_for(record.match.variant, lambda variant: self._solution(variant, asker))
        job = luck_job(record, game)
        answer = self._answer(job, lambda done: NotReady("The luck of a game is being calculated", progress=done))
        return [[None if seat is None else Split(**seat) for seat in seats] for seats in answer["luck"]]

    def _perfect(self, variant: Variant, asker: str) -> Perfect:
        job = perfect_job(self._solution(variant, asker), self._settings, asker)
        answer = self._answer(
            job, lambda done: NotReady("The scores of perfect play are being calculated", progress=done), asker
        )
        return Perfect(answer["mean"], answer["deviation"], tuple(answer["chances"]))

    # --------------------------------------------------------------------------- bots

    def _solution_for_bots(self, variant: Variant) -> Solution | None:
        """The table of a variant, or None. Raises `NotReady` while waiting for it is worthwhile."""
        if plays_alone(variant):
            return None  # a single sheet is no basis for advice at a table
        return self._or_none(_key(variant), lambda: self._solution(variant, BOTS))

    def _win_chances_for_bots(self, _solution: Solution, game: Game) -> Mapping[Action, float] | None:
        """The win chance after every action; None where that is unknown. Raises `NotReady` like the table."""
        position = Position.of(game).to_text()
        job = Job(f"judge {position}", {"do": "judge", "position": position, "within": EFFORT}, Urgency.GAME, BOTS)
        chances = self._or_none(job.key, lambda: self._win_chances(job)["chances"])
        if chances is None:
            return None
        texts = {game.variant.action_text(action): action for action in game.legal_actions}
        return {texts[text]: chance for text, chance in chances.items()}

    def _or_none(self, key: str, find: Callable[[], Found]) -> Found | None:
        """The result of `find`; None when it is unavailable or slow. Raises `NotReady` while waiting is worthwhile."""
        try:
            return find()
        except (InvalidInput, RateLimited):
            return None
        except NotReady:
            now = self._clock()
            until = self._worth_waiting.setdefault(key, now + self._settings.patience)
            if len(self._worth_waiting) > REMEMBERED:
                self._worth_waiting.popitem(last=False)
            if now < until:
                raise
            return None


def _key(variant: Variant) -> str:
    return f"solve {variant.fingerprint}"


def _curve_job(game: Sequence[Moment], asker: str) -> Job:
    positions = [Position.of(moment.game).to_text() for moment in game]
    key = sha256("\n".join(positions).encode()).hexdigest()
    return Job(f"outcomes {key}", {"do": "outcomes", "positions": positions}, asker=asker)


def _win_point(moment: Moment, outcome: Plain) -> WinPoint:
    """The chances of seat 1 and seat 2; the process returns those of the seat to move first."""
    first, second = map(tuple, outcome["chances"])
    turned = moment.game.turn is not None and moment.game.turn.seat != 1
    chances = (second, first) if turned else (first, second)
    return {
        "turn": moment.turn,
        "round": moment.round,
        "seat": moment.seat,
        "chances": chances,
        "exact": outcome["exact"],
    }


def _progress(state: State) -> float:
    """The progress of a job, from 0 to 1. Raises the job's error."""
    match state:
        case Waiting(progress=progress):
            return progress
        case Done():
            return 1.0
        case Failed(error=error):
            raise copy(error)
