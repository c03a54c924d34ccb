"""The hosts that requests may name.

A browser that a foreign name led here (DNS rebinding) still sends that name as `Host`. Only known hosts are served, so
such pages reach nothing, and addresses built from `Host` (links, keys, QR codes) stay short and ours.
"""

import re
from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from pasch.server.api.errors import UnknownHost
from pasch.server.api.language import language_of
from pasch.server.api.problem import ProblemResponse
from pasch.server.configuration.settings import ServerSettings

WRITTEN = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[\w.-]+)(?P<port>:\d{1,5})?", re.IGNORECASE | re.ASCII)
LONGEST = 253
"""Characters of a host name."""
PROBES = frozenset({"/healthz", "/readyz", "/metrics"})
"""Monitoring asks by address."""
LOCAL = "localhost"
SHOWN = 80
"""How much of a refused host the answer repeats."""


def host_in(written: str) -> str | None:
    """The host of a `Host` header without its port, in lower case; None for text that names no host."""
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
    """The hosts that one server answers for."""

    names: frozenset[str]
    addresses: bool = False
    """Whether every IP address is allowed: no foreign name can lead to one."""

    @classmethod
    def of(cls, settings: ServerSettings) -> "AllowedHosts":
        """The hosts of the settings, and those under which this process is reached."""
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
    """The name as browsers send it."""
    try:
        return host.encode("idna").decode().lower()
    except UnicodeError:
        return host.lower()


class KnownHosts:
    """Answers 400 to requests for other hosts, before anything else looks at them.

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
