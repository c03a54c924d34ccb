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

from tests.support.history import lies
from tests.support.history_crowd import BOT_STEP, TIME_UP, Crowd
from tests.support.history_kept import kept_at
from tests.support.postgres import Databases, Postgres
from tests.support.quick_server import QuickServer
from tests.support.valkey import Valkey

pytestmark = [pytest.mark.anyio, pytest.mark.slow]
SOON = {"PASCH_SOLVING_AHEAD": "0", "PASCH_BUS_POLL": "0.05", "PASCH_BUS_RECHECK": "0.3"}
SOON |= {"PASCH_BOT_PAUSE": "0.02"}
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
class Place:
    """Two servers, their players, and access to the stored data."""

    servers: list
    crowd: Crowd
    postgres: str

    async def check(self):
        """Let all clients read everything again at the end, and compare it with the log."""
        await self.crowd.look_round()
        kept = await kept_at(self.postgres, self.crowd.history.tables)
        assert lies(self.crowd.history, kept) == []

    async def programs_go_on(self):
        """Wait until bots have moved and clocks have run out at all tables, often enough for a judgement."""
        await self.crowd.until_everywhere()
        await self.crowd.until_happened(BOT_STEP, 10)
        await self.crowd.until_happened(TIME_UP, 1)


@asynccontextmanager
async def place(folder: Path, *buses: str, postgres: str, devices: int = 1, environment=SOON):
    """Two servers, with a bus for both or one for each."""
    servers = [QuickServer(folder, environment, ["--bus", bus], postgres) for bus in (buses * 2)[:2]]
    for server in servers:
        await server.start()
    try:
        yield Place(servers, Crowd([server.url for server in servers], devices=devices, programs=True), postgres)
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
    async with place(tmp_path, "poll", postgres=url, devices=2) as here:
        async with here.crowd.playing(4):
            await here.crowd.until(5000 if long else 250)
        assert here.crowd.refused["stale"] > 0  # the devices did get in each other's way
        await here.check()


async def test_repeated_process_kills_on_postgresql_lose_nothing(tmp_path, url, valkey, long):
    async with place(tmp_path, valkey.url, postgres=url, devices=2) as here:
        async with here.crowd.playing(4):
            for number in range(40 if long else 3):
                await here.crowd.until(30)
                here.servers[number % 2].kill()
                await here.programs_go_on()  # the other process has taken the work over
                await here.servers[number % 2].start()
            await here.crowd.until(30)
        await here.check()


async def test_postgresql_restarts_under_load_lose_nothing(tmp_path, url, postgres, valkey, long):
    async with place(tmp_path, valkey.url, postgres=url) as here:
        async with here.crowd.playing(4):
            for _ in range(20 if long else 2):
                await here.crowd.until(30)
                await asyncio.to_thread(postgres.kill)
                await here.crowd.until_refused("not_ready", 3)
                await asyncio.to_thread(postgres.start)
                await here.programs_go_on()
            await here.crowd.until(50)
        await here.check()


async def test_bus_outage_delays_events_but_loses_nothing(tmp_path, url, valkey, long):
    async with place(tmp_path, valkey.url, postgres=url) as here:
        async with here.crowd.playing(4):
            for _ in range(10 if long else 1):
                await here.crowd.until(50)
                valkey.kill()
                await here.crowd.until(50)  # polling finds events late; the servers refuse nothing
                await here.programs_go_on()
                await asyncio.to_thread(valkey.start)
                await here.crowd.until(50)
                valkey.hold()
                await here.crowd.until(20)
                valkey.let_go()
                await here.programs_go_on()
            await here.crowd.until(50)
        assert set(here.crowd.refused) <= {"stale"}
        await here.check()


PREFIXES = ("one", "other")
LONGEST, MOST = 0.05, 6
"""Seconds without a new message before the delivery, and the most messages held back at once."""


@dataclass(frozen=True)
class Letter:
    """A message of the bus, with its number on its channel."""

    number: int
    channel: bytes
    data: bytes


@dataclass
class Mischief:
    """The only carrier of messages between two servers: late, out of order, and each of them twice.

    A server receives its own messages on its own channel, and the other server's messages only from here.
    """

    bus: Redis
    channels: frozenset[bytes]
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    done: Counter[str] = field(default_factory=Counter)
    held: list[Letter] = field(default_factory=list)
    copies: list[Letter] = field(default_factory=list)
    listens: asyncio.Event = field(default_factory=asyncio.Event)
    over: bool = False
    _homes: dict[str, bytes] = field(default_factory=dict)
    _numbers: Counter[bytes] = field(default_factory=Counter)
    _latest: Counter[bytes] = field(default_factory=Counter)

    async def play(self):
        async with self.bus.pubsub() as heard:
            await heard.subscribe(*self.channels)
            self.listens.set()
            while not self.over:
                message = await heard.get_message(ignore_subscribe_messages=True, timeout=LONGEST)
                if message is not None:
                    self.take(message["channel"], message["data"])
                if message is None or len(self.held) == MOST:
                    await self.deliver()

    def take(self, channel, data):
        """Hold a message back, unless it was delivered here."""
        if self._homes.setdefault(json.loads(data)["from"], channel) == channel:
            (other,) = self.channels - {channel}
            self._numbers[other] += 1
            self.done["delayed"] += bool(self.held)  # earlier ones wait longer than necessary
            self.held.append(Letter(self._numbers[other], other, data))

    async def deliver(self):
        """Every delayed message, and the last delivered ones again."""
        letters = [*self.held, *self.copies]
        self.chance.shuffle(letters)
        self.done["doubled"] += len(self.copies)
        self.held, self.copies = [], self.held
        for letter in letters:
            self.done["reordered"] += letter.number < self._latest[letter.channel]
            self._latest[letter.channel] = max(letter.number, self._latest[letter.channel])
            await self.bus.publish(letter.channel, letter.data)


@asynccontextmanager
async def mischievous(url, prefixes):
    """While the context is open, carry the messages of one prefix to the other."""
    async with Redis.from_url(url) as bus, asyncio.TaskGroup() as group:
        mischief = Mischief(bus, frozenset(f"{prefix}:bus".encode() for prefix in prefixes))
        group.create_task(mischief.play())
        await mischief.listens.wait()
        try:
            yield mischief
        finally:
            mischief.over = True


SELDOM = SOON | {"PASCH_BUS_RECHECK": "5"}
"""Polling finds events without a message late."""


async def test_duplicate_late_and_reordered_messages_lose_nothing(tmp_path, url, valkey, long):
    buses = [f"{valkey.url}?prefix={prefix}" for prefix in PREFIXES]
    served = place(tmp_path, *buses, postgres=url, environment=SELDOM)
    async with mischievous(valkey.url, PREFIXES) as mischief, served as here:
        async with here.crowd.playing(4):
            await here.crowd.until(5000 if long else 150)
            await here.programs_go_on()
        for server in here.servers:
            assert await heard_from_the_other(server) > 0
        await here.check()
    assert min(mischief.done[what] for what in ("delayed", "reordered", "doubled")) > 20, mischief.done
    assert set(here.crowd.refused) <= {"stale"}


async def heard_from_the_other(server):
    """The number of messages that a server has received from the other one."""
    async with httpx.AsyncClient(trust_env=False) as http:
        text = (await http.get(f"{server.url}/metrics")).text
    return float(re.search(r"^pasch_bus_received_total (\S+)", text, re.MULTILINE)[1])
