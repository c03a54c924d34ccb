"""Saying things over a WebSocket to somebody who may not listen."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

from pasch.server.api.texts import Message, text_of

GOING_AWAY, REVOKED, TRY_AGAIN = 1001, 1008, 1013


class Speaker:
    """Sends messages one after the other. `patience` is how many seconds those said together may wait to be taken."""

    def __init__(self, socket: WebSocket, patience: float) -> None:
        self._socket = socket
        self._patience = patience
        self._clock = asyncio.get_running_loop().time
        self.said_at = self._clock()
        """When something was said last, by the clock of the event loop."""

    async def say(self, message: Message) -> None:
        """Send a message. Raises `TimeoutError` for a reader who takes nothing."""
        await self.pass_on(text_of(message))

    async def pass_on(self, *texts: str) -> None:
        """Send messages that are text already. Raises `TimeoutError`."""
        self.said_at = self._clock()
        async with asyncio.timeout_at(self.said_at + self._patience):
            for text in texts:
                await self._socket.send_text(text)

    async def close(self, code: int, reason: str | None = None) -> None:
        """Say goodbye, unless the other side does not listen even to that."""
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(1):
                await self._socket.close(code, reason)
