"""The checks before every request: its host, its size, and its caller's limits."""

import re
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pasch.server.api.language import language_of
from pasch.server.api.problem import ProblemResponse, UnknownHost
from pasch.server.configuration.settings import ServerSettings
from pasch.server.context import Context
from pasch.server.guards.callers import address_of, find_watcher
from pasch.server.http import API, STARTS
from pasch.service.errors import RateLimited, Unauthenticated
from pasch.service.ids import TableId
from pasch.service.pace import CALLER

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


@dataclass(frozen=True)
class AllowedHosts:
    """The hosts that one server serves."""

    names: frozenset[str]
    addresses: bool = False
    """Whether every IP address is allowed: no foreign name can point to one."""

    @classmethod
    def of(cls, settings: ServerSettings) -> "AllowedHosts":
        """The hosts of the settings, and the names and addresses of this process."""
        operation, reach = settings.operation, settings.reach
        origins = [*settings.origins, *filter(None, [operation.public_url, reach.home])]
        hosts = [urlsplit(origin).hostname or "" for origin in origins]
        written = {_in_ascii(host) for host in (*hosts, *operation.allowed_hosts, *reach.hosts)}
        return cls(frozenset(written), reach.any_address)

    def allow(self, host: str, path: str) -> bool:
        """Whether to answer a request for this host."""
        anywhere = self.addresses or path in PROBES
        return host.strip("[]") in self.names or _is_loopback(host) or (anywhere and is_address(host))


def _in_ascii(host: str) -> str:
    """The name in the form that browsers send."""
    try:
        return host.encode("idna").decode().lower()
    except UnicodeError:
        return host.lower()


class KnownHosts:
    """Answers 400 to requests for other hosts, before any other check.

    A request without `Host` passes: browsers always send one.
    """

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app = app
        self.allowed = AllowedHosts.of(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        for name, value in scope["headers"]:
            if name == b"host" and not self._allow(value.decode("latin-1"), scope["path"]):
                error = UnknownHost(
                    "This server does not answer for “{host}”; its setting allowed_hosts can add the name",
                    host=value.decode("latin-1")[:SHOWN],
                )
                return await ProblemResponse(error, language_of(scope))(scope, receive, send)
        return await self.app(scope, receive, send)

    def _allow(self, written: str, path: str) -> bool:
        host = host_in(written)
        return host is not None and self.allowed.allow(host, path)


TABLES = f"{API}/tables/"
MISSES = (HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND)


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
        address = address_of(connection)

        async def counted(message: Message) -> None:
            if message["type"] in STARTS and message["status"] in MISSES and scope["path"].startswith(f"{API}/"):
                self.context.miss_limit.count(address)
            await send(message)

        CALLER.set(address)
        try:
            with self.context.connections.held(address):
                async with self.context.turnstile.passing(address):
                    await self._check_guess(connection, address)
                    return await self.app(scope, receive, counted)
        except RateLimited as error:
            return await ProblemResponse(error, language_of(scope))(scope, receive, send)

    async def _check_guess(self, connection: HTTPConnection, address: str) -> None:
        """Raise `RateLimited` for a stranger's request for a table, after too many misses from the address."""
        if not connection.url.path.startswith(TABLES):
            return
        try:
            self.context.miss_limit.check(address)
        except RateLimited:
            if not await self._sits(connection):
                raise

    async def _sits(self, connection: HTTPConnection) -> bool:
        table = TableId(connection.url.path.removeprefix(TABLES).partition("/")[0])
        try:
            session = await find_watcher(connection, self.context)
        except Unauthenticated:
            return False
        return session is not None and await self.context.tables.sits(session, table)
