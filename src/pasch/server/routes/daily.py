"""`/daily`: one game for everyone each day."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from pasch.rules.errors import InvalidInput
from pasch.server.api.answers import JSON, OpenJSON
from pasch.server.api.requests import JsonRoute, Language, answer, refusals
from pasch.server.context import context_of
from pasch.server.guards.callers import Caller, Player, Watcher, address_of
from pasch.server.routes.play import home_of
from pasch.server.routes.tables import table_answer
from pasch.server.wire.base import DAY_PATTERN, EXAMPLES
from pasch.server.wire.bodies import Day, OpenDaily
from pasch.service.views.schema.shared_events import DailyArchive, DailyGame, DailyResult
from pasch.service.views.schema.table import Snapshot

router = APIRouter(tags=["daily"], route_class=JsonRoute)


def read_day(name: str, text: str | None) -> date | None:
    """A day. Raises `InvalidInput`."""
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        example = EXAMPLES[DAY_PATTERN]
        raise InvalidInput("“{field}” must be a day such as {example}", field=name, example=example) from None


async def _asked(
    day: Annotated[Day | None, Query(description="A day in UTC; by default today.")] = None,
) -> date | None:
    return read_day("day", day)


Asked = Annotated[date | None, Depends(_asked)]
"""Parameter of a route: the day that is asked for."""


@router.get("/daily", responses=answer(DailyGame) | refusals(401, 422, 429))
async def show_day(request: Request, caller: Watcher, lang: Language, day: Asked) -> Response:
    """The game of a day, the caller's attempt and streaks. Needs no session."""
    context = context_of(request)
    context.result_limit.spend(address_of(request))
    return JSON(await context.daily.show(caller, day, lang))


@router.post("/daily", status_code=201, responses=answer(Snapshot, 201) | refusals(401, 403, 409, 415, 422, 429))
async def play_day(request: Request, caller: Player, lang: Language, body: OpenDaily | None = None) -> Response:
    """Begin or resume today's only attempt, at a table without hints. A past day gets a game that does not count.

    Everyone gets the same dice. Refused as `illegal_action` once today's attempt has ended.
    """
    context = context_of(request)
    context.opening_limit.spend(caller.id, address_of(request))
    table = await context.daily.open(caller, read_day("day", None if body is None else body.day))
    return await table_answer(request, caller, table, lang, 201)


@router.get("/daily/archive", responses=answer(DailyArchive) | refusals(401, 422, 429))
async def list_days(
    request: Request,
    caller: Watcher,
    lang: Language,
    before: Annotated[Day | None, Query(description="The `before` of the previous part.")] = None,
) -> Response:
    """Past days, the latest first, in parts."""
    context = context_of(request)
    context.result_limit.spend(address_of(request))
    return OpenJSON(await context.daily.archive(caller, read_day("before", before), lang))


@router.get("/daily/result", responses=answer(DailyResult) | refusals(401, 409, 422, 429))
async def show_daily_result(request: Request, caller: Caller, lang: Language, day: Asked) -> Response:
    """What the caller's finished attempt came to: par, loss of each turn, and the share of others with less."""
    context, asker = context_of(request), address_of(request)
    context.analysis_limit.spend(asker)
    page = f"{home_of(request)}daily"
    return JSON(await context.daily.result(caller, day, context.solver, lang, asker, page))
