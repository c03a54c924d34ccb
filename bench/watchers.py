"""Many watchers at one table: `.venv/bin/python -m bench.watchers` from the root folder.

Starts `pasch serve` with an empty SQLite file. Two players on separate devices play at one table, one command every
`--pace` seconds. 10, 100 and 500 people watch it on separate WebSockets, German and English in turn. *Watchers* is
the time from the first byte of a command to the first byte of its event at each of them, *last* the time to the last
of them. *answer* is the players' own wait, *cpu* the server's processor time per command. All are milliseconds. The
watchers run in a separate process on the same machine; *lag* is the delay of its timers (99th percentile).
"""

import argparse
import asyncio
import itertools
import os
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from bench.connections import Move, Pasch, PaschTable
from bench.load import LIMITS, game, percentile
from bench.server import SEATS, processor_time
from bench.watching import Audience, Report, delays, start_audiences
from tests.support.server import Server

STEPS = (10, 100, 500)
WARM_UP = 4
"""Commands that are not counted."""


@dataclass
class PlayedCommands:
    """The players' view: the time of an event's command, and the time of its answer, in seconds."""

    sent: dict[int, float] = field(default_factory=dict)
    answered: list[float] = field(default_factory=list)


async def play(table: PaschTable, moves: Iterable[tuple[int, Move]], pace: float) -> PlayedCommands:
    """Play the moves, one at each beat."""
    played, beat = PlayedCommands(), time.perf_counter()
    for seat, move in moves:
        beat += pace
        await asyncio.sleep(max(0.0, beat - time.perf_counter()))
        first, began = table.seq + 1, time.perf_counter()
        answered, _ = await table.send(seat, move)
        played.sent[first] = began
        played.answered.append(answered)
    return played


async def measure(server: Server, watchers: int, wanted: argparse.Namespace) -> str:
    """One row."""
    assert server.process is not None
    table = await Pasch(server.port, server.process.pid, watchers=0).table()
    with start_audiences(Audience(server.port, [table.id] * watchers)) as [audience]:
        moves = game()
        await play(table, itertools.islice(moves, WARM_UP), wanted.pace)
        before = processor_time(server.process.pid)
        played = await play(table, itertools.islice(moves, wanted.commands), wanted.pace)
        used = processor_time(server.process.pid) - before
        await asyncio.sleep(wanted.pace)  # the last event is still on its way
        report = audience.report()
    await table.close()
    return row(watchers, played, report, used)


def row(watchers: int, played: PlayedCommands, report: Report, used: float) -> str:
    if report.lost:
        raise SystemExit(f"{report.lost} of {watchers} watchers lost their lines")
    event_delays = delays(report.arrivals, played.sent)
    assert len(event_delays) == watchers * len(played.sent), (
        f"{len(event_delays)} of {watchers * len(played.sent)} events were heard"
    )
    last = [max(delays({seq: report.arrivals[seq]}, played.sent)) for seq in played.sent]
    times = [percentile(each, share) for each in (event_delays, last, played.answered) for share in (0.5, 0.99)]
    figures = "".join(f"{each:>9.1f}" for each in (*times, percentile(report.lags, 0.99)))
    return f"{watchers:>8} {len(played.sent):>9}{figures} {used / len(played.sent) * 1e3:>8.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Many people watch one table.")
    parser.add_argument("--commands", type=int, default=40, help="how many commands are measured in each row")
    parser.add_argument("--pace", type=float, default=0.25, help="seconds from one command to the next")
    wanted = parser.parse_args()
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {SEATS} people play, one command in {wanted.pace:g} s"
    )
    print("watchers  commands  watch 50 watch 99  last 50  last 99   ans 50   ans 99      lag      cpu")
    limits = [f"--limit={limit}" for limit in LIMITS]
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), limits) as server:
        for watchers in STEPS:
            print(asyncio.run(measure(server, watchers, wanted)), flush=True)
    print(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
