"""`/tables/{id}/ws`: one table as it happens, and commands on the same socket."""

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from pasch.rules.errors import PaschError
from pasch.server.callers import check_origin, find_watcher
from pasch.server.context import context_of
from pasch.server.errors import BadField
from pasch.server.language import language_of
from pasch.server.live import Live
from pasch.server.problem import ProblemResponse
from pasch.server.visible import hidden_from
from pasch.service.ids import TableId

router = APIRouter()
GREATEST = 2**53


@router.websocket("/tables/{table}/ws")
async def socket(websocket: WebSocket, table: str) -> None:
    """Snapshot, events after `after`, answers to commands. A refused handshake is answered with the problem."""
    context, lang = context_of(websocket), language_of(websocket.scope)
    try:
        check_origin(websocket, context)
        session = await find_watcher(websocket, context)
        batches = context.tables.follow(session, TableId(table), _after(websocket), lang)
        with hidden_from(session):
            first = await anext(batches)
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


def _after(websocket: WebSocket) -> int:
    """The number to go on after. Raises `BadField`."""
    asked = websocket.query_params.get("after", "0")
    if not (asked.isascii() and asked.isdigit() and len(asked) < len(str(GREATEST))):
        raise BadField("after", "“{field}” must be a whole number")
    return int(asked)
