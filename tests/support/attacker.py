"""An attacker who speaks HTTP and WebSocket to a real server, by its address."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

API = "/api/v1"


@dataclass
class Attacker:
    """A caller of the server at `url`, by a token or without one."""

    url: str
    token: str | None = None

    @property
    def headers(self) -> dict[str, str]:
        """What proves who is calling."""
        return {} if self.token is None else {"Authorization": f"Bearer {self.token}"}

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        """The answer to one request, over a new connection."""
        async with httpx.AsyncClient(base_url=self.url) as http:
            return await http.request(method, API + path, json=body, headers=self.headers)

    async def get_session(self, body: object = None) -> None:
        """Become a guest."""
        self.token = (await self.ask("POST", "/session", body or {})).json()["token"]

    @asynccontextmanager
    async def line(self, path: str) -> AsyncIterator[Line]:
        """An open WebSocket."""
        async with connect(self.url.replace("http", "ws", 1) + API + path, additional_headers=self.headers) as socket:
            yield Line(socket)

    @asynccontextmanager
    async def stream(self, path: str) -> AsyncIterator[AsyncIterator[str]]:
        """The lines of a stream, as they come."""
        async with (
            httpx.AsyncClient(base_url=self.url, timeout=None) as http,
            http.stream("GET", API + path, headers=self.headers) as answer,
        ):
            yield answer.aiter_lines()


@dataclass
class Line:
    """A WebSocket to a table or the lobby."""

    socket: ClientConnection

    async def hear(self, kind: str) -> Any:
        """The next message of a kind."""
        while (message := json.loads(await self.socket.recv()))["kind"] != kind:
            pass
        return message

    async def command(self, type: str, **body: object) -> Any:
        """Send a command; its answer."""
        await self.socket.send(json.dumps({"id": str(uuid.uuid4()), "type": type, **body}))
        return await self.hear("answer")

    async def closed(self, within: float) -> int | None:
        """The code with which the server closes the socket. Raises `TimeoutError`."""
        async with asyncio.timeout(within):
            await self.socket.wait_closed()
        return self.socket.close_code
