"""`/tables/{id}/key`, `/tables/{id}/interrupt`, `/continue`, `/interrupted`: a match goes on another day or device."""

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from pasch.server.api.bodies import JsonRoute
from pasch.server.api.documented import refusals
from pasch.server.api.errors import NotFound
from pasch.server.api.language import Language
from pasch.server.context import context_of
from pasch.server.guards.callers import Player, address_of
from pasch.server.http import API
from pasch.server.pictures import qr_code
from pasch.server.routes.play import home_of
from pasch.server.sockets.commands import aside
from pasch.server.wire.partie import BringKey, Interrupted, SeatKey
from pasch.server.wire.tables import InterruptedMatches, Snapshot
from pasch.service.ids import TableId
from pasch.service.people.seat_keys import Key, key_from_text
from pasch.service.requests import Session

router = APIRouter(tags=["play"], route_class=JsonRoute)


@router.post("/tables/{table}/key", response_model=SeatKey, responses=refusals(401, 403, 404, 409, 422))
async def show_key(request: Request, table: str, caller: Player, lang: Language) -> Response:
    """The key of the caller's seats: with it they are played on another device.

    The same one every time, until the match ends, or a session of the caller.
    """
    context = context_of(request)
    key = await context.continuing.key(caller, TableId(table))
    snapshot = await context.tables.snapshot(caller, TableId(table), lang)
    return JSONResponse(await _shown(request, caller, key, snapshot["kept_until"]))


@router.post("/tables/{table}/interrupt", response_model=Interrupted, responses=refusals(401, 403, 404, 409, 422))
async def interrupt(request: Request, table: str, caller: Player, lang: Language) -> Response:
    """Stop at any moment, also in the middle of a turn: the match is paused, or others are asked for a pause."""
    context = context_of(request)
    with aside(context, caller, TableId(table), address_of(request)):
        key = await context.continuing.interrupt(caller, TableId(table))
    snapshot = await context.tables.snapshot(caller, TableId(table), lang)
    return JSONResponse({**await _shown(request, caller, key, snapshot["kept_until"]), "table": snapshot})


@router.post("/continue", response_model=Snapshot, responses=refusals(401, 403, 404, 409, 415, 422, 429))
async def go_on(request: Request, caller: Player, lang: Language, wish: BringKey) -> Response:
    """Go on with a match by the key of its seats: they are the caller's from now on, and its old device is told.

    A key with a typing error is recognised by its check character and costs nothing; all others that lead nowhere are
    answered alike, and counted.
    """
    context, key = context_of(request), key_from_text(wish.key)
    context.guesses.code(address_of(request))
    table = await context.continuing.go_on(caller, key)
    snapshot = await context.tables.snapshot(caller, table, lang)
    return JSONResponse(snapshot, headers={"Content-Location": f"{API}/tables/{table}"})


@router.get("/interrupted", response_model=InterruptedMatches, responses=refusals(404, 422))
async def list_interrupted(request: Request, lang: Language) -> Response:
    """Every interrupted match of a household with the names, but no way to its table: that takes the key.

    404 unless the operator has set `household`.
    """
    context = context_of(request)
    if not context.settings.household:
        raise NotFound("There is nothing at this address")
    items = await context.tables.interrupted(lang)
    matches = [{name: value for name, value in item.items() if name != "id"} for item in items]
    return JSONResponse({"matches": matches})


async def _shown(request: Request, caller: Session, key: Key, kept_until: str) -> dict[str, object]:
    context = context_of(request)
    await context.sessions.check(caller)  # a session that ended after it was found must not learn the key
    # Behind the #: browsers send that part to nobody, so the key stands in no log.
    address = f"{home_of(request)}continue#{key.text}"
    picture = await context.tables.pace.apart(qr_code, address)
    return {"key": key.text, "address": address, "qr": picture, "kept_until": kept_until}
