"""Constants of HTTP and ASGI for several parts of the server."""

API = "/api/v1"
"""The prefix of every API address."""
STARTS = ("http.response.start", "websocket.http.response.start")
"""The messages that begin a response: to a request, and to a refused handshake."""
