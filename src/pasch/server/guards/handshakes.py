"""Refused handshakes of sockets: uvicorn logs an error for each one that is answered with a status and a body."""

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class RefusableHandshakes(WebSocketsSansIOProtocol):
    """A socket whose handshake is complete once it is refused, as it is for uvicorn after `websocket.close`."""

    async def send(self, message: ASGISendEvent) -> None:
        """Pass a message of the app on."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True
