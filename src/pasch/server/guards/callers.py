"""Who is calling: the session behind a token or a cookie, and whether another site's page is acting in its name."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_network
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from pasch.server.api.problem import WrongOrigin
from pasch.server.context import Context, context_of
from pasch.server.http import API
from pasch.service.errors import Unauthenticated, UnknownTable
from pasch.service.requests import NewSession, Scope, Session

COOKIE = "pasch_session"
DEVICE = "pasch_device"
"""The cookie by which a browser is known that has logged in; it allows nothing."""
DEVICE_PATH = f"{API}/account"
YEAR = 31_536_000
SAFE = ("GET", "HEAD", "OPTIONS")
MAPPED_BITS = 96
"""So many bits of an IPv6 address say that the others are one of IPv4."""


def check_origin(connection: HTTPConnection, context: Context) -> None:
    """Refuse what a page of another origin sends. Programs send no origin and pass. Raises `WrongOrigin`."""
    origin = connection.headers.get("origin")
    settings = context.settings
    if origin is None or origin in settings.origins or origin == settings.operation.public_url:
        return
    try:
        place = urlsplit(origin).netloc.lower()
    except ValueError:  # no browser writes what cannot be read
        place = ""
    if not place or place != connection.headers.get("host", "").lower():
        raise WrongOrigin("This request comes from a page of another site")


async def find_watcher(connection: HTTPConnection, context: Context) -> Session | None:
    """The session of whoever calls; None for somebody without a token. Raises `Unauthenticated` for a false one."""
    header = connection.headers.get("authorization")
    if header is None:
        token = connection.cookies.get(COOKIE)
        return await context.sessions.find(token) if token else None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated
    return await context.sessions.find(token.strip())


async def find_caller(connection: HTTPConnection, context: Context) -> Session:
    """The session of whoever calls. Raises `Unauthenticated`."""
    session = await find_watcher(connection, context)
    if session is None:
        raise Unauthenticated
    return session


async def _watcher(request: Request) -> Session | None:
    return await find_watcher(request, context_of(request))


async def caller_of(request: Request) -> Session:
    """The caller's session. What a cookie alone authorises must come from a page of our own.

    Raises `Unauthenticated`, `WrongOrigin`.
    """
    context = context_of(request)
    if "authorization" not in request.headers and request.method not in SAFE:
        check_origin(request, context)
    return await find_caller(request, context)


Watcher = Annotated[Session | None, Depends(_watcher)]
"""Parameter of a route that may be read without a session."""


async def _lasting_caller(request: Request) -> Session:
    """The caller's session, which has not ended at another process either where the request changes something."""
    caller = await caller_of(request)
    if request.method not in SAFE:
        await context_of(request).sessions.check(caller)
    return caller


Caller = Annotated[Session, Depends(_lasting_caller)]
"""Parameter of a route: the caller's session."""


async def _player(request: Request) -> Session:
    caller = await caller_of(request)  # what is appended to a log checks the session once more
    caller.need(Scope.PLAY)
    return caller


Player = Annotated[Session, Depends(_player)]
"""Parameter of a route that opens tables or plays: the session of a caller whose token allows it."""


def with_cookie(request: Request, new: NewSession, status: int = 200) -> Response:
    """The answer that hands a token over, for programs in the body, for browsers as a cookie."""
    body = {"token": new.token, "name": new.session.name, "person": new.session.handle}
    return _with_cookie(JSONResponse(body, status), request, COOKIE, new.token, "/")


def with_device(answer: Response, request: Request, proof: str) -> Response:
    """The answer after which a browser is known to an account."""
    return _with_cookie(answer, request, DEVICE, proof, DEVICE_PATH)


def _with_cookie(answer: Response, request: Request, name: str, value: str, path: str) -> Response:
    secure = request.url.scheme == "https"
    answer.set_cookie(name, value, max_age=YEAR, httponly=True, samesite="lax", path=path, secure=secure)
    return answer


def forget_cookie() -> Response:
    """The answer after which a browser has no token any more."""
    answer = Response(status_code=204)
    answer.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax")
    return answer


def address_of(connection: HTTPConnection) -> str:
    """The address that limits count by: of IPv6 its first half, for one line at home has all of the other half."""
    return counted_as(connection.client.host) if connection.client else "unknown"


def believed(proxies: Iterable[str]) -> list[str]:
    """The networks of proxies, those of IPv4 also as a socket names them that listens for both versions."""
    networks = [ip_network(proxy) for proxy in proxies]
    old = [each for each in networks if isinstance(each, IPv4Network)]
    mapped = [IPv6Network((f"::ffff:{each.network_address}", MAPPED_BITS + each.prefixlen)) for each in old]
    return [str(each) for each in (*networks, *mapped)]


@lru_cache(4096)
def counted_as(host: str) -> str:
    """What limits count an IP address as."""
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
    """Ask callers without a session to open one where others learn that there is no such table.

    A table they may look at, a public one, they see all the same.
    """
    try:
        yield
    except UnknownTable:
        if session is None:
            raise Unauthenticated from None
        raise
