"""Heads of requests that never end: uvicorn waits for them for ever, and keeps all of what has come."""

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol


class BoundedHeads(HttpToolsProtocol):
    """A connection that is cut when the head of a request is not there in time, or too long.

    The first one is due as soon as the connection is there, each further one when its first byte has come.
    """

    within: ClassVar[float] = 10.0
    """Seconds."""
    longest: ClassVar[int] = 64 * 1024
    """Bytes."""
    _due: asyncio.TimerHandle | None = None
    _read = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """The first head is due from now on."""
        super().connection_made(transport)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is due any more."""
        self._whole()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, and count what belongs to a head."""
        super().data_received(data)
        if self._due is None:
            return
        self._read += len(data)
        if self._read > self.longest:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """A head has begun."""
        super().on_message_begin()
        self._expect()

    def on_headers_complete(self) -> None:
        """A head is there."""
        self._whole()
        super().on_headers_complete()

    def _expect(self) -> None:
        if self._due is None:
            self._due = self.loop.call_later(self.within, self.transport.abort)

    def _whole(self) -> None:
        if self._due is not None:
            self._due.cancel()
        self._due, self._read = None, 0
