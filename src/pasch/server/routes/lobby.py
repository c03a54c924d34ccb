"""`/lobby/ws`: the list of public tables and the lobby's chat, as they happen."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing, suppress

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from pasch.rules.errors import PaschError
from pasch.server.api.language import language_of
from pasch.server.api.problem import ProblemResponse
from pasch.server.api.texts import Message
from pasch.server.context import Context, context_of
from pasch.server.guards.callers import check_origin, find_watcher
from pasch.server.sockets.speaker import GOING_AWAY, REVOKED, TRY_AGAIN, Speaker
from pasch.service.requests import Session

router = APIRouter()


@router.websocket("/lobby/ws")
async def lobby(websocket: WebSocket) -> None:
    """The list, then every change of it and every line. A refused handshake is answered with the problem."""
    context, lang = context_of(websocket), language_of(websocket.scope)
    try:
        check_origin(websocket, context)
        session = await find_watcher(websocket, context)
    except PaschError as error:
        await websocket.send_denial_response(ProblemResponse(error, lang))
        return
    context.metrics.sockets += 1
    try:
        await websocket.accept()
        await _serve(context, websocket, session, lang)
    except WebSocketDisconnect:
        pass
    finally:
        context.metrics.sockets -= 1


async def _serve(context: Context, websocket: WebSocket, session: Session | None, lang: str) -> None:
    """Until one side goes."""
    speaker = Speaker(websocket, context.settings.patience)
    async with AsyncExitStack() as stack:
        lists = await stack.enter_async_context(aclosing(context.lobby.follow(lang)))
        lines = await stack.enter_async_context(aclosing(context.chat.follow(session, None, lang)))
        await anext(lines)  # what was said before this is asked for by HTTP
        tables: AsyncIterator[Message] = ({"kind": "lobby", "tables": list(listed)} async for listed in lists)
        talk: AsyncIterator[Message] = ({"kind": "chat", "line": line} async for said in lines for line in said)
        silence = context.settings.heartbeat
        telling = (_tell(context, speaker, tables, silence), _tell(context, speaker, talk, None))
        revoked = asyncio.ensure_future(_until_revoked(context, session))
        tasks = [revoked, *map(asyncio.ensure_future, (*telling, _until_gone(websocket)))]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            await speaker.close(REVOKED if revoked in done else GOING_AWAY)
        except TimeoutError:
            context.metrics.slow_readers += 1
            await speaker.close(TRY_AGAIN)
        except PaschError:  # the store does not answer just now
            await speaker.close(TRY_AGAIN)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)


async def _tell(context: Context, speaker: Speaker, messages: AsyncIterator[Message], silence: float | None) -> None:
    """Pass messages on until the server ends; after a silence a word, so that a line that has died is found out."""
    async with aclosing(context.closing.through(messages, silence)) as coming:
        async for message in coming:
            await speaker.say({"kind": "alive"} if message is None else message)


async def _until_revoked(context: Context, session: Session | None) -> None:
    """Return when the session ends; never for a caller without one."""
    await (asyncio.Event().wait() if session is None else context.sessions.revoked(session))


async def _until_gone(websocket: WebSocket) -> None:
    """Return when the other side closes; whatever it says is ignored."""
    with suppress(WebSocketDisconnect):
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
