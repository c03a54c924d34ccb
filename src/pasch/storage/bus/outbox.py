"""What other processes are still to be told."""

import asyncio
from itertools import islice

from pasch.storage.bus.wire import Message

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
