"""The delay of news between processes: `.venv/bin/python -m bench.bus` from the root folder.

One process appends events to a log in an SQLite file, one every `--pace` seconds, and publishes each. Another process
listens on a separate bus. *delay* is the time from the call of `publish` to the news of that event, or of a later
one, in the other process. It is measured over a separate Redis or Valkey, and by polling the file every half second
and every tenth of a second.

Then the first process publishes `--flood` pieces of news at once, each about another table. *received* is the number
that arrived by the last one, *news a second* their rate. *sender* and *listener* are the processor time per piece on
each side. The flood runs in messages of at most one piece, as a bus with a channel per table would send them, and in
batches, as they are sent. Only news about the same table is merged on its way, so all pieces must arrive; a lost
piece ends the bench. (The events of the log above are about one table; news of a later event covers all earlier
ones.)
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import IO

from bench.load import percentile
from pasch.service.bus import BusSettings
from pasch.service.ports import Bus
from pasch.service.system import SystemClock
from pasch.storage.bus import bus_of
from pasch.storage.bus import redis as redis_bus
from pasch.storage.opening import opened
from pasch.storage.progress import SqlProgress
from pasch.storage.tables import SqlTables
from tests.storage.logs import TABLE, row, step
from tests.support.valkey import Valkey, find_redis

LAST = "last"
"""The topic of the last piece of a flood."""


@asynccontextmanager
async def carried(bus_url: str, database_url: str, settings: BusSettings) -> AsyncIterator[tuple[Bus, SqlTables]]:
    """A connected bus, and a store."""
    async with opened(database_url) as database:
        bus = bus_of(bus_url, settings)(SqlProgress(database), SystemClock())
        async with bus.running():
            while not bus.figures.connected:  # noqa: ASYNC110 - there is no event to wait for
                await asyncio.sleep(0.01)
            yield bus, SqlTables(database)


# ------------------------------------------------------------------------------- the other process


async def listen(bus_url: str, database_url: str, poll: float, news: int) -> None:
    """Print on standard output when each event arrived, or the cost of a flood."""
    async with carried(bus_url, database_url, BusSettings(poll=poll)) as (bus, _):
        if news:
            await _listen_to_log(bus, news)
        else:
            await _listen_to_flood(bus)


async def _listen_to_log(bus: Bus, news: int) -> None:
    with bus.subscribe(TABLE) as subscription:
        print("ready", flush=True)
        seq, heard = 1, dict[int, float]()
        while seq <= news:
            latest = await subscription.news()
            now = time.monotonic()
            heard |= dict.fromkeys(range(seq + 1, latest + 1), now)
            seq = max(seq, latest)
    print(json.dumps(heard), flush=True)


async def _listen_to_flood(bus: Bus) -> None:
    with bus.subscribe(LAST) as subscription:
        began, before = time.process_time(), bus.figures.received
        print("ready", flush=True)
        await subscription.news()
        figures = [time.monotonic(), time.process_time() - began, bus.figures.received - before]
    print(json.dumps(figures), flush=True)


class Listener:
    """The other process."""

    def __init__(self, *arguments: object) -> None:
        command = [sys.executable, "-m", "bench.bus", "--listen", *map(str, arguments)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self._out: IO[str] = self._process.stdout
        assert self._out.readline() == "ready\n"

    async def answer(self) -> object:
        """Its final report."""
        line = await asyncio.to_thread(self._out.readline)
        self._process.wait()
        self._out.close()
        return json.loads(line)


# ------------------------------------------------------------------------------- this process


async def delays(bus_url: str, database_url: str, poll: float, news: int, pace: float) -> list[float]:
    """The delay of each piece of news, in seconds."""
    listener = Listener(bus_url, database_url, poll, news)
    sent = dict[int, float]()
    async with carried(bus_url, database_url, BusSettings(poll=poll)) as (bus, tables):
        for seq in range(2, news + 2):
            await asyncio.sleep(pace)
            await tables.append(step(seq - 1, "dice_rolled"))
            sent[seq] = time.monotonic()
            await bus.publish(TABLE, seq)
        heard = await listener.answer()
    assert isinstance(heard, dict)
    return [heard[str(seq)] - at for seq, at in sent.items()]


@dataclass(frozen=True)
class Flooded:
    """The cost of a flood: seconds until its last piece arrived, and the processor time to send and to receive it."""

    received: int
    took: float
    sending: float
    hearing: float

    def row(self, batch: int) -> str:
        """News a second, and microseconds for each piece."""
        each = [spent / self.received * 1e6 for spent in (self.sending, self.hearing)]
        return f"{batch:>12} {self.received:>9} {self.received / self.took:>14.0f} {each[0]:>10.1f} {each[1]:>12.1f}"


async def flood(bus_url: str, database_url: str, news: int, batch: int) -> Flooded:
    """Publish this much news at once, in messages of at most `batch` pieces."""
    listener = Listener(bus_url, database_url, 0.5, 0)
    async with carried(bus_url, database_url, BusSettings(gather=0, backlog=news + 1)) as (bus, _):
        redis_bus.BATCH = batch
        began, spent = time.monotonic(), time.process_time()
        for number in range(news - 1):
            await bus.publish(f"table{number:018}", 50)
            if number % 100 == 0:
                await asyncio.sleep(0)
        await bus.publish(LAST, 50)
        answer = await listener.answer()
        spent = time.process_time() - spent
    assert isinstance(answer, list)
    ended, hearing, received = answer
    if received != news:
        raise SystemExit(f"of {news:,} pieces of news {received:,} were received when the last one had come")
    return Flooded(received, ended - began, spent, hearing)


async def prepared(folder: str) -> str:
    """A file with one table."""
    url = f"sqlite:///{folder}/bench.sqlite3"
    async with opened(url) as database:
        await SqlTables(database).create(row(), step(0, "table_opened"))
    return url


async def measure(news: int, pace: float, flooded: int) -> None:
    program = find_redis()
    assert program is not None, "there is neither Redis nor Valkey"
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} processors; milliseconds")
    print(f"{'bus':>10} {'news':>6} {'delay median':>13} {'99 %':>8}")
    with Valkey(program) as server:
        for name, url, poll in (("redis", server.url, 0.5), ("poll 0.5 s", "poll", 0.5), ("poll 0.1 s", "poll", 0.1)):
            with tempfile.TemporaryDirectory() as folder:
                late = await delays(url, await prepared(folder), poll, news, pace)
            print(
                f"{name:>10} {len(late):>6} {percentile(late, 0.5):>13.2f} {percentile(late, 0.99):>8.2f}", flush=True
            )
        print(f"\n{'messages of':>12} {'received':>9} {'news a second':>14} {'sender µs':>10} {'listener µs':>12}")
        for batch in (1, redis_bus.BATCH):
            with tempfile.TemporaryDirectory() as folder:
                outcome = await flood(server.url, await prepared(folder), flooded, batch)
            print(outcome.row(batch), flush=True)
    print(f"load {os.getloadavg()[0]:.1f}")


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--news", type=int, default=1000, help="events of the log")
    parser.add_argument("--pace", type=float, default=0.01, help="seconds between two of them")
    parser.add_argument("--flood", type=int, default=10_000, help="pieces of news at once")
    parser.add_argument("--listen", nargs=4, help=argparse.SUPPRESS)
    wanted = parser.parse_args(words)
    if wanted.listen:
        bus, database, poll, news = wanted.listen
        asyncio.run(listen(bus, database, float(poll), int(news)))
    else:
        asyncio.run(measure(wanted.news, wanted.pace, wanted.flood))


if __name__ == "__main__":
    main()
