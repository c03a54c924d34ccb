"""Tables that play from separate processes, for benchmarks in which one client would be the bottleneck."""

import asyncio
import multiprocessing
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from bench.connections import Pasch
from bench.load import LoadGenerator, Measurements


@dataclass(frozen=True)
class Crowd:
    """Tables at one port, with a number of seconds between two commands."""

    port: int
    pace: float
    watchers: int


async def _follow_commands(crowd: Crowd, pipe: Connection) -> None:
    """Follow commands: have this many tables, or play for this many seconds and report the result."""
    async with LoadGenerator(Pasch(crowd.port, 0, crowd.watchers), crowd.pace).open() as generator:
        while True:
            command, number = await asyncio.to_thread(pipe.recv)
            if command == "grow":
                await generator.grow(int(number))
                pipe.send(None)
                continue
            generator.measurements = Measurements()
            await asyncio.sleep(number)
            generator.check()
            measurements, generator.measurements = generator.measurements, Measurements()
            pipe.send(measurements)


def _run(crowd: Crowd, pipe: Connection) -> None:
    import uvloop

    try:
        uvloop.run(_follow_commands(crowd, pipe))
    except Exception as error:  # noqa: BLE001 - the parent process raises it
        pipe.send(error)


@dataclass(frozen=True)
class Crowds:
    """Crowds that share the tables."""

    pipes: Sequence[Connection] = field(repr=False)

    def grow(self, tables: int) -> None:
        """Grow to this many tables; returns when all are seated."""
        for number, pipe in enumerate(self.pipes):
            pipe.send(("grow", len(range(number, tables, len(self.pipes)))))
        for pipe in self.pipes:
            _receive(pipe)

    def play(self, seconds: float) -> tuple[float, Measurements]:
        """Play for `seconds`: the time taken, and the measurements."""
        began = time.perf_counter()
        for pipe in self.pipes:
            pipe.send(("play", seconds))
        all_measurements = [_receive(pipe) for pipe in self.pipes]
        took, total = time.perf_counter() - began, Measurements()
        for measurements in all_measurements:
            assert isinstance(measurements, Measurements)
            total.answered += measurements.answered
            total.live += measurements.live
            total.lags += measurements.lags
            total.games += measurements.games
        return took, total


def _receive(pipe: Connection) -> object:
    message = pipe.recv()
    if isinstance(message, Exception):
        raise message
    return message


@contextmanager
def start_crowds(crowd: Crowd, processes: int) -> Iterator[Crowds]:
    """Empty crowds, each in a process, for as long as the context is open."""
    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        pipes = []
        for _ in range(processes):
            local, remote = context.Pipe()
            process = context.Process(target=_run, args=(crowd, remote), daemon=True)
            process.start()
            remote.close()
            stack.callback(process.join)
            stack.callback(process.terminate)
            pipes.append(local)
        yield Crowds(pipes)
