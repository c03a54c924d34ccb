"""Several processes over one database: players use any of them while some are killed, unreachable or slow."""

import asyncio
import json
import random
import re
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest
from redis.asyncio import Redis

from tests.support.history import deviations
from tests.support.history_crowd import BOT_STEP, TIME_UP, Crowd
from tests.support.history_database import read_postgres
from tests.support.postgres import Databases, Postgres
from tests.support.quick_server import QuickServer
from tests.support.valkey import Valkey

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
FAST_POLLING = {"PASCH_SOLVING_AHEAD": "0", "PASCH_BUS_POLL": "0.05", "PASCH_BUS_RECHECK": "0.3"}
FAST_POLLING |= {"PASCH_BOT_PAUSE": "0.02"}
"""Servers solve nothing, bots do not pause, and polling soon finds lost news. Two seconds after a kill, the other
process plays the bots and runs the clocks at the tables.
"""


@pytest.fixture(scope="module")
def postgres(postgres_programs):
    with Postgres(postgres_programs, durable=True) as server:
        yield server


@pytest.fixture
def valkey(redis_program):
    with Valkey(redis_program) as server:
        yield server


@dataclass
class TwoServers:
    """Two servers, their players, and access to the stored data."""

    servers: list
    crowd: Crowd
    postgres: str

    async def check(self):
        """Let all clients read everything again at the end, and compare it with the log."""
        await self.crowd.reread_everything()
        stored = await read_postgres(self.postgres, self.crowd.history.tables)
        assert deviations(self.crowd.history, stored) == []

    async def wait_for_programs(self):
        """Wait until bots have moved and clocks have run out at all tables, often enough for a judgement."""
        await self.crowd.until_programs_acted()
        await self.crowd.until_program_acted(BOT_STEP, 10)
        await self.crowd.until_program_acted(TIME_UP, 1)


@asynccontextmanager
async def two_servers(folder: Path, *buses: str, postgres: str, devices: int = 1, environment=FAST_POLLING):
    """Two servers, with a bus for both or one for each."""
    servers = [QuickServer(folder, environment, ["--bus", bus], postgres) for bus in (buses * 2)[:2]]
    for server in servers:
        await server.start()
    try:
        yield TwoServers(servers, Crowd([server.url for server in servers], devices=devices, programs=True), postgres)
    finally:
        for server in servers:
            server.kill()


@pytest.fixture
def url(postgres):
    with Databases(postgres.address) as databases:
        yield databases.new()
        if not (postgres.sockets / "data" / "postmaster.pid").exists():
            postgres.start()


async def test_polling_processes_serve_players_with_two_devices(tmp_path, url, long):
    async with two_servers(tmp_path, "poll", postgres=url, devices=2) as cluster:
        async with cluster.crowd.playing(4):
            await cluster.crowd.until(5000 if long else 250)
        assert cluster.crowd.refused["stale"] > 0  # the devices did get in each other's way
        await cluster.check()


async def test_repeated_process_kills_on_postgresql_lose_nothing(tmp_path, url, valkey, long):
    async with two_servers(tmp_path, valkey.url, postgres=url, devices=2) as cluster:
        async with cluster.crowd.playing(4):
            for number in range(40 if long else 3):
                await cluster.crowd.until(30)
                cluster.servers[number % 2].kill()
                await cluster.wait_for_programs()  # the other process has taken the work over
                await cluster.servers[number % 2].start()
            await cluster.crowd.until(30)
        await cluster.check()


async def test_postgresql_restarts_under_load_lose_nothing(tmp_path, url, postgres, valkey, long):
    async with two_servers(tmp_path, valkey.url, postgres=url) as cluster:
        async with cluster.crowd.playing(4):
            for _ in range(20 if long else 2):
                await cluster.crowd.until(30)
                await asyncio.to_thread(postgres.kill)
                await cluster.crowd.until_refused("not_ready", 3)
                await asyncio.to_thread(postgres.start)
                await cluster.wait_for_programs()
            await cluster.crowd.until(50)
        await cluster.check()


async def test_bus_outage_delays_events_but_loses_nothing(tmp_path, url, valkey, long):
    async with two_servers(tmp_path, valkey.url, postgres=url) as cluster:
        async with cluster.crowd.playing(4):
            for _ in range(10 if long else 1):
                await cluster.crowd.until(50)
                valkey.kill()
                await cluster.crowd.until(50)  # polling finds events late; the servers refuse nothing
                await cluster.wait_for_programs()
                await asyncio.to_thread(valkey.start)
                await cluster.crowd.until(50)
                valkey.pause()
                await cluster.crowd.until(20)
                valkey.resume()
                await cluster.wait_for_programs()
            await cluster.crowd.until(50)
        assert set(cluster.crowd.refused) <= {"stale"}
        await cluster.check()


PREFIXES = ("one", "other")
DELIVERY_PAUSE, MOST_DELAYED = 0.05, 6
"""Seconds without a new message before the delivery, and the most messages held back at once."""


@dataclass(frozen=True)
class BusMessage:
    """A message of the bus, with its number on its channel."""

    number: int
    channel: bytes
    data: bytes


@dataclass
class UnreliableBus:
    """The only carrier of messages between two servers: late, out of order, and each of them twice.

    A server receives its own messages on its own channel, and the other server's messages only from here.
    """

    bus: Redis
    channels: frozenset[bytes]
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    counts: Counter[str] = field(default_factory=Counter)
    delayed: list[BusMessage] = field(default_factory=list)
    delivered: list[BusMessage] = field(default_factory=list)
    subscribed: asyncio.Event = field(default_factory=asyncio.Event)
    stopped: bool = False
    _channels_by_sender: dict[str, bytes] = field(default_factory=dict)
    _numbers: Counter[bytes] = field(default_factory=Counter)
    _latest: Counter[bytes] = field(default_factory=Counter)

    async def run(self):
        async with self.bus.pubsub() as subscription:
            await subscription.subscribe(*self.channels)
            self.subscribed.set()
            while not self.stopped:
                message = await subscription.get_message(ignore_subscribe_messages=True, timeout=DELIVERY_PAUSE)
                if message is not None:
                    self.delay(message["channel"], message["data"])
                if message is None or len(self.delayed) == MOST_DELAYED:
                    await self.deliver()

    def delay(self, channel, data):
        """Hold a message back, unless it was delivered here."""
        if self._channels_by_sender.setdefault(json.loads(data)["from"], channel) == channel:
            (other,) = self.channels - {channel}
            self._numbers[other] += 1
            self.counts["delayed"] += bool(self.delayed)  # earlier ones wait longer than necessary
            self.delayed.append(BusMessage(self._numbers[other], other, data))

    async def deliver(self):
        """Every delayed message, and the last delivered ones again."""
        messages = [*self.delayed, *self.delivered]
        self.chance.shuffle(messages)
        self.counts["doubled"] += len(self.delivered)
        self.delayed, self.delivered = [], self.delayed
        for bus_message in messages:
            self.counts["reordered"] += bus_message.number < self._latest[bus_message.channel]
            self._latest[bus_message.channel] = max(bus_message.number, self._latest[bus_message.channel])
            await self.bus.publish(bus_message.channel, bus_message.data)


@asynccontextmanager
async def unreliable_bus_between(url, prefixes):
    """While the context is open, carry the messages of one prefix to the other."""
    async with Redis.from_url(url) as bus, asyncio.TaskGroup() as group:
        unreliable_bus = UnreliableBus(bus, frozenset(f"{prefix}:bus".encode() for prefix in prefixes))
        group.create_task(unreliable_bus.run())
        await unreliable_bus.subscribed.wait()
        try:
            yield unreliable_bus
        finally:
            unreliable_bus.stopped = True


SLOW_POLLING = FAST_POLLING | {"PASCH_BUS_RECHECK": "5"}
"""Polling finds events without a message late."""


async def test_duplicate_late_and_reordered_messages_lose_nothing(tmp_path, url, valkey, long):
    buses = [f"{valkey.url}?prefix={prefix}" for prefix in PREFIXES]
    servers_running = two_servers(tmp_path, *buses, postgres=url, environment=SLOW_POLLING)
    async with unreliable_bus_between(valkey.url, PREFIXES) as unreliable_bus, servers_running as cluster:
        async with cluster.crowd.playing(4):
            await cluster.crowd.until(5000 if long else 150)
            await cluster.wait_for_programs()
        for server in cluster.servers:
            assert await received_messages(server) > 0
        await cluster.check()
    assert min(unreliable_bus.counts[what] for what in ("delayed", "reordered", "doubled")) > 20, unreliable_bus.counts
    assert set(cluster.crowd.refused) <= {"stale"}


async def received_messages(server):
    """The number of messages that a server has received from the other one."""
    async with httpx.AsyncClient(trust_env=False) as http:
        text = (await http.get(f"{server.url}/metrics")).text
    return float(re.search(r"^pasch_bus_received_total (\S+)", text, re.MULTILINE)[1])
