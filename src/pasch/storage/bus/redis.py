"""Where a Redis is, and which of its channels is ours."""

import asyncio
import json
import logging
import re
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager
from dataclasses import dataclass
from itertools import islice
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from pasch.service.ports import Clock, Progress, Subscription
from pasch.service.runtime.bus_settings import BusFigures, BusSettings
from pasch.storage.bus.local import LocalBus
from pasch.storage.bus.polling import Poller, working

USUAL = "pasch"
PREFIX = re.compile(r"[A-Za-z0-9_.-]{1,40}")


@dataclass(frozen=True)
class Address:
    """The server's `url` as its library reads it, which may hold a password, and the channel for the news."""

    url: str
    channel: str

    @classmethod
    def of(cls, url: str) -> "Address":
        """What a URL names; its `prefix` sets installations apart that share a server. Raises `ValueError`."""
        split = urlsplit(url)
        options = dict(parse_qsl(split.query, keep_blank_values=True, strict_parsing=bool(split.query)))
        prefix = options.pop("prefix", USUAL)
        if not PREFIX.fullmatch(prefix) or (split.scheme == "unix" and not split.path):
            raise ValueError(url)
        return cls(urlunsplit(split._replace(query=urlencode(options))), f"{prefix}:bus")

    def __repr__(self) -> str:
        return f"Address({self.channel})"


LARGEST = 2**20
"""Bytes of a message that is looked at."""
LONGEST_TOPIC = 200
MOST = 2**63


@dataclass(frozen=True)
class Message:
    """News of several topics. `sender` is the process, `at` the second at which the oldest of it was told.

    `lost`: there was more, which is not said: whoever reads this looks at everything.
    """

    sender: str
    at: float
    news: Mapping[str, int]
    lost: bool = False


def to_bytes(message: Message) -> bytes:
    """A message as it is sent."""
    said = {"from": message.sender, "at": message.at, "news": message.news, "lost": message.lost}
    return json.dumps(said, separators=(",", ":")).encode()


def from_bytes(data: bytes) -> Message | None:
    """A message as it was sent; None for everything that is none of ours."""
    if len(data) > LARGEST:
        return None
    try:
        said = json.loads(data)
    except (ValueError, RecursionError):
        return None
    match said:
        case {"from": str(sender), "at": float(at), "news": dict(news), "lost": bool(lost)} if _readable(news):
            return Message(sender, at, news, lost)
    return None


def _readable(news: Mapping[str, object]) -> bool:
    return all(len(topic) <= LONGEST_TOPIC and type(seq) is int and 0 <= seq < MOST for topic, seq in news.items())


BATCH = 1000
"""The most topics of one message."""


class Outbox:
    """Of every topic the highest number, for at most `room` topics; of more only that there was some."""

    def __init__(self, sender: str, room: int) -> None:
        self._sender = sender
        self._room = room
        self._news: dict[str, int] = {}
        self._since: float | None = None
        self._lost = False
        self._filled = asyncio.Event()

    def put(self, topic: str, seq: int, now: float) -> None:
        """Keep a piece of news until it is taken."""
        self._news[topic] = max(seq, self._news.get(topic, 0))
        if len(self._news) > self._room:
            self._news.clear()
            self._lost = True
        self.call(now)

    def call(self, now: float) -> None:
        """Have a message taken, if only an empty one: whoever sent it learns that the line is there."""
        self._since = now if self._since is None else self._since
        self._filled.set()

    def put_back(self, message: Message) -> None:
        """What was taken and could not be sent."""
        for topic, seq in message.news.items():
            self.put(topic, seq, message.at)
        self._lost |= message.lost
        self._since = message.at
        self._filled.set()

    async def taken(self) -> Message:
        """Wait until there is something to send, and take it."""
        await self._filled.wait()
        batch = {topic: self._news.pop(topic) for topic in list(islice(self._news, BATCH))}
        message = Message(self._sender, self._since or 0.0, batch, self._lost)
        self._lost = False
        if not self._news:
            self._since = None
            self._filled.clear()
        return message

    @property
    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._filled.is_set()


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
    async def running(self) -> AsyncIterator[None]:
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
