"""The far end of a WebSocket."""

import asyncio
import json

from tests.server.world import new_id


class Socket:
    """It takes `takes` messages and then nothing more, as a phone that fell asleep.

    `refused` are the status and the headers of a handshake that was.
    """

    def __init__(self, takes=1_000_000):
        self.takes = takes
        self.said = []
        self.to_say = asyncio.Queue()
        self.to_say.put_nowait({"type": "websocket.connect"})
        self.heard = asyncio.Event()
        self.refused = None

    async def send(self, message):
        if message["type"] == "websocket.close":
            self.code = message["code"]
        elif message["type"] == "websocket.http.response.start":
            self.refused = message["status"], {name.decode(): value.decode() for name, value in message["headers"]}
        elif message["type"] == "websocket.send":
            if len(self.said) == self.takes:
                await asyncio.Event().wait()
            self.said.append(json.loads(message["text"]))
            self.heard.set()

    async def until(self, kind, count):
        """Wait for so many messages of a kind; the last ones."""
        while len(found := [message for message in self.said if message["kind"] == kind]) < count:
            await self._more()
        return found

    async def until_at(self, seq):
        """Wait for the snapshot after an event."""
        while not any(m["kind"] == "snapshot" and m["snapshot"]["seq"] >= seq for m in reversed(self.said)):
            await self._more()

    async def _more(self):
        self.heard.clear()
        await asyncio.wait_for(self.heard.wait(), 10)

    def command(self, **body):
        self.to_say.put_nowait({"type": "websocket.receive", "text": json.dumps({"id": new_id(), **body})})

    def go(self):
        self.to_say.put_nowait({"type": "websocket.disconnect", "code": 1000})


def connect(world, person, table, far, *, path=None, origin=None):
    """Open a person's line to a table, or to another address."""
    headers = [(b"host", b"pasch.test"), (b"accept-language", person.language.encode())]
    if person.token:
        headers.append((b"authorization", f"Bearer {person.token}".encode()))
    if origin:
        headers.append((b"origin", origin.encode()))
    scope = {
        "type": "websocket",
        "path": path or f"/api/v1/tables/{table}/ws",
        "query_string": b"",
        "headers": headers,
        "client": ("10.0.0.9", 1),
        "subprotocols": [],
        "extensions": {"websocket.http.response": {}},
    }
    return asyncio.create_task(world.app(scope, far.to_say.get, far.send))
