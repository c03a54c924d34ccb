"""Who is calling: the session behind a token or a cookie, and whether another site's page is acting in its name."""

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends
from starlette.requests import HTTPConnection, Request

from pasch.server.context import Context, context_of
from pasch.server.errors import WrongOrigin
from pasch.service.errors import Unauthenticated
from pasch.service.requests import Session

COOKIE = "pasch_session"
SAFE = ("GET", "HEAD", "OPTIONS")


def check_origin(connection: HTTPConnection, context: Context) -> None:
    """Refuse what a page of another origin sends. Programs send no origin and pass. Raises `WrongOrigin`."""
    origin = connection.headers.get("origin")
    if origin is None or origin in context.settings.origins:
        return
    if urlsplit(origin).netloc.lower() != connection.headers.get("host", "").lower():
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
Caller = Annotated[Session, Depends(caller_of)]
"""Parameter of a route: the caller's session."""


def address_of(connection: HTTPConnection) -> str:
    """The address that limits count by."""
    return connection.client.host if connection.client else "unknown"
