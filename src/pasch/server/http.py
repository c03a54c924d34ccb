"""Words of HTTP and ASGI that several parts of the server use."""

API = "/api/v1"
"""Where every address of the interface begins."""
STARTS = ("http.response.start", "websocket.http.response.start")
"""The messages that begin an answer: to a request, and to a handshake that is refused."""
