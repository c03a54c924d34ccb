"""Tables that play from separate processes, for benchmarks in which one client would be the bottleneck."""

import asyncio
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from bench.lines import Pasch
from bench.load import Hall, Tally


@dataclass(frozen=True)
class Crowd:
    """Tables at one port, with a number of seconds between two commands."""

    port: int
    pace: float
    watchers: int


async def _live(crowd: Crowd, talk: Connection) -> None:
    """Follow commands: have this many tables, or play for this many seconds and report the result."""
    async with Hall(Pasch(crowd.port, 0, crowd.watchers), crowd.pace).open() as hall:
        while True:
            what, number = await asyncio.to_thread(talk.recv)
            if what == "grow":
                await hall.grow(int(number))
                talk.send(None)
                continue
            hall.tally = Tally()
            await asyncio.sleep(number)
            hall.check()
            tally, hall.tally = hall.tally, Tally()
            talk.send(tally)


def _run(crowd: Crowd, talk: Connection) -> None:
    import uvloop

    try:
        uvloop.run(_live(crowd, talk))
    except Exception as trouble:  # noqa: BLE001 - the parent process raises it
        talk.send(trouble)


@dataclass(frozen=True)
class Crowds:
    """Crowds that share the tables."""

    talks: Sequence[Connection] = field(repr=False)

    def grow(self, tables: int) -> None:
        """Grow to this many tables; returns when all are seated."""
        for number, talk in enumerate(self.talks):
            talk.send(("grow", len(range(number, tables, len(self.talks)))))
        for talk in self.talks:
            _heard(talk)

    def play(self, seconds: float) -> tuple[float, Tally]:
        """Play for `seconds`: the time taken, and the measurements."""
        began = time.perf_counter()
        for talk in self.talks:
            talk.send(("play", seconds))
        tallies = [_heard(talk) for talk in self.talks]
        took, whole = time.perf_counter() - began, Tally()
        for tally in tallies:
            assert isinstance(tally, Tally)
            whole.answered += tally.answered
            whole.live += tally.live
            whole.late += tally.late
            whole.games += tally.games
        return took, whole


def _heard(talk: Connection) -> object:
    message = talk.recv()
    if isinstance(message, Exception):
        raise message
    return message


@contextmanager
def crowds(crowd: Crowd, processes: int) -> Iterator[Crowds]:
    """Empty crowds, each in a process, for as long as the context is open."""
    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        talks = []
        for _ in range(processes):
            ours, theirs = context.Pipe()
            process = context.Process(target=_run, args=(crowd, theirs), daemon=True)
            process.start()
            theirs.close()
            stack.callback(process.join)
            stack.callback(process.terminate)
            talks.append(ours)
        yield Crowds(talks)
