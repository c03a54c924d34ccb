"""Playing at a table: its socket, commands, events, records, and keys to continue elsewhere."""

import io
from collections.abc import AsyncGenerator
from time import perf_counter
from typing import Annotated, cast

import segno
from fastapi import APIRouter, Query, Request, WebSocket
from starlette.responses import Response, StreamingResponse

from pasch import __version__
from pasch.i18n import translator
from pasch.rules.errors import InvalidInput, PaschError
from pasch.server import API
from pasch.server.api.answers import JSON
from pasch.server.api.problem import NotFound, ProblemResponse
from pasch.server.api.requests import (
    JsonRoute,
    Language,
    Responses,
    answer,
    file_answer,
    json_only,
    language_of,
    refusals,
    schema_of,
)
from pasch.server.context import Context, context_of
from pasch.server.guards.callers import Player, Watcher, address_of, caller_of, check_origin, find_watcher, hidden_from
from pasch.server.sockets.commands import Sent, aside, take_command
from pasch.server.sockets.live import Live, Visit
from pasch.server.sockets.streams import LINES, SENT_EVENTS, last_seen, past, stream, wants_sent_events
from pasch.server.wire.bodies import BringKey
from pasch.server.wire.commands import Command
from pasch.service.errors import NoSuchEvent
from pasch.service.ids import TableId
from pasch.service.people.continuing import Key, key_from_text
from pasch.service.requests import Session, Status
from pasch.service.runtime.connections import Connection
from pasch.service.views.schema.events import Event
from pasch.service.views.schema.lists import Interrupted, InterruptedMatches, ListedMatch, SeatKey
from pasch.service.views.schema.problems import Accepted
from pasch.service.views.schema.socket import PROTOCOL, WRONG_VERSION
from pasch.service.views.schema.table import Snapshot
from pasch.service.views.view import Batch


def qr_code(address: str) -> str:
    """The address as a QR code: an SVG document, always black on white.

    It takes some ten milliseconds.
    """
    picture = io.BytesIO()
    segno.make(address, error="m").save(
        picture, kind="svg", xmldecl=False, border=2, dark="#000", light="#fff", unit=""
    )
    return picture.getvalue().decode()


router = APIRouter(tags=["play"])
LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")


RECORD = file_answer("The record.", "text/plain")
PICTURE = file_answer("The picture.", "image/svg+xml")
BODY = {
    "parameters": [{"name": "lang", "in": "query", "required": False, "schema": {"type": "string"}}],
    "requestBody": {"required": True, "content": {"application/json": {"schema": schema_of(Command)}}},
}
"""The schema of the one route that reads its request itself."""


@router.post(
    "/tables/{table}/commands",
    responses=answer(Accepted) | refusals(401, 403, 404, 409, 415, 422, 429),
    openapi_extra=BODY,
)
async def send_command(request: Request, table: str) -> Response:
    """Send a command.

    Checks run in this order: session, table, repeated `id` (gets the first answer again), `expect_seq`, turn, legality.
    A refused command changes nothing.
    """
    # Without dependencies, because this address gets most requests: they would cost as much as the rest of it.
    began, context = perf_counter(), context_of(request)
    caller = await caller_of(request)
    await json_only(request)
    tables, sent = context.tables, Sent.read(await request.body())
    try:
        return JSON(await take_command(context, caller, TableId(table), sent, address_of(request)))
    except PaschError as error:
        return ProblemResponse(error, language_of(request.scope), variant=tables.known_variant(TableId(table)))
    finally:
        context.metrics.answered("http", began, table)


STREAMS: Responses = {
    200: {
        "description": "One event after the other, as lines of JSON or as server-sent events.",
        "content": {LINES: {"schema": schema_of(Event)}, SENT_EVENTS: {"schema": {"type": "string"}}},
    },
    204: {"description": "Server-sent events only: the log has ended and all of it was seen; browsers then stop."},
}


@router.get(
    "/tables/{table}/events",
    response_class=StreamingResponse,
    responses=STREAMS | refusals(401, 404, 409, 422),
)
async def follow_events(  # noqa: PLR0913, PLR0917 - each is a part of the request
    request: Request,
    table: str,
    caller: Watcher,
    lang: Language,
    after: Annotated[int, Query(ge=0, le=2**53, description="The number of the last event already known.")] = 0,
    follow: Annotated[bool, Query(description="Whether to stay for future events.")] = True,  # noqa: FBT002 - a query parameter
) -> Response:
    """The log after an event: JSON Lines, or server-sent events if `Accept` requests `text/event-stream`.

    A returning browser's `Last-Event-ID` counts like `after`. A number beyond the last event is `stale`. The stream
    ends with the table.
    """
    context, after, browser = context_of(request), last_seen(request, after), wants_sent_events(request)
    kind = SENT_EVENTS if browser else LINES
    if not follow:
        pieces = context.tables.events(caller, TableId(table), after, lang)
        with hidden_from(caller):
            first = await anext(pieces)
        return StreamingResponse(past(first, pieces, as_sent_events=browser), 200, media_type=kind)
    batches = context.tables.follow(caller, TableId(table), after, lang)
    with hidden_from(caller):
        begun = await anext(batches)
    if browser and not begun.events and Status(begun.snapshot["status"]).ended:
        return Response(status_code=204)
    # Buffering proxies would hold events back.
    headers = {"X-Accel-Buffering": "no"}
    return StreamingResponse(stream(context, caller, begun, batches, as_sent_events=browser), 200, headers, kind)


@router.get("/tables/{table}/record", response_class=Response, responses=RECORD | refusals(401, 404, 409, 422))
async def show_record(request: Request, table: str, caller: Watcher, lang: Language) -> Response:
    """The match so far as a record, a text that replays through the rules; with the seeds once it has ended."""
    with hidden_from(caller):
        text = await context_of(request).tables.record(caller, TableId(table), lang)
    return Response(text, media_type="text/plain; charset=utf-8")


@router.get("/tables/{table}/qr.svg", response_class=Response, responses=PICTURE | refusals(401, 404, 422))
async def show_qr_code(request: Request, table: str, caller: Watcher, lang: Language) -> Response:
    """The table's address as a QR code, for a phone to join."""
    context = context_of(request)
    with hidden_from(caller):
        await context.tables.snapshot(caller, TableId(table), lang)
    address = f"{home_of(request)}t/{table}"
    picture = await context.tables.pace.in_thread(qr_code, address)
    return Response(picture, media_type="image/svg+xml", headers={"Content-Location": address})


def home_of(request: Request) -> str:
    """The root address for other devices: that of this request, unless it is a loopback address."""
    settings = context_of(request).settings
    if settings.operation.public_url:
        return f"{settings.operation.public_url}/"
    home = settings.reach.home
    return home if home and (request.url.hostname or "") in LOOPBACK else str(request.base_url)


partie_router = APIRouter(tags=["play"], route_class=JsonRoute)


@partie_router.post("/tables/{table}/key", responses=answer(SeatKey) | refusals(401, 403, 404, 409, 422))
async def show_key(request: Request, table: str, caller: Player, lang: Language) -> Response:
    """The key of the caller's seats, for playing them on another device.

    It stays the same until the match or the caller's session ends.
    """
    context = context_of(request)
    key = await context.continuing.key(caller, TableId(table))
    snapshot = await context.tables.snapshot(caller, TableId(table), lang)
    return JSON(await _shown(request, caller, key, snapshot["kept_until"]))


@partie_router.post("/tables/{table}/interrupt", responses=answer(Interrupted) | refusals(401, 403, 404, 409, 422))
async def interrupt(request: Request, table: str, caller: Player, lang: Language) -> Response:
    """Interrupt the match at any moment, also during a turn: it is paused, or others are asked for a pause."""
    context = context_of(request)
    with aside(context, caller, TableId(table), address_of(request)):
        key = await context.continuing.interrupt(caller, TableId(table))
    snapshot = await context.tables.snapshot(caller, TableId(table), lang)
    body: Interrupted = {**await _shown(request, caller, key, snapshot["kept_until"]), "table": snapshot}
    return JSON(body)


@partie_router.post("/continue", responses=answer(Snapshot) | refusals(401, 403, 404, 409, 415, 422, 429))
async def continue_match(request: Request, caller: Player, lang: Language, body: BringKey) -> Response:
    """Continue a match with the key of its seats: they then belong to the caller, and the old device is informed.

    The check character of a key detects typing errors, which cost nothing. All other invalid keys get the same answer,
    and are counted.
    """
    context, key = context_of(request), key_from_text(body.key)
    context.guesses.code(address_of(request))
    table = await context.continuing.continue_match(caller, key)
    snapshot = await context.tables.snapshot(caller, table, lang)
    return JSON(snapshot, headers={"Content-Location": f"{API}/tables/{table}"})


@partie_router.get("/interrupted", responses=answer(InterruptedMatches) | refusals(404, 422))
async def list_interrupted(request: Request, lang: Language) -> Response:
    """Every interrupted match of a household with its names, but without access to its table: that takes the key.

    404 unless the operator has set `household`.
    """
    context = context_of(request)
    if not context.settings.household:
        raise NotFound("Nothing exists at this address")
    items = await context.tables.interrupted(lang)
    matches = [cast("ListedMatch", {name: value for name, value in item.items() if name != "id"}) for item in items]
    return JSON(InterruptedMatches(matches=matches))


async def _shown(request: Request, caller: Session, key: Key, kept_until: str) -> SeatKey:
    context = context_of(request)
    await context.sessions.check(caller)  # a session that ended since must not learn the key
    # After the #: browsers never send that part, so no log contains the key.
    address = f"{home_of(request)}continue#{key.text}"
    picture = await context.tables.pace.in_thread(qr_code, address)
    return {"key": key.text, "address": address, "qr": picture, "kept_until": kept_until}


GREATEST = 2**53


@router.websocket("/tables/{table}/ws")
async def socket(websocket: WebSocket, table: str) -> None:
    """Hello, events after `after` with patches, answers to commands. A refused handshake gets the problem document.

    A client of another version gets a sentence about it, and the socket is closed.
    """
    context, lang = context_of(websocket), language_of(websocket.scope)
    try:
        check_origin(websocket)
        session = await find_watcher(websocket)
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
    with context.metrics.sockets.track_inprogress():
        await live.run()


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
    """The number to continue after. Raises `InvalidInput`."""
    asked = websocket.query_params.get("after", "0")
    if not (asked.isascii() and asked.isdigit() and len(asked) < len(str(GREATEST))):
        raise InvalidInput("“{field}” must be a whole number of at least 0", field="after")
    return int(asked)
