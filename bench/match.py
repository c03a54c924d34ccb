"""The cost of a command in each game of a match: `.venv/bin/python -m bench.match` from the root folder.

All tables play their first game, then all play the second, and so on, over real WebSockets as in `bench.load`. *cpu* is
the processor time per command, in milliseconds: of the server's process, and of the process that judges luck. With
`--seats 8 --games 1` it shows the cost of more players.
"""

import argparse
import asyncio
import random
import tempfile
from pathlib import Path

import psutil

from bench.connections import Move, Pasch, Table
from bench.load import LIMITS, game, percentile
from bench.server import SEATS, processor_time
from tests.support.server import Server


async def play(server: Pasch, tables: int, pace: float) -> None:
    """Play a match at every table, with a row for each game."""
    playing = [await server.table() for _ in range(tables)]
    print("game  commands      p50      p99      cpu     luck")
    for number in range(server.games):
        if number:
            await asyncio.gather(*(table.send(0, Move("next_game")) for table in playing))
        before, answered = times(server.process), list[float]()
        await asyncio.gather(*(play_game(server, table, pace, answered) for table in playing))
        spent = [after - at for at, after in zip(before, times(server.process), strict=True)]
        own, others = (1000 * seconds / len(answered) for seconds in spent)
        p50, p99 = percentile(answered, 0.5), percentile(answered, 0.99)
        print(f"{number + 1:>4} {len(answered):>9} {p50:>8.1f} {p99:>8.1f} {own:>8.2f} {others:>8.2f}", flush=True)
    await asyncio.gather(*(table.close() for table in playing))


async def play_game(server: Pasch, table: Table, pace: float, answered: list[float]) -> None:
    """Play a game, and note the seconds until each answer."""
    for seat, move in game(server.seats):
        await asyncio.sleep(pace * random.uniform(0.5, 1.5))
        answered.append((await table.send(seat, move))[0])


def times(process: int) -> tuple[float, float]:
    """Seconds of processor time: of the process, and of its children."""
    children = psutil.Process(process).children(recursive=True)
    return processor_time(process), sum(processor_time(child.pid) for child in children)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--seats", type=int, default=SEATS)
    parser.add_argument("--pace", type=float, default=0.25, help="seconds between an answer and the next command")
    wanted = parser.parse_args()
    limits = [f"--limit={limit}" for limit in LIMITS]
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), limits) as server:
        assert server.process is not None
        pasch = Pasch(server.port, server.process.pid, 1, seats=wanted.seats, games=wanted.games)
        asyncio.run(play(pasch, wanted.tables, wanted.pace))


if __name__ == "__main__":
    main()
