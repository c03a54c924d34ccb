"""Running the app on uvicorn: sockets bound beforehand, an end that does not wait for open connections."""

import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn
from fastapi import FastAPI

from pasch.server.closing import Closing
from pasch.server.settings import ServerSettings

GRACE = 5
"""Seconds that requests under way get to finish when the server ends."""
BACKLOG = 1024


def bind(host: str, port: int) -> socket.socket:
    """A listening socket. `port` 0 takes a free one. Raises `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if os.name == "posix":
            # Lets a server come back at once on the port where it was killed; another listener there is still an error.
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def run(app: FastAPI, listener: socket.socket, settings: ServerSettings, ready: Callable[[], None]) -> None:
    """Serve until a signal asks for the end, then return. `ready` is called once connections are answered."""
    config = uvicorn.Config(
        app,
        loop="auto",
        http="auto",
        ws="websockets-sansio",
        ws_max_size=settings.body_limit,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
    )
    _Server(config, app.state.context.closing, ready).run(sockets=[listener])


class _Server(uvicorn.Server):
    """uvicorn's server; it tells when it is ready, closes streams first, and ends by returning, not by a signal."""

    def __init__(self, config: uvicorn.Config, closing: Closing, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._closing = closing
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._closing.begin()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Ask for the end on the first signal, force it on the second; afterwards the process simply goes on."""
        before = {number: signal.signal(number, self._asked) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _asked(self, _number: int, _frame: FrameType | None) -> None:
        self.force_exit = self.should_exit
        self.should_exit = True
