"""Who gets in: what one address may have open at once, and how often it may look for tables in vain.

Theory of operation. Whoever asks for tables that are not there is guessing, and whoever holds hundreds of lines wants
something else than to play. So every connection counts while it lasts: sockets, streams, and requests under way, those
included that send their body drop by drop. Answers 401 and 404 of the interface count as misses. Once an address has
missed too often, tables are shown from there to those who sit at them alone; everybody else gets 429 for every table
alike, there or not, without a look. So a guess that would have hit is not told from one that would not.

Of many requests that an address sends at once, few are worked on at a time. The others wait in line, so that the
requests of other addresses pass them.
"""

from http import HTTPStatus

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pasch.server.api.language import language_of
from pasch.server.api.problem import ProblemResponse
from pasch.server.context import Context
from pasch.server.guards.callers import address_of, find_watcher
from pasch.server.http import API, STARTS
from pasch.service.errors import RateLimited, Unauthenticated
from pasch.service.ids import TableId
from pasch.service.pace import CALLER

TABLES = f"{API}/tables/"
MISSES = (HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND)


class Gate:
    """Refuses with 429 what one address may not do any more."""

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
        """Raise `RateLimited` for a stranger's question about a table, from where too many have missed."""
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
