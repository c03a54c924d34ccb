"""`/events`: the same dice for everyone with the code."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from pasch.server import API
from pasch.server.api.answers import JSON
from pasch.server.api.requests import JsonRoute, Language, answer, refusals
from pasch.server.context import context_of
from pasch.server.guards.callers import Caller, Player, Watcher, address_of
from pasch.server.routes.daily import read_day
from pasch.server.routes.tables import table_answer
from pasch.server.wire.bodies import CreateEvent, PlayEvent
from pasch.service.shared_events import NewEvent
from pasch.service.views.schema.shared_events import EventList, EventResult, EventState
from pasch.service.views.schema.table import Snapshot

router = APIRouter(tags=["events"], route_class=JsonRoute)


@router.post("/events", status_code=201, responses=answer(EventState, 201) | refusals(401, 403, 409, 415, 422, 429))
async def create_event(request: Request, caller: Player, lang: Language, body: CreateEvent) -> Response:
    """Create an event. Everyone with its code gets the same dice, once, at a table without hints."""
    context = context_of(request)
    context.opening_limit.spend(caller.id, address_of(request))
    await context.accounts.check_names(caller, [body.name])
    last_day = read_day("last_day", body.last_day)
    code = await context.events.create(caller, NewEvent(body.name, body.variant, body.rules, body.games, last_day))
    event = await context.events.show(caller, code, context.solver, lang)
    return JSON(event, 201, {"Location": f"{API}/events/{code}"})


@router.get("/events", responses=answer(EventList) | refusals(401, 422, 429))
async def list_events(request: Request, caller: Caller, lang: Language) -> Response:
    """The events that the caller created or plays, the latest first."""
    context = context_of(request)
    context.result_limit.spend(address_of(request))
    return JSON(EventList(events=list(await context.events.mine(caller, lang))))


@router.get("/events/{code}", responses=answer(EventState) | refusals(401, 404, 422, 429))
async def show_event(request: Request, code: str, caller: Watcher, lang: Language) -> Response:
    """An event, the caller's attempt, and the ranking once the caller has finished or the event is over.

    Needs no session.
    """
    context = context_of(request)
    context.result_limit.spend(address_of(request))
    return JSON(await context.events.show(caller, code, context.solver, lang))


@router.post(
    "/events/{code}/play",
    status_code=201,
    responses=answer(Snapshot, 201) | refusals(401, 403, 404, 409, 415, 422, 429),
)
async def play_event(
    request: Request, code: str, caller: Player, lang: Language, body: PlayEvent | None = None
) -> Response:
    """Begin or resume the caller's only attempt. Refused as `illegal_action` once it has ended."""
    context, name = context_of(request), (body and body.name) or ""
    context.opening_limit.spend(caller.id, address_of(request))
    await context.accounts.check_names(caller, [name])
    table = await context.events.play(caller, code, name)
    return await table_answer(request, caller, table, lang, 201)


@router.post("/events/{code}/close", responses=answer(EventState) | refusals(401, 403, 404, 409, 422, 429))
async def close_event(request: Request, code: str, caller: Player, lang: Language) -> Response:
    """End the caller's event now: its seed and all attempts open. What is finished later does not count."""
    context = context_of(request)
    context.change_limit.spend(caller.id)
    await context.events.close(caller, code)
    return JSON(await context.events.show(caller, code, context.solver, lang))


@router.get("/events/{code}/result", responses=answer(EventResult) | refusals(401, 404, 409, 422, 429))
async def show_event_result(request: Request, code: str, caller: Caller, lang: Language) -> Response:
    """Par, luck and loss of the caller's finished attempt."""
    context, asker = context_of(request), address_of(request)
    context.analysis_limit.spend(asker)
    return JSON(await context.events.result(caller, code, context.solver, lang, asker))
