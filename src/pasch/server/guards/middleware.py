"""Middleware of every request: protective headers, a limit on bodies, and a response to internal errors."""

import logging
from time import perf_counter

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pasch.server.api.language import language_of
from pasch.server.api.problem import InternalError, ProblemResponse, TooLarge
from pasch.server.configuration.settings import ServerSettings
from pasch.server.http import API, STARTS
from pasch.server.operation.metrics import ERROR, Observer, route_of

log = logging.getLogger("pasch.server")

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
PROTECTION = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    # Not `no-referrer`: with it browsers send `Origin: null` from forms of our own pages.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), "
    "magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()",
}
STRICT_TRANSPORT = ("Strict-Transport-Security", "max-age=31536000")
"""For connections over TLS, where the operator promises permanent TLS."""
ENCRYPTED = ("https", "wss")
FILES = frozenset({f"{API}/history/import"})
"""Addresses that accept a file."""


class Protection:
    """Adds the protective headers to every response, refused handshakes of sockets included; `observer` sees each."""

    def __init__(self, app: ASGIApp, observer: Observer, *, hsts: bool) -> None:
        self.app = app
        self.observer = observer
        self.hsts = hsts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        began = perf_counter()

        async def protected(message: Message) -> None:
            if message["type"] in STARTS:
                headers = MutableHeaders(scope=message)
                for name, value in PROTECTION.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
                if self.hsts and scope.get("scheme") in ENCRYPTED:
                    headers.setdefault(*STRICT_TRANSPORT)
                self.observer.answered(scope, message, perf_counter() - began)
            await send(message)

        return await self.app(scope, receive, protected)


class Crash:
    """Answers 500 in plain words after an internal error; only the log contains the error."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] == "websocket":
            return await self._socket(scope, receive, send)
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception as error:
            if started:
                log.exception("answer_broken", extra={"route": route_of(scope)})
                raise
            scope[ERROR] = error
            refusal = InternalError("Something went wrong in the server; trying again may help")
            await ProblemResponse(refusal, language_of(scope))(scope, receive, send)
        return None

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self.app(scope, receive, send)
        except Exception:
            log.exception("socket_failed", extra={"route": route_of(scope)})
            raise


class BodyLimit:
    """Reads the body before any handler, and answers 413 when it is too large, however it is sent.

    Reading continues for a while beyond the limit: a sender cut off in the middle never sees the response. Files are
    larger, and their route reads them once it knows the sender.
    """

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app = app
        self.limit = settings.body_limit
        self.drain = max(settings.drain_limit, settings.body_limit)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on with its body, or refuse it."""
        if scope["type"] != "http" or scope["path"] in FILES:
            return await self.app(scope, receive, send)
        chunks: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            chunk = message.get("body", b"")
            size += len(chunk)
            if size <= self.limit:
                chunks.append(chunk)
            if not message.get("more_body", False) or size > self.drain:
                break
        if size > self.limit:
            return await self._refuse(scope, receive, send, cut_off=size > self.drain)
        return await self.app(scope, _replay(b"".join(chunks), receive), send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, *, cut_off: bool) -> None:
        error = TooLarge("The body is larger than {most} KiB", most=self.limit // 1024)
        headers = {"Connection": "close"} if cut_off else {}
        await ProblemResponse(error, language_of(scope), headers)(scope, receive, send)


def _replay(body: bytes, receive: Receive) -> Receive:
    """A `receive` that returns the whole body, then the following messages."""
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
