"""The bus over a Redis server: its address, messages and connection."""

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

from pasch.service.bus import BusFigures, BusSettings
from pasch.service.ports import Clock, Progress, Subscription
from pasch.service.system import working
from pasch.storage.bus.local import LocalBus, Poller

USUAL = "pasch"
PREFIX = re.compile(r"[A-Za-z0-9_.-]{1,40}")


@dataclass(frozen=True)
class Address:
    """The server's `url` in the form of the Redis library, possibly with a password, and the channel for news."""

    url: str
    channel: str

    @classmethod
    def of(cls, url: str) -> "Address":
        """The address in a URL; its `prefix` separates installations that share a server. Raises `ValueError`."""
        split = urlsplit(url)
        options = dict(parse_qsl(split.query, keep_blank_values=True, strict_parsing=bool(split.query)))
        prefix = options.pop("prefix", USUAL)
        if not PREFIX.fullmatch(prefix) or (split.scheme == "unix" and not split.path):
            raise ValueError(url)
        return cls(urlunsplit(split._replace(query=urlencode(options))), f"{prefix}:bus")

    def __repr__(self) -> str:
        return f"Address({self.channel})"


LARGEST = 2**20
"""The largest message that is parsed, in bytes."""
LONGEST_TOPIC = 200
MOST = 2**63


@dataclass(frozen=True)
class Message:
    """News of several topics. `sender` is the process, `at` the second of the oldest announcement.

    `lost`: further news was dropped, so the receiver polls all topics.
    """

    sender: str
    at: float
    news: Mapping[str, int]
    lost: bool = False


def to_bytes(message: Message) -> bytes:
    """A message encoded for the channel."""
    fields = {"from": message.sender, "at": message.at, "news": message.news, "lost": message.lost}
    return json.dumps(fields, separators=(",", ":")).encode()


def from_bytes(data: bytes) -> Message | None:
    """A decoded message; None for foreign or invalid data."""
    if len(data) > LARGEST:
        return None
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        return None
    match fields:
        case {"from": str(sender), "at": float(at), "news": dict(news), "lost": bool(lost)} if _readable(news):
            return Message(sender, at, news, lost)
    return None


def _readable(news: Mapping[str, object]) -> bool:
    return all(len(topic) <= LONGEST_TOPIC and type(seq) is int and 0 <= seq < MOST for topic, seq in news.items())


BATCH = 1000
"""The most topics of a message."""


class Outbox:
    """The highest number of each topic, for at most `capacity` topics. Beyond that it only records a loss of news."""

    def __init__(self, sender: str, capacity: int) -> None:
        self._sender = sender
        self._capacity = capacity
        self._news: dict[str, int] = {}
        self._since: float | None = None
        self._news_lost = False
        self._filled = asyncio.Event()

    def put(self, topic: str, seq: int, now: float) -> None:
        """Store a piece of news until it is taken."""
        self._news[topic] = max(seq, self._news.get(topic, 0))
        if len(self._news) > self._capacity:
            self._news.clear()
            self._news_lost = True
        self.call(now)

    def call(self, now: float) -> None:
        """Request a message, if only an empty one: its echo shows the sender that the connection works."""
        self._since = now if self._since is None else self._since
        self._filled.set()

    def put_back(self, message: Message) -> None:
        """Return a message that could not be sent."""
        for topic, seq in message.news.items():
            self.put(topic, seq, message.at)
        self._news_lost |= message.lost
        self._since = message.at
        self._filled.set()

    async def taken(self) -> Message:
        """Wait for news, and take it."""
        await self._filled.wait()
        batch = {topic: self._news.pop(topic) for topic in list(islice(self._news, BATCH))}
        message = Message(self._sender, self._since or 0.0, batch, self._news_lost)
        self._news_lost = False
        if not self._news:
            self._since = None
            self._filled.clear()
        return message

    @property
    def empty(self) -> bool:
        """Whether no news is waiting."""
        return not self._filled.is_set()


log = logging.getLogger("pasch.storage")

Trouble = (RedisError, OSError)


class RedisBus:
    """The service's `Bus` over a Redis server. While the server is unreachable, news is late but complete."""

    def __init__(self, address: Address, progress: Progress, clock: Clock, settings: BusSettings | None = None) -> None:
        self._address = address
        self._clock = clock
        self._settings = settings = settings or BusSettings()
        self._here = LocalBus()
        self._poller = Poller(self._here, progress, clock, settings)
        self._me = secrets.token_hex(8)
        self._outbox = Outbox(self._me, settings.backlog)
        self._connected_before = False
        self._outage_logged = False
        self._figures = self._here.figures
        self._figures.connected = False
        self._delay, self._received_at = 0.0, 0.0

    @property
    def figures(self) -> BusFigures:
        """The state of the bus."""
        self._figures.lag = self._lag()
        return self._figures

    def _lag(self) -> float:
        """The delay of news: that of this process's messages, due every `recheck`; when disconnected, that of polls."""
        if not self._figures.connected:
            return self._poller.age
        return max(self._delay, self._now() - self._received_at - self._settings.recheck)

    async def publish(self, topic: str, seq: int) -> None:
        """Notify the subscribers in this process, and queue a message for the other processes."""
        self._here.deliver(topic, seq)
        self._outbox.put(topic, seq, self._now())

    def subscribe(self, topic: str) -> AbstractContextManager[Subscription]:
        """Subscribe to a topic while the context is open."""
        return self._here.subscribe(topic)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Exchange news while the context is open; at the end send the rest."""
        async with client_of(self._address) as client:
            async with working(self._listen(client), self._send_queued(client), self._beat()), self._poller.polling():
                yield
            while not self._outbox.empty and await self._send(client, await self._outbox.taken()):
                pass

    def _now(self) -> float:
        return self._clock.now().timestamp()

    # --------------------------------------------------------------------------- sending

    async def _send_queued(self, client: Redis) -> None:
        while True:
            sent = await self._send(client, await self._outbox.taken())
            await self._clock.sleep(self._settings.gather if sent else self._settings.first_pause)

    async def _send(self, client: Redis, message: Message) -> bool:
        """Send a message; after a failure it returns to the outbox."""
        sent = False
        try:
            async with asyncio.timeout(self._settings.answer):
                await client.publish(self._address.channel, to_bytes(message))
            sent = True
        except Trouble as error:
            self._log_outage(error)
        finally:
            if not sent:
                self._outbox.put_back(message)
        self._figures.published += sent * len(message.news)
        return sent

    async def _beat(self) -> None:
        while True:
            await self._clock.sleep(self._settings.recheck)
            self._outbox.call(self._now())

    # --------------------------------------------------------------------------- receiving

    async def _listen(self, client: Redis) -> None:
        pause = self._settings.first_pause
        while True:
            try:
                async with client.pubsub() as subscription:
                    async with asyncio.timeout(self._settings.answer):
                        await subscription.subscribe(self._address.channel)
                    await self._receive_all(subscription)
            except Trouble as error:
                self._log_outage(error)
            pause = self._settings.first_pause if self._figures.connected else pause
            self._disconnected()
            await self._clock.sleep(pause)
            pause = min(2 * pause, self._settings.longest_pause)

    async def _receive_all(self, subscription: PubSub) -> None:
        """Receive all pending messages of the connection."""
        while message := await subscription.get_message(timeout=self._settings.silence):
            if message["type"] == "subscribe":
                self._connected()
            elif message["type"] == "message":
                self._receive(message["data"])

    def _receive(self, data: bytes) -> None:
        message = from_bytes(data)
        if message is None:
            self._figures.unreadable += 1
        elif message.sender == self._me:
            self._received_at = self._now()
            self._delay = max(0.0, self._received_at - message.at)
        else:
            self._figures.received += len(message.news)
            for topic, seq in message.news.items():
                self._here.deliver(topic, seq)
            if message.lost:
                self._poller.pace(self._settings.recheck)

    def _connected(self) -> None:
        """The connection receives news again."""
        self._figures.reconnects += self._connected_before
        self._figures.connected, self._connected_before, self._outage_logged = True, True, False
        self._received_at = self._now()
        self._poller.pace(self._settings.recheck)
        self._outbox.call(self._received_at)

    def _disconnected(self) -> None:
        """The connection no longer receives news."""
        self._figures.connected = False
        self._poller.pace(self._settings.poll)

    def _log_outage(self, error: Exception) -> None:
        if not self._outage_logged:
            self._outage_logged = True
            log.warning("bus_trouble", exc_info=error)


def client_of(address: Address) -> Redis:
    """A client that tries everything once; not connected yet.

    It has no timeouts: before Python 3.12 their implementation lets it miss its own cancellation.
    """
    return Redis.from_url(address.url, retry=Retry(NoBackoff(), 0), socket_connect_timeout=None, socket_timeout=None)
