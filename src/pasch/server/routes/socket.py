"""`/tables/{id}/ws`: one table live, and commands on the same socket."""

from collections.abc import AsyncGenerator

from fastapi import APIRouter, WebSocket

from pasch import __version__
from pasch.i18n import translator
from pasch.rules.errors import PaschError
from pasch.server.api.language import language_of
from pasch.server.api.problem import BadField, ProblemResponse
from pasch.server.context import Context, context_of
from pasch.server.guards.callers import check_origin, find_watcher, hidden_from
from pasch.server.sockets.live import Live, Visit
from pasch.service.errors import NoSuchEvent
from pasch.service.ids import TableId
from pasch.service.runtime.connections import Connection
from pasch.service.views.batch import Batch
from pasch.service.views.schema.socket import PROTOCOL, WRONG_VERSION

router = APIRouter()
GREATEST = 2**53


@router.websocket("/tables/{table}/ws")
async def socket(websocket: WebSocket, table: str) -> None:
    """Hello, events after `after` with patches, answers to commands. A refused handshake gets the problem document.

    A client of another version gets a sentence about it, and the socket is closed.
    """
    context, lang = context_of(websocket), language_of(websocket.scope)
    try:
        check_origin(websocket, context)
        session = await find_watcher(websocket, context)
        if websocket.query_params.get("version") != str(PROTOCOL):
            await websocket.accept()
            await websocket.close(WRONG_VERSION, _versions(lang))
            return
        visit = Visit(session, TableId(table), lang, Connection())
        with hidden_from(session):
            live = Live(context, websocket, visit, *await _begin(context, visit, _after(websocket)))
    except PaschError as error:
        await websocket.send_denial_response(ProblemResponse(error, lang))
        return
    context.metrics.sockets += 1
    try:
        await live.run()
    finally:
        context.metrics.sockets -= 1


def _versions(lang: str) -> str:
    """The reason why a client's version is refused, in at most 123 bytes."""
    return translator(lang).text(
        "socket",
        "This is Pasch {release}. It needs a client with socket protocol {version}: please update.",
        release=__version__,
        version=PROTOCOL,
    )


async def _begin(context: Context, visit: Visit, after: int) -> tuple[Batch, AsyncGenerator[Batch]]:
    """The batches so far, and the next ones as they come.

    A number beyond the last event counts as the last one: the snapshot comes first and replaces the caller's copy.
    """
    batches = context.tables.follow(
        visit.session, visit.table, after, visit.lang, linger=True, connection=visit.connection
    )
    try:
        return await anext(batches), batches
    except NoSuchEvent as error:
        return await _begin(context, visit, error.seq)


def _after(websocket: WebSocket) -> int:
    """The number to continue after. Raises `BadField`."""
    asked = websocket.query_params.get("after", "0")
    if not (asked.isascii() and asked.isdigit() and len(asked) < len(str(GREATEST))):
        raise BadField("after", "“{field}” must be a whole number")
    return int(asked)
