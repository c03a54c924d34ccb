"""A server that is killed repeatedly while games run: `.venv/bin/python -m bench.kills --rounds 1000`.

Starts `pasch serve` over an empty SQLite file. It forks from a process that has imported the program already, which
saves a second per round. Players play full games over WebSockets at several tables. After some more acknowledged
commands the server receives SIGKILL and starts again. All players reconnect, resend unanswered commands, and
sometimes resend commands answered long ago. The received messages are compared with the log
(`tests/support/history.py` explains how).

The last line counts the rounds, the acknowledged commands, and those lost or done twice. Each command counts once,
for any number of repetitions and answers. The exit code is 1 if any was lost or done twice. Earlier lines count the
comparisons so far.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.history import Deviation, Kind, deviations
from tests.support.history_crowd import Crowd
from tests.support.history_database import read_sqlite
from tests.support.quick_server import QuickServer

FEWEST, MOST = 5, 60
"""Acknowledged commands between two kills."""
BETWEEN = 25
"""Rounds between two comparisons, after which finished matches are dropped."""
NO_SOLVING = {"PASCH_SOLVING_AHEAD": "0"}
"""Disables solving in advance during play."""


@dataclass
class Outcome:
    """The result of these rounds; it counts compared commands and tables."""

    rounds: int = 0
    acknowledged: int = 0
    tables: int = 0
    deviations: list[Deviation] = field(default_factory=list)

    def __str__(self) -> str:
        kinds = Counter(deviation.kind for deviation in self.deviations)
        text = f"{self.rounds:,} rounds, {self.acknowledged:,} different commands acknowledged "
        text += f"at {self.tables:,} tables, {kinds[Kind.LOST]} lost, {kinds[Kind.DOUBLED]} doubled"
        return text + (f", {kinds[Kind.WRONG]} reported wrongly" if kinds[Kind.WRONG] else "")


@dataclass
class Kills:
    """A server, its players, and the findings so far."""

    server: QuickServer
    crowd: Crowd
    outcome: Outcome = field(default_factory=Outcome)

    async def run(self, rounds: int, tables: int, report: Callable[[Outcome], None]) -> Outcome:
        """Kill the server this many times, then let all players catch up, and compare."""
        await self.server.start()
        async with self.crowd.playing(tables):
            for number in range(1, rounds + 1):
                await self.crowd.until(self.crowd.chance.randint(FEWEST, MOST))
                await self.kill()
                if number % BETWEEN == 0:
                    self.compare(self.crowd.finished())
                    report(self.outcome)
            await self.crowd.until(MOST)
        await self.crowd.reread_everything()
        self.compare(tuple(self.crowd.players))
        self.server.stop()
        return self.outcome

    async def kill(self) -> None:
        """Kill the server without a warning, and start it again."""
        self.crowd.up.clear()
        self.server.kill()
        await self.server.start()
        self.crowd.up.set()
        self.outcome.rounds += 1

    def compare(self, tables: Iterable[str]) -> None:
        """Compare the received messages of tables with their logs, then drop them."""
        history = self.crowd.history.only(tables)
        self.outcome.deviations += deviations(history, read_sqlite(self.server.database, history.tables))
        self.outcome.acknowledged += history.acknowledged
        self.outcome.tables += len(history.tables)
        for table in history.tables:
            self.crowd.forget(table)


async def kill_rounds(
    folder: Path, rounds: int, tables: int = 8, report: Callable[[Outcome], None] = lambda _: None
) -> Outcome:
    """Kill a server this many times that stores its tables in a folder."""
    server = QuickServer(folder, NO_SOLVING)
    return await Kills(server, Crowd([server.url])).run(rounds, tables, report)


def main() -> None:
    parser = argparse.ArgumentParser(description="A server that is killed again and again while people play.")
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=8)
    wanted = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        outcome = asyncio.run(
            kill_rounds(Path(folder), wanted.rounds, wanted.tables, lambda so_far: print(so_far, flush=True))
        )
    for deviation in outcome.deviations:
        print(f"{deviation.kind}: {deviation.text}")
    print(f"{time.monotonic() - began:.0f} s: {outcome}")
    sys.exit(1 if outcome.deviations else 0)


if __name__ == "__main__":
    main()
