"""Middleware of every request: its host, its caller's limits, its size, protective headers, and internal errors."""

import logging
import re
from http import HTTPStatus
from ipaddress import ip_address
from time import perf_counter
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pasch.server import API, STARTS
from pasch.server.api.problem import InternalError, ProblemResponse, TooLarge, UnknownHost
from pasch.server.api.requests import language_of
from pasch.server.configuration.settings import ServerSettings
from pasch.server.context import Context
from pasch.server.guards.callers import address_of, find_watcher
from pasch.server.metrics import ERROR, Metrics, route_of
from pasch.service.errors import RateLimited, Unauthenticated
from pasch.service.ids import TableId
from pasch.service.pace import CALLER

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
    """Adds the protective headers to every response, refused handshakes of sockets included; `metrics` count each."""

    def __init__(self, app: ASGIApp, metrics: Metrics, *, hsts: bool) -> None:
        self.app = app
        self.metrics = metrics
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
                self.metrics.requested(scope, message, perf_counter() - began)
            await send(message)

        return await self.app(scope, receive, protected)


class Crash:
    """Answers 500 in plain words after an internal error; only the log contains the error."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        on_socket, started = scope["type"] == "websocket", False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, send if on_socket else watched)
        except Exception as error:
            if on_socket:
                log.exception("socket_failed", extra={"route": route_of(scope)})
                raise
            if started:
                log.exception("answer_broken", extra={"route": route_of(scope)})
                raise
            scope[ERROR] = error
            refusal = InternalError("Something went wrong in the server; trying again may help")
            await ProblemResponse(refusal, language_of(scope))(scope, receive, send)
        return None


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


WRITTEN = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[\w.-]+)(?P<port>:\d{1,5})?", re.IGNORECASE | re.ASCII)
LONGEST = 253
"""The longest host name, in characters."""
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
"""Monitoring uses an IP address as the host."""
LOCAL = "localhost"
SHOWN = 80
"""The number of characters of a refused host in the error."""


def host_in(written: str) -> str | None:
    """The host of a `Host` header without its port, in lower case; None for an invalid header."""
    found = WRITTEN.fullmatch(written)
    if found is None or len(found["name"]) > LONGEST:
        return None
    name = found["name"].lower().removesuffix(".")
    return name if name[0] != "[" or is_address(name) else None


def is_address(host: str) -> bool:
    """Whether a host is an IP address rather than a name."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    if is_address(host):
        return ip_address(host.strip("[]")).is_loopback
    return host == LOCAL or host.endswith(f".{LOCAL}")


def _in_ascii(host: str) -> str:
    """The name in the form that browsers send."""
    try:
        return host.encode("idna").decode().lower()
    except UnicodeError:
        return host.lower()


class KnownHosts:
    """Answers 400 to requests for other hosts, before any other check.

    Known are the hosts of the settings, and the names and addresses of this process. A request without `Host` passes:
    browsers always send one.
    """

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        operation, reach = settings.operation, settings.reach
        origins = [*settings.origins, *filter(None, [operation.public_url, reach.home])]
        hosts = [urlsplit(origin).hostname or "" for origin in origins]
        self.app = app
        self.names = frozenset(_in_ascii(host) for host in (*hosts, *operation.allowed_hosts, *reach.hosts))
        self.any_address = reach.any_address
        """Whether every IP address is allowed: no foreign name can point to one."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        for name, value in scope["headers"]:
            if name == b"host" and not self.allow(value.decode("latin-1"), scope["path"]):
                error = UnknownHost(
                    "This server does not answer for “{host}”; its setting allowed_hosts can add the name",
                    host=value.decode("latin-1")[:SHOWN],
                )
                return await ProblemResponse(error, language_of(scope))(scope, receive, send)
        return await self.app(scope, receive, send)

    def allow(self, written: str, path: str) -> bool:
        """Whether to answer a request for this host, as the header has it."""
        host = host_in(written)
        if host is None:
            return False
        anywhere = self.any_address or path in PROBES
        return host.strip("[]") in self.names or _is_loopback(host) or (anywhere and is_address(host))


TABLES = f"{API}/tables/"
MISSES = (HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND)
ANSWER_BEGINS = ("websocket.send", "http.response.start")
"""After these messages, a socket or a stream mostly waits."""


class Gate:
    """Refuses with 429 a request beyond the limits of its address."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self.app = app
        self.context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        connection = HTTPConnection(scope)
        address, of_api = address_of(connection), scope["path"].startswith(f"{API}/")
        CALLER.set(address)
        try:
            with self.context.connections.slot(address):
                async with self.context.turnstile.passing(address) as leave:

                    async def watched(message: Message) -> None:
                        if message["type"] in ANSWER_BEGINS:
                            leave()
                        if message["type"] in STARTS and message["status"] in MISSES and of_api:
                            self.context.miss_limit.count(address)
                        await send(message)

                    await self._check_guess(connection, address)
                    return await self.app(scope, receive, watched)
        except RateLimited as error:
            return await ProblemResponse(error, language_of(scope))(scope, receive, send)

    async def _check_guess(self, connection: HTTPConnection, address: str) -> None:
        """Raise `RateLimited` for a stranger's request for a table, after too many misses from the address."""
        if not connection.scope["path"].startswith(TABLES):
            return
        try:
            self.context.miss_limit.check(address)
        except RateLimited:
            if not await self._sits(connection):
                raise

    async def _sits(self, connection: HTTPConnection) -> bool:
        table = TableId(connection.scope["path"].removeprefix(TABLES).partition("/")[0])
        try:
            session = await find_watcher(connection)
        except Unauthenticated:
            return False
        return session is not None and await self.context.tables.sits(session, table)
