"""The bus between processes: Redis, or Valkey, which understands the same.

Theory of operation. Every process says what is new on one channel and listens to it on one connection. What is to be
said waits in an `Outbox` that keeps the highest number of each topic, and goes out as one message whenever the last
one has gone and some milliseconds have passed: the first news goes at once, what comes in a crowd goes together, and
whoever publishes never waits. A message may get lost wherever it is, so nobody relies on it:

- While this process does not hear the channel, and right after it does so again, it asks the store how far everything
  is that has readers here (`polling`). The look begins after the channel is heard, so between them nothing is missed.
- What could not be said stays in the outbox; when there is no room left, the next message says that there was more,
  and everybody who hears it asks the store once.
- A process may die between writing and telling, so the store is asked now and then all the same.

Every process hears its own messages too. They tell how long the line takes, by one clock, and that it is alive: where
not even they come back, it is opened anew.
"""

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from pasch.service.ports import Clock, Progress, Subscription
from pasch.service.runtime.bus_settings import BusFigures, BusSettings
from pasch.storage.bus.address import Address
from pasch.storage.bus.local import LocalBus
from pasch.storage.bus.outbox import Outbox
from pasch.storage.bus.polling import Poller
from pasch.storage.bus.tasks import working
from pasch.storage.bus.wire import Message, from_bytes, to_bytes

log = logging.getLogger("pasch.storage")

Trouble = (RedisError, OSError)


class RedisBus:
    """The service's `Bus` over the server at an address. While nobody is there, news is late, nothing else."""

    def __init__(self, address: Address, progress: Progress, clock: Clock, settings: BusSettings | None = None) -> None:
        self._address = address
        self._clock = clock
        self._settings = settings = settings or BusSettings()
        self._here = LocalBus()
        self._poller = Poller(self._here, progress, clock, settings)
        self._me = secrets.token_hex(8)
        self._outbox = Outbox(self._me, settings.backlog)
        self._found_before = False
        self._outage_told = False
        self._figures = self._here.figures
        self._figures.connected = False
        self._delay, self._heard = 0.0, 0.0

    @property
    def figures(self) -> BusFigures:
        """How it does just now."""
        self._figures.lag = self._lag()
        return self._figures

    def _lag(self) -> float:
        """How late news comes: as the own messages do, which are due every `recheck`; without a line, as looks do."""
        if not self._figures.connected:
            return self._poller.age
        return max(self._delay, self._now() - self._heard - self._settings.recheck)

    async def publish(self, topic: str, seq: int) -> None:
        """Tell everybody who listens here, and have the other processes told."""
        self._here.tell(topic, seq)
        self._outbox.put(topic, seq, self._now())

    def subscribe(self, topic: str) -> AbstractContextManager[Subscription]:
        """Listen to a topic while the context is open."""
        return self._here.subscribe(topic)

    @asynccontextmanager
    async def carrying(self) -> AsyncIterator[None]:
        """While the context is open, news goes out and comes in; at its end goes what is left."""
        async with client_of(self._address) as client:
            async with working(self._listen(client), self._talk(client), self._beat()), self._poller.polling():
                yield
            while not self._outbox.empty and await self._say(client, await self._outbox.taken()):
                pass

    def _now(self) -> float:
        return self._clock.now().timestamp()

    # --------------------------------------------------------------------------- saying

    async def _talk(self, client: Redis) -> None:
        while True:
            sent = await self._say(client, await self._outbox.taken())
            await self._clock.sleep(self._settings.gather if sent else self._settings.first_pause)

    async def _say(self, client: Redis, message: Message) -> bool:
        """Send a message; one that could not be sent, as far as is known, is kept."""
        sent = False
        try:
            async with asyncio.timeout(self._settings.answer):
                await client.publish(self._address.channel, to_bytes(message))
            sent = True
        except Trouble as error:
            self._tell_outage(error)
        finally:
            if not sent:
                self._outbox.put_back(message)
        self._figures.published += sent * len(message.news)
        return sent

    async def _beat(self) -> None:
        while True:
            await self._clock.sleep(self._settings.recheck)
            self._outbox.call(self._now())

    # --------------------------------------------------------------------------- hearing

    async def _listen(self, client: Redis) -> None:
        pause = self._settings.first_pause
        while True:
            try:
                async with client.pubsub() as line:
                    async with asyncio.timeout(self._settings.answer):
                        await line.subscribe(self._address.channel)
                    await self._hear_all(line)
            except Trouble as error:
                self._tell_outage(error)
            pause = self._settings.first_pause if self._figures.connected else pause
            self._lost()
            await self._clock.sleep(pause)
            pause = min(2 * pause, self._settings.longest_pause)

    async def _hear_all(self, line: PubSub) -> None:
        """Take what comes on the line until nothing does any more."""
        while told := await line.get_message(timeout=self._settings.silence):
            if told["type"] == "subscribe":
                self._found()
            elif told["type"] == "message":
                self._hear(told["data"])

    def _hear(self, data: bytes) -> None:
        message = from_bytes(data)
        if message is None:
            self._figures.unreadable += 1
        elif message.sender == self._me:
            self._heard = self._now()
            self._delay = max(0.0, self._heard - message.at)
        else:
            self._figures.received += len(message.news)
            for topic, seq in message.news.items():
                self._here.tell(topic, seq)
            if message.lost:
                self._poller.pace(self._settings.recheck)

    def _found(self) -> None:
        """From now on news is heard."""
        self._figures.reconnects += self._found_before
        self._figures.connected, self._found_before, self._outage_told = True, True, False
        self._heard = self._now()
        self._poller.pace(self._settings.recheck)
        self._outbox.call(self._heard)

    def _lost(self) -> None:
        """From now on nothing is heard."""
        self._figures.connected = False
        self._poller.pace(self._settings.poll)

    def _tell_outage(self, error: Exception) -> None:
        if not self._outage_told:
            self._outage_told = True
            log.warning("bus_trouble", exc_info=error)


def client_of(address: Address) -> Redis:
    """A client that tries everything once; not connected yet.

    It watches no time: before Python 3.12 its way to do so lets it miss that it is to end.
    """
    return Redis.from_url(address.url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=None, socket_timeout=None)
