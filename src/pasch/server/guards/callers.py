"""The caller of a request: the session of its token or cookie, and protection against pages of other sites."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from pasch.server import API
from pasch.server.api.answers import JSON
from pasch.server.api.problem import WrongOrigin
from pasch.server.context import context_of
from pasch.service.errors import Unauthenticated, UnknownTable
from pasch.service.requests import NewSession, Scope, Session
from pasch.service.views.schema import people

COOKIE = "pasch_session"
DEVICE = "pasch_device"
"""The cookie that identifies a browser after a login; it grants nothing."""
DEVICE_PATH = f"{API}/account"
YEAR = 31_536_000
SAFE = ("GET", "HEAD", "OPTIONS")
MAPPED_BITS = 96
"""The length of the prefix of an IPv4-mapped IPv6 address."""


def check_origin(connection: HTTPConnection) -> None:
    """Refuse requests from pages of another origin. Programs send no origin and pass. Raises `WrongOrigin`."""
    origin = connection.headers.get("origin")
    settings = context_of(connection).settings
    if origin is None or origin in settings.origins or origin == settings.operation.public_url:
        return
    try:
        place = urlsplit(origin).netloc.lower()
    except ValueError:  # browsers always send readable origins
        place = ""
    if not place or place != connection.headers.get("host", "").lower():
        raise WrongOrigin("This request comes from a page of another site")


async def find_watcher(connection: HTTPConnection) -> Session | None:
    """The caller's session; None without a token. Raises `Unauthenticated` for an invalid one."""
    sessions = context_of(connection).sessions
    header = connection.headers.get("authorization")
    if header is None:
        token = connection.cookies.get(COOKIE)
        return await sessions.find(token) if token else None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated
    return await sessions.find(token.strip())


async def find_caller(connection: HTTPConnection) -> Session:
    """The caller's session. Raises `Unauthenticated`."""
    session = await find_watcher(connection)
    if session is None:
        raise Unauthenticated
    return session


async def caller_of(request: Request) -> Session:
    """The caller's session. A request with only a cookie must come from a page of ours.

    Raises `Unauthenticated`, `WrongOrigin`.
    """
    if "authorization" not in request.headers and request.method not in SAFE:
        check_origin(request)
    return await find_caller(request)


Watcher = Annotated[Session | None, Depends(find_watcher)]
"""Parameter of a route that is readable without a session."""


async def _lasting_caller(request: Request) -> Session:
    """The caller's session; for requests that change something, other processes have not ended it either."""
    caller = await caller_of(request)
    if request.method not in SAFE:
        await context_of(request).sessions.check(caller)
    return caller


Caller = Annotated[Session, Depends(_lasting_caller)]
"""Parameter of a route: the caller's session."""


async def _player(request: Request) -> Session:
    caller = await caller_of(request)  # appending to a log checks the session again
    caller.need(Scope.PLAY)
    return caller


Player = Annotated[Session, Depends(_player)]
"""Parameter of a route that opens tables or plays: the session of a caller whose token allows it."""


def with_cookie(request: Request, new: NewSession, status: int = 200) -> Response:
    """The response with a new token: in the body for programs, as a cookie for browsers."""
    body: people.NewSession = {"token": new.token, "name": new.session.name, "person": new.session.handle}
    return _with_cookie(JSON(body, status), request, COOKIE, new.token, "/")


def with_device(answer: Response, request: Request, proof: str) -> Response:
    """The response that makes a browser known to an account."""
    return _with_cookie(answer, request, DEVICE, proof, DEVICE_PATH)


def _with_cookie(answer: Response, request: Request, name: str, value: str, path: str) -> Response:
    secure = request.url.scheme == "https"
    answer.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", path=path, secure=secure)
    return answer


def forget_cookie() -> Response:
    """The response that removes a browser's token."""
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return answer


def address_of(connection: HTTPConnection) -> str:
    """The address that limits count by. IPv6 counts by its first half: one home connection has all of the rest."""
    return counted_as(connection.client.host) if connection.client else "unknown"


def believed(proxies: Iterable[str]) -> list[str]:
    """The networks of proxies. IPv4 networks appear also in the form of dual-stack sockets."""
    networks = [ip_network(proxy) for proxy in proxies]
    old = [each for each in networks if isinstance(each, IPv4Network)]
    mapped = [IPv6Network((f"::ffff:{each.network_address}", MAPPED_BITS + each.prefixlen)) for each in old]
    return [str(each) for each in (*networks, *mapped)]


@lru_cache(4096)
def counted_as(host: str) -> str:
    """The key under which limits count an IP address."""
    if ":" not in host:
        return host
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))


@contextmanager
def hidden_from(session: Session | None) -> Iterator[None]:
    """Ask callers without a session to open one where others learn that a table does not exist.

    They still see a public table.
    """
    try:
        yield
    except UnknownTable:
        if session is None:
            raise Unauthenticated from None
        raise
