"""`/tables/{id}/ws`: one table as it happens, and commands on the same socket."""

from collections.abc import AsyncIterator

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from pasch.rules.errors import PaschError
from pasch.server.callers import check_origin, find_watcher
from pasch.server.context import Context, context_of
from pasch.server.errors import BadField
from pasch.server.language import language_of
from pasch.server.live import Live
from pasch.server.problem import ProblemResponse
from pasch.server.visible import hidden_from
from pasch.service.ids import TableId
from pasch.service.requests import Session
from pasch.service.views import Batch

router = APIRouter()
GREATEST = 2**53


@router.websocket("/tables/{table}/ws")
async def socket(websocket: WebSocket, table: str) -> None:
    """Snapshot, events after `after`, answers to commands. A refused handshake is answered with the problem."""
    context, lang = context_of(websocket), language_of(websocket.scope)
    try:
        check_origin(websocket, context)
        session = await find_watcher(websocket, context)
        with hidden_from(session):
            first, batches = await _begin(context, session, TableId(table), _after(websocket), lang)
    except PaschError as error:
        await websocket.send_denial_response(ProblemResponse(error, lang))
        return
    await websocket.accept()
    context.metrics.sockets += 1
    try:
        await Live(context, websocket, session, TableId(table), lang).run(first, batches)
    except WebSocketDisconnect:
        pass
    finally:
        context.metrics.sockets -= 1


async def _begin(
    context: Context, session: Session | None, table: TableId, after: int, lang: str
) -> tuple[Batch, AsyncIterator[Batch]]:
    """What has happened so far, and what will. A number from the future counts as the latest one: nothing is missed."""
    batches = context.tables.follow(session, table, after, lang)
    first = await anext(batches)
    latest = first["snapshot"]["seq"]
    return (first, batches) if after <= latest else await _begin(context, session, table, latest, lang)


def _after(websocket: WebSocket) -> int:
    """The number to go on after. Raises `BadField`."""
    asked = websocket.query_params.get("after", "0")
    if not (asked.isascii() and asked.isdigit() and len(asked) < len(str(GREATEST))):
        raise BadField("after", "“{field}” must be a whole number")
    return int(asked)
