"""`/tables`: opening, looking, sitting down, starting, leaving, again."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from pasch.server.bodies import JsonOnly
from pasch.server.callers import Caller, Watcher, address_of
from pasch.server.context import context_of
from pasch.server.documented import refusals
from pasch.server.language import Language
from pasch.server.visible import hidden_from
from pasch.server.wire.tables import BotSeat, HumanSeat, LocalSeat, OpenTable, SeatWish, Snapshot, Tables, TakeSeat
from pasch.service import requests
from pasch.service.errors import Unauthenticated
from pasch.service.ids import TableId

router = APIRouter(tags=["tables"])


@router.post("/tables", status_code=201, response_model=Snapshot, responses=refusals(401, 403, 415, 422, 429))
async def open_table(request: Request, _json: JsonOnly, caller: Caller, lang: Language, wish: OpenTable) -> Response:
    """Open a table. It starts at once when nobody is waited for and `start` is set."""
    context = context_of(request)
    context.opening_limit.spend(caller.id)
    context.opening_limit.spend(address_of(request))
    table = await context.tables.open(caller, _request(wish))
    return await _answer(request, caller, table, lang, 201)


@router.get("/tables", response_model=Tables, responses=refusals(401, 422))
async def list_tables(
    request: Request,
    caller: Watcher,
    lang: Language,
    mine: Annotated[bool, Query(description="The caller's own unfinished tables instead of the lobby.")] = False,  # noqa: FBT002 - a query parameter
) -> Response:
    """The lobby, that is public tables waiting or running; or one's own."""
    tables = context_of(request).tables
    if not mine:
        return JSONResponse({"tables": list(await tables.lobby(lang))})
    if caller is None:
        raise Unauthenticated
    return JSONResponse({"tables": list(await tables.mine(caller, lang))})


@router.get("/tables/{table}", response_model=Snapshot, responses=refusals(401, 404, 422))
async def show_table(request: Request, table: str, caller: Watcher, lang: Language) -> Response:
    """The table as it stands, with what the caller may do. Public tables need no session."""
    with hidden_from(caller):
        return await _answer(request, caller, TableId(table), lang, 200)


@router.post(
    "/tables/{table}/seats",
    status_code=201,
    response_model=Snapshot,
    responses=refusals(401, 403, 404, 409, 415, 422, 429),
)
async def take_seat(
    request: Request, table: str, _json: JsonOnly, caller: Caller, lang: Language, wish: TakeSeat | None = None
) -> Response:
    """Take an open seat. Whoever sits at the table already keeps the seat."""
    wish = wish or TakeSeat()
    join = requests.JoinTable(wish.name or "", wish.seed, wish.seat)
    await context_of(request).tables.join(caller, TableId(table), join)
    return await _answer(request, caller, TableId(table), lang, 201)


@router.post("/tables/{table}/start", response_model=Snapshot, responses=refusals(401, 403, 404, 409, 422))
async def start_table(request: Request, table: str, caller: Caller, lang: Language) -> Response:
    """Begin the match: the opener, once every seat is taken."""
    await context_of(request).tables.start(caller, TableId(table))
    return await _answer(request, caller, TableId(table), lang, 200)


@router.post("/tables/{table}/leave", status_code=204, responses=refusals(401, 403, 404, 409, 422))
async def leave_table(request: Request, table: str, caller: Caller, _lang: Language) -> Response:
    """Get up from the table."""
    await context_of(request).tables.leave(caller, TableId(table))
    return Response(status_code=204)


@router.post(
    "/tables/{table}/rematch",
    status_code=201,
    response_model=Snapshot,
    responses=refusals(401, 403, 404, 409, 422, 429),
)
async def rematch(request: Request, table: str, caller: Caller, lang: Language) -> Response:
    """Open the same table once more, after the match."""
    context = context_of(request)
    context.opening_limit.spend(caller.id)
    again = await context.tables.rematch(caller, TableId(table))
    return await _answer(request, caller, again, lang, 201)


async def _answer(
    request: Request, caller: requests.Session | None, table: TableId, lang: str, status: int
) -> Response:
    snapshot = await context_of(request).tables.snapshot(caller, table, lang)
    headers = {"Location": f"/api/v1/tables/{table}"} if status == 201 else None  # noqa: PLR2004 - Created
    return JSONResponse(snapshot, status, headers)


def _request(wish: OpenTable) -> requests.OpenTable:
    return requests.OpenTable(
        variant=wish.variant,
        seats=tuple(map(_seat, wish.seats)),
        rules=wish.rules,
        games=wish.games,
        visibility=requests.Visibility(wish.visibility),
        start=wish.start,
        rules_name=wish.rules_name or "",
        hints=wish.hints,
    )


def _seat(wish: SeatWish) -> requests.OpenSeat:
    match wish.root:
        case LocalSeat(name=name):
            return requests.OpenSeat(requests.SeatKind.LOCAL, name or "")
        case BotSeat(bot=bot, name=name):
            return requests.OpenSeat(requests.SeatKind.BOT, name or "", bot)
        case HumanSeat():
            return requests.OpenSeat(requests.SeatKind.HUMAN)
