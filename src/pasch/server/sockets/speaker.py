"""Sending over a WebSocket to a client that may not read."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from pasch.server.api.answers import Message, text_of

GOING_AWAY, REVOKED, TRY_AGAIN = 1001, 1008, 1013


class Speaker:
    """Sends messages in turn. `patience` is the longest wait, in seconds, for messages to be accepted."""

    def __init__(self, socket: WebSocket, patience: float) -> None:
        self._socket = socket
        self._patience = patience
        self._clock = asyncio.get_running_loop().time
        self._feeding_since: float | None = None
        self.said_at = self._clock()
        """The time of the last message, by the clock of the event loop."""

    async def say(self, message: Message) -> None:
        """Send a message. Raises `TimeoutError` for a client that accepts nothing."""
        await self.pass_on(text_of(message))

    async def pass_on(self, *texts: str) -> None:
        """Send encoded messages with one write. Raises `TimeoutError`."""
        async with asyncio.timeout(self._patience):
            await self._send(texts)

    async def feed(self, *texts: str) -> None:
        """Send encoded messages with one write. Only one task may feed; another one checks `deadline`.

        A timeout for each message costs almost as much as the write.
        """
        self._feeding_since = self._clock()
        await self._send(texts)
        self._feeding_since = None

    async def _send(self, texts: tuple[str, ...]) -> None:
        self.said_at = self._clock()
        *before, last = texts
        await self._socket.send({"type": "websocket.send", "text": last, "before": before})

    @property
    def deadline(self) -> float:
        """When the client has to accept what is being fed; in the future while nothing is."""
        return (self._feeding_since or self._clock()) + self._patience

    async def close(self, code: int) -> None:
        """Close the connection, unless the client does not accept even that."""
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(1):
                await self._socket.close(code)
