"""HTTP and WebSocket over the service. `app.create_app` makes the app, `run.run` serves it."""

API = "/api/v1"
"""The prefix of every API address."""
STARTS = ("http.response.start", "websocket.http.response.start")
"""The messages that begin a response: to a request, and to a refused handshake."""
