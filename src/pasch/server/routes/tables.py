"""The lobby and its tables."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, AsyncExitStack, aclosing, asynccontextmanager, suppress
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, WebSocket
from starlette.responses import Response
from starlette.websockets import WebSocketDisconnect

from pasch.rules.errors import PaschError
from pasch.server import API
from pasch.server.api.answers import JSON, Message, OpenJSON
from pasch.server.api.problem import ProblemResponse
from pasch.server.api.requests import JsonRoute, Language, answer, language_of, refusals
from pasch.server.context import Context, context_of
from pasch.server.guards.callers import Player, Watcher, address_of, check_origin, find_watcher, hidden_from
from pasch.server.sockets.commands import aside
from pasch.server.sockets.speaker import GOING_AWAY, REVOKED, TRY_AGAIN, Speaker
from pasch.server.wire.bodies import (
    BotSeat,
    Dice,
    FillSeat,
    HumanSeat,
    LeaveTable,
    LocalSeat,
    OpenTable,
    SeatWish,
    TakeSeat,
)
from pasch.service import requests
from pasch.service.errors import Unauthenticated
from pasch.service.ids import TableId
from pasch.service.requests import Session, Visibility
from pasch.service.table.options import Absent, TableOptions, TimeLimit
from pasch.service.views.schema.lists import Tables
from pasch.service.views.schema.table import Snapshot

lobby_router = APIRouter()


@lobby_router.websocket("/lobby/ws")
async def lobby(websocket: WebSocket) -> None:
    """The list, then its changes and the chat lines. A refused handshake gets the problem document."""
    context, lang = context_of(websocket), language_of(websocket.scope)
    try:
        check_origin(websocket)
        session = await find_watcher(websocket)
    except PaschError as error:
        await websocket.send_denial_response(ProblemResponse(error, lang))
        return
    with context.metrics.sockets.track_inprogress(), suppress(WebSocketDisconnect):
        await websocket.accept()
        await _serve(context, websocket, session, lang)


async def _serve(context: Context, websocket: WebSocket, session: Session | None, lang: str) -> None:
    """Send until one side closes."""
    speaker = Speaker(websocket, context.settings.patience)
    async with AsyncExitStack() as stack:
        lists = await stack.enter_async_context(aclosing(context.lobby.follow(lang)))
        lines = await stack.enter_async_context(aclosing(context.chat.follow(session, None, lang)))
        await anext(lines)  # clients request earlier lines by HTTP
        tables: AsyncIterator[Message] = ({"kind": "lobby", "tables": list(listing)} async for listing in lists)
        chat: AsyncIterator[Message] = (
            {"kind": "chat", "line": line} async for new_lines in lines for line in new_lines
        )
        silence = context.settings.heartbeat
        senders = (_send_all(context, speaker, tables, silence), _send_all(context, speaker, chat, None))
        revoked = asyncio.ensure_future(_until_revoked(context, session))
        tasks = [revoked, *map(asyncio.ensure_future, (*senders, _until_gone(websocket)))]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
            await speaker.close(REVOKED if revoked in done else GOING_AWAY)
        except TimeoutError:
            context.metrics.slow_readers.inc()
            await speaker.close(TRY_AGAIN)
        except PaschError:  # the store does not answer at the moment
            await speaker.close(TRY_AGAIN)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)


async def _send_all(
    context: Context, speaker: Speaker, messages: AsyncIterator[Message], silence: float | None
) -> None:
    """Send messages until the server ends; after a silence a heartbeat, which detects a dead connection."""
    async with aclosing(context.closing.until_end(messages, silence)) as coming:
        async for message in coming:
            await speaker.say({"kind": "alive"} if message is None else message)


async def _until_revoked(context: Context, session: Session | None) -> None:
    """Return when the session ends; never for a caller without one."""
    await (asyncio.Event().wait() if session is None else context.sessions.revoked(session))


async def _until_gone(websocket: WebSocket) -> None:
    """Return when the client closes; its messages are ignored."""
    with suppress(WebSocketDisconnect):
        while True:
            message = await websocket.receive()
            if message["type"] == "websocket.disconnect":
                return


router = APIRouter(tags=["tables"], route_class=JsonRoute)


@router.post("/tables", status_code=201, responses=answer(Snapshot, 201) | refusals(401, 403, 409, 415, 422, 429))
async def open_table(request: Request, caller: Player, lang: Language, body: OpenTable) -> Response:
    """Open a table. It starts at once if no player is awaited and `start` is set."""
    context = context_of(request)
    context.opening_limit.spend(caller.id, address_of(request))
    asked = _request(body)
    if all(seat.kind is requests.SeatKind.BOT for seat in asked.seats):
        context.bot_table_limit.spend(f"address {address_of(request)}", caller.id)
    await context.accounts.check_names(caller, (seat.name for seat in asked.seats))
    async with _lobby_place(request, asked.visibility) as opened:
        table = await context.tables.open(caller, asked)
        opened.add(table)
    return await table_answer(request, caller, table, lang, 201)


@router.get("/tables", responses=answer(Tables) | refusals(401, 422))
async def list_tables(
    request: Request,
    caller: Watcher,
    lang: Language,
    mine: Annotated[bool, Query(description="The caller's own unfinished tables instead of the lobby.")] = False,  # noqa: FBT002 - a query parameter
) -> Response:
    """The lobby (public tables, waiting or running), or the caller's own tables."""
    tables = context_of(request).tables
    if not mine:
        return OpenJSON(Tables(tables=list(await tables.lobby(lang))))
    if caller is None:
        raise Unauthenticated
    return JSON(Tables(tables=list(await tables.mine(caller, lang))))


@router.get("/tables/{table}", responses=answer(Snapshot) | refusals(401, 404, 422))
async def show_table(
    request: Request,
    table: str,
    caller: Watcher,
    lang: Language,
    at: Annotated[int | None, Query(ge=1, le=2**53, description="The table after this event.")] = None,
) -> Response:
    """The table with the caller's actions, now or after an earlier event. Public tables need no session."""
    with hidden_from(caller):
        snapshot = await context_of(request).tables.snapshot(caller, TableId(table), lang, at)
    return JSON(snapshot)


@router.post(
    "/tables/{table}/seats",
    status_code=201,
    responses=answer(Snapshot, 201) | refusals(401, 403, 404, 409, 415, 422, 429),
)
async def take_seat(
    request: Request, table: str, caller: Player, lang: Language, body: TakeSeat | None = None
) -> Response:
    """Take an open seat, or all seats reserved for the caller. A seated caller keeps the seat.

    With `seat` a seated caller takes a further one, for a second person at the same device. With `shared` the log says
    so; without it, the results of both seats count nowhere.
    """
    body = body or TakeSeat()
    join = requests.JoinTable(body.name or "", body.seed, body.seat, body.shared, body.mark)
    await context_of(request).accounts.check_names(caller, [join.name])
    with _aside(request, caller, table):
        await context_of(request).tables.join(caller, TableId(table), join)
    return await table_answer(request, caller, TableId(table), lang, 201)


Number = Annotated[int, Path(ge=1, le=99, description="The seat.")]


@router.post(
    "/tables/{table}/seats/{seat}/bot",
    status_code=201,
    responses=answer(Snapshot, 201) | refusals(401, 403, 404, 409, 415, 422),
)
async def fill_seat(  # noqa: PLR0913, PLR0917 - each is a part of the request
    request: Request,
    table: str,
    seat: Number,
    caller: Player,
    lang: Language,
    body: FillSeat | None = None,
) -> Response:
    """Let a bot take an open seat before the start. Only the opener may, where bots are allowed."""
    with _aside(request, caller, table):
        await context_of(request).tables.fill(caller, TableId(table), seat, None if body is None else body.bot)
    return await table_answer(request, caller, TableId(table), lang, 201)


@router.post("/tables/{table}/seats/{seat}/open", responses=answer(Snapshot) | refusals(401, 403, 404, 409, 422))
async def open_seat(request: Request, table: str, seat: Number, caller: Player, lang: Language) -> Response:
    """Open a seat of a bot or a reserved seat to everyone, before the start. Only the opener may."""
    with _aside(request, caller, table):
        await context_of(request).tables.reopen(caller, TableId(table), seat)
    return await table_answer(request, caller, TableId(table), lang, 200)


@router.post("/tables/{table}/start", responses=answer(Snapshot) | refusals(401, 403, 404, 409, 422))
async def start_table(request: Request, table: str, caller: Player, lang: Language) -> Response:
    """Start the match once every seat is taken. Only the opener may."""
    await context_of(request).tables.start(caller, TableId(table))
    return await table_answer(request, caller, TableId(table), lang, 200)


@router.post("/tables/{table}/leave", status_code=204, responses=refusals(401, 403, 404, 409, 415, 422))
async def leave_table(
    request: Request, table: str, caller: Player, _lang: Language, body: LeaveTable | None = None
) -> Response:
    """Leave the table for good, with all reserved seats."""
    then = None if body is None or body.seat is None else requests.Afterwards(body.seat)
    with _aside(request, caller, table):
        await context_of(request).tables.leave(caller, TableId(table), then)
    return Response(status_code=204)


@router.post(
    "/tables/{table}/rematch",
    status_code=201,
    responses=answer(Snapshot, 201) | refusals(401, 403, 404, 409, 422, 429),
)
async def rematch(request: Request, table: str, caller: Player, lang: Language) -> Response:
    """Play again after the match: the first caller opens the table, the others join it.

    Seats are reserved for the players, and have moved up by one, so that another player begins.
    """
    context = context_of(request)
    context.opening_limit.spend(caller.id)
    row = (await context.tables.find(caller, TableId(table))).row
    async with _lobby_place(request, row.visibility if row.rematch is None else Visibility.PRIVATE) as opened:
        new_table = await context.tables.rematch(caller, TableId(table))
        opened.add(new_table)
    return await table_answer(request, caller, new_table, lang, 201)


def _aside(request: Request, caller: requests.Session, table: str) -> AbstractContextManager[None]:
    """A step that does not advance the match. Raises `RateLimited`."""
    return aside(context_of(request), caller, TableId(table), address_of(request))


@asynccontextmanager
async def _lobby_place(request: Request, visibility: Visibility) -> AsyncIterator[set[TableId]]:
    """Room for a new table in the lobby; private ones need none. Raises `TooManyTables`."""
    if visibility is Visibility.PRIVATE:
        yield set()
        return
    async with context_of(request).open_tables.opening(address_of(request)) as opened:
        yield opened


async def table_answer(
    request: Request, caller: requests.Session | None, table: TableId, lang: str, status: int
) -> Response:
    """The table as the caller sees it; with its address for a new table or seat."""
    snapshot = await context_of(request).tables.snapshot(caller, table, lang)
    headers = {"Location": f"{API}/tables/{table}"} if status == 201 else None  # noqa: PLR2004 - Created
    return JSON(snapshot, status, headers)


def _request(body: OpenTable) -> requests.OpenTable:
    time = None if body.time is None else TimeLimit(body.time.turn, body.time.bank, body.time.weekend_zone)
    return requests.OpenTable(
        variant=body.variant,
        seats=tuple(_seat(seat, body.dice) for seat in body.seats),
        rules=body.rules,
        games=body.games,
        visibility=Visibility(body.visibility),
        start=body.start,
        rules_name=body.rules_name or "",
        hints=body.hints,
        take_back=body.take_back,
        options=TableOptions(time, Absent(body.absent), body.bots),
    )


def _seat(body: SeatWish, dice: Dice) -> requests.OpenSeat:
    match body.root:
        case LocalSeat(name=name, mark=mark):
            real = (body.root.dice or dice) == "real"
            return requests.OpenSeat(requests.SeatKind.LOCAL, name or "", real=real, mark=mark)
        case BotSeat(bot=bot, name=name):
            return requests.OpenSeat(requests.SeatKind.BOT, name or "", bot)
        case HumanSeat():
            return requests.OpenSeat(requests.SeatKind.HUMAN, real=(body.root.dice or dice) == "real")
