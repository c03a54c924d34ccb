"""`/high-scores` and `/statistics`: the bests, and what one's own games came to."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from pasch.server.api.documented import refusals
from pasch.server.api.language import Language
from pasch.server.api.queries import RulesQuery, queried_rules
from pasch.server.context import context_of
from pasch.server.guards.callers import Caller, Watcher, address_of
from pasch.server.wire import results as wire
from pasch.service.results.scores import AskScores, AskStatistics, Kind, Period

router = APIRouter(tags=["results"])

VariantKey = Annotated[str, Query(max_length=80, description="A variant by key or alias.", examples=["kniffel"])]


@router.get("/high-scores", response_model=wire.HighScores, responses=refusals(401, 422, 429))
async def high_scores(  # noqa: PLR0913, PLR0917 - the parts of the question
    request: Request,
    caller: Watcher,
    lang: Language,
    variant: VariantKey,
    rules: RulesQuery = None,
    period: Annotated[wire.Period, Query(description="The last day, week, month or year, or all times.")] = "all",
    kind: Annotated[wire.Kind, Query(description="People, or bots.")] = "people",
) -> Response:
    """The best whole games with verifiable dice of the server, people and bots apart. Needs no session."""
    context = context_of(request)
    context.result_limit.spend(address_of(request))
    wish = AskScores(variant, queried_rules(rules), Period(period), Kind(kind))
    return JSONResponse(await context.scores.high_scores(caller, wish, lang))


@router.get("/statistics", response_model=wire.Statistics, responses=refusals(401, 422, 429))
async def statistics(  # noqa: PLR0913, PLR0917 - the parts of the question
    request: Request,
    caller: Caller,
    lang: Language,
    variant: VariantKey | None = None,
    rules: RulesQuery = None,
    name: Annotated[
        str | None, Query(max_length=200, description="Only games played under this name; left out, all of them.")
    ] = None,
) -> Response:
    """What the caller's games came to; one variant in detail, left out the one played last."""
    context, asker = context_of(request), address_of(request)
    context.result_limit.spend(asker)
    wish = AskStatistics(variant, queried_rules(rules), name)
    return JSONResponse(await context.scores.statistics(caller, wish, context.solver, lang, asker))
