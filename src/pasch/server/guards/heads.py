"""Waiting connections: request heads that are too long or too slow, idle connections, handshakes."""

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar, cast

from uvicorn._types import ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState

from pasch.server.guards.callers import counted_as


class SocketProtocol(WebSocketsSansIOProtocol):
    """A socket protocol that sends several texts with one write.

    It also completes a refused handshake, as uvicorn does after `websocket.close`.
    """

    async def send(self, message: ASGISendEvent) -> None:
        """Pass a message of the app on. The texts under `before` precede the text of a `websocket.send`."""
        with suppress(InvalidState):  # on a closed connection the last text raises the error that uvicorn expects
            for text in cast("Sequence[str]", message.get("before", ())):
                self.conn.send_text(text.encode())
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True


class IdleConnections:
    """Limits idle connections to `most` for each address. Costs constant time, and no memory for absent addresses."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._idle: defaultdict[str, dict[asyncio.Transport, None]] = defaultdict(dict)

    def add(self, address: str, connection: asyncio.Transport) -> None:
        """Record that a connection has become idle."""
        idle = self._idle[address]
        idle[connection] = None
        if len(idle) > self._most:
            longest = next(iter(idle))
            del idle[longest]
            longest.abort()

    def remove(self, address: str, connection: asyncio.Transport) -> None:
        """Record that a connection is in use, or closed."""
        idle = self._idle[address]
        idle.pop(connection, None)
        if not idle:
            del self._idle[address]


class BoundedHeads(HttpToolsProtocol):
    """A connection that is closed when the head of a request is late or too long.

    The first head is due from the opening of the connection, each further one from its first byte. Until a head is
    complete, and after each response, the connection counts as idle.
    """

    within: ClassVar[float] = 10.0
    """The longest time for a head, in seconds."""
    longest: ClassVar[int] = 64 * 1024
    """The longest head, in bytes."""
    _timeout: asyncio.TimerHandle | None = None
    _read = 0

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
        *,
        idle: IdleConnections,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._idle = idle
        self._address = "unknown"

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Start the timeout of the first head."""
        super().connection_made(transport)
        if self.client is not None:
            self._address = counted_as(self.client[0])
        self._idle.add(self._address, transport)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout."""
        self._whole()
        self._idle.remove(self._address, self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Pass data to the parser, and count the bytes of a head."""
        super().data_received(data)
        if self._timeout is None:
            return
        self._read += len(data)
        if self._read > self.longest:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """Start the timeout of a further head."""
        super().on_message_begin()
        self._expect()

    def on_headers_complete(self) -> None:
        """Cancel the timeout: the head is complete."""
        self._whole()
        self._idle.remove(self._address, self.transport)
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Mark the connection as idle, unless the next request has begun."""
        waiting = bool(self.pipeline)
        super().on_response_complete()
        if not waiting and not self.transport.is_closing():
            self._idle.add(self._address, self.transport)

    def handle_websocket_upgrade(self) -> None:
        """Pass the connection on. Break the cycle of parser and protocol, as uvicorn does when a connection ends."""
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment] # as uvicorn has it

    def _expect(self) -> None:
        if self._timeout is None:
            self._timeout = self.loop.call_later(self.within, self.transport.abort)

    def _whole(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
        self._timeout, self._read = None, 0
