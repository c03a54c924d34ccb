"""Past matches, statistics, high scores and profiles."""

from collections.abc import AsyncGenerator, AsyncIterator, Iterable
from contextlib import AbstractContextManager, aclosing
from dataclasses import asdict, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.requests import ClientDisconnect
from starlette.responses import Response, StreamingResponse

from pasch.rules.errors import PaschError
from pasch.rules.variants import find_variant
from pasch.server.api.answers import JSON, OpenJSON, text_of
from pasch.server.api.problem import ProblemResponse, TooLarge, UnsupportedMediaType, problem_of
from pasch.server.api.requests import Language, RulesQuery, answer, file_answer, large_body, queried_rules, refusals
from pasch.server.context import Context, context_of
from pasch.server.guards.callers import Caller, Player, Watcher, address_of, hidden_from
from pasch.server.guards.limits import Limiter
from pasch.server.sockets.streams import LINES
from pasch.server.wire.base import checked
from pasch.service.archive.history import PastRequest, Progress
from pasch.service.ids import Handle, TableId
from pasch.service.results.scores import AskScores, AskStatistics, Kind, Period
from pasch.service.views.schema import results
from pasch.service.views.schema.lists import History, Import
from pasch.service.views.schema.results import HighScores, Profile, SeatSkills, Statistics

router = APIRouter(tags=["history"])

TABLE = "text/csv"
FILES = (LINES, "text/plain")
"""Accepted types of a file of records; its content determines the format."""


VariantKey = Annotated[
    str, Query(max_length=80, description="A variant by key or alias.", examples=["kniffel"]), checked(find_variant)
]


async def _asked(
    variant: VariantKey | None = None,
    name: Annotated[str | None, Query(alias="with", max_length=200, description="Only tables with this name.")] = None,
) -> PastRequest:
    return PastRequest(variant, name or None)


Asked = Annotated[PastRequest, Depends(_asked)]
"""Parameters of a route: the requested matches."""


@router.get("/history", responses=answer(History) | refusals(401, 422, 429))
async def history(
    request: Request,
    caller: Caller,
    lang: Language,
    asked: Asked,
    before: Annotated[str | None, Query(max_length=200, description="The `before` of the previous part.")] = None,
) -> Response:
    """The caller's past matches in parts, newest first: finished ones, and those aborted after a whole game."""
    context = context_of(request)
    context.result_limit.spend(address_of(request))
    query = replace(asked, before=None if before is None else TableId(before))
    return JSON(await context.history.page(caller, query, lang))


@router.get(
    "/history/export",
    response_class=StreamingResponse,
    responses=file_answer("One record after the other.", LINES) | refusals(401, 422, 429),
)
async def export_history(request: Request, caller: Caller, lang: Language, asked: Asked) -> Response:
    """The records of past matches as JSON Lines, each `{"record": …}`, for `POST /history/import`."""
    lines = await _context(request).history.export(caller, asked, lang)
    return _download(lines, LINES, "pasch.jsonl")


@router.get(
    "/history.csv",
    response_class=StreamingResponse,
    responses=file_answer("One row for each seat of each game.", TABLE) | refusals(401, 422, 429),
)
async def export_results(request: Request, caller: Caller, lang: Language, asked: Asked) -> Response:
    """The results of past matches for a spreadsheet: comma-separated values in UTF-8 with a byte order mark."""
    rows = await _context(request).history.results(caller, asked, lang)
    return _download(rows, f"{TABLE}; charset=utf-8", "pasch.csv")


BODY = {
    "requestBody": {
        "required": True,
        "description": "JSON Lines as `GET /history/export` gives them, or a single record.",
        "content": {kind: {"schema": {"type": "string"}} for kind in FILES},
    }
}


@router.post(
    "/history/import",
    status_code=201,
    responses=answer(Import, 201) | refusals(401, 403, 413, 415, 422, 429),
    openapi_extra=BODY,
)
async def import_history(request: Request, caller: Player, lang: Language) -> Response:
    """Import matches: every line of the file is checked, and all or none are stored.

    They belong to the caller, are marked, and count neither in high scores nor in statistics. Their bytes count against
    a quota of the caller and of the address. With `Accept: application/x-ndjson` the answer is a stream: lines of
    progress (`lines`, `checked`, `kept`), and finally the `Import` or the problem.
    """
    context = _context(request)
    _check_kind(request)
    with context.imports.slot(address_of(request)):
        try:
            data = await large_body(request, context.settings.import_limit)
        except TooLarge as error:
            return ProblemResponse(error, lang, {"Connection": "close"})
        except ClientDisconnect:
            return Response(status_code=400)  # the client is gone
        payers = caller.id, f"address {address_of(request)}"
        for payer in payers:
            context.import_limit.check(payer, len(data))
        steps = _counted(context.history.take_in(caller, data), context.import_limit, payers, len(data))
        if LINES in request.headers.get("accept", ""):
            slot = context.imports.slot(address_of(request))
            return StreamingResponse(_progress(steps, slot, lang), 201, media_type=LINES)
        [*_, done] = [step async for step in steps]
        return JSON(done, 201)


async def _counted(
    steps: AsyncGenerator[Progress | Import], limit: Limiter, payers: Iterable[str], size: int
) -> AsyncGenerator[Progress | Import]:
    """The steps of an import, which is counted as soon as it stores anything."""
    counted = False
    async with aclosing(steps):
        async for step in steps:
            if not counted and not (isinstance(step, Progress) and step.kept == 0):
                counted = True
                for payer in payers:
                    limit.count(payer, size)
            yield step


async def _progress(
    steps: AsyncGenerator[Progress | Import], slot: AbstractContextManager[None], lang: str
) -> AsyncIterator[str]:
    """A line for each step of an import, and one for its result. `slot` counts the import for its address."""
    try:
        with slot:
            async with aclosing(steps):
                async for step in steps:
                    yield text_of(asdict(step) if isinstance(step, Progress) else step) + "\n"
    except PaschError as error:
        yield text_of(problem_of(error, lang)) + "\n"


def _check_kind(request: Request) -> None:
    """Raise `UnsupportedMediaType` for a compressed body, or one that is not text."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    packed = request.headers.get("content-encoding", "identity").strip().lower() != "identity"
    if kind not in FILES or packed:
        raise UnsupportedMediaType("A file of records is sent unpacked, as {kinds}", kinds=", ".join(FILES))


def _context(request: Request) -> Context:
    """The context; counts a file. Raises `RateLimited`."""
    context = context_of(request)
    context.file_limit.spend(address_of(request))
    return context


def _download(parts: AsyncIterator[str], kind: str, name: str) -> Response:
    return StreamingResponse(parts, 200, {"Content-Disposition": f'attachment; filename="{name}"'}, kind)


results_router = APIRouter(tags=["results"])


@results_router.get("/high-scores", responses=answer(HighScores) | refusals(401, 422, 429))
async def high_scores(  # noqa: PLR0913, PLR0917 - the parts of the query
    request: Request,
    caller: Watcher,
    lang: Language,
    variant: VariantKey,
    rules: RulesQuery = None,
    period: Annotated[results.Period, Query(description="The last day, week, month or year, or all time.")] = "all",
    kind: Annotated[results.Kind, Query(description="People, or bots.")] = "people",
) -> Response:
    """The best complete games with verifiable dice of the server, for people or for bots. Needs no session."""
    context = context_of(request)
    context.result_limit.spend(address_of(request))
    query = AskScores(variant, queried_rules(rules), Period(period), Kind(kind))
    return OpenJSON(await context.scores.high_scores(caller, query, lang))


@results_router.get("/statistics", responses=answer(Statistics) | refusals(401, 422, 429))
async def statistics(  # noqa: PLR0913, PLR0917 - the parts of the query
    request: Request,
    caller: Caller,
    lang: Language,
    variant: VariantKey | None = None,
    rules: RulesQuery = None,
    name: Annotated[
        str | None, Query(max_length=200, description="Only games played under this name; by default all.")
    ] = None,
) -> Response:
    """Statistics of the caller's games, with details of one variant, by default the one played last."""
    context, asker = context_of(request), address_of(request)
    context.result_limit.spend(asker)
    query = AskStatistics(variant, queried_rules(rules), name)
    return OpenJSON(await context.scores.statistics(caller, query, context.solver, lang, asker))


Person = Annotated[str, Path(max_length=100, description="The handle of a person.")]


@results_router.get("/people/{handle}", responses=answer(Profile) | refusals(404, 422, 429))
async def profile(
    request: Request,
    handle: Person,
    lang: Language,
    variant: VariantKey | None = None,
    rules: RulesQuery = None,
) -> Response:
    """The public profile of a person, with details of one variant, by default the one played last.

    Needs no session. A private profile gets the same answer as an unknown handle.
    """
    context, asker = context_of(request), address_of(request)
    context.result_limit.spend(asker)
    query = AskStatistics(variant, queried_rules(rules))
    return OpenJSON(await context.profiles.show(Handle(handle), query, context.solver, lang, asker))


@results_router.get("/tables/{table}/skill", responses=answer(SeatSkills) | refusals(401, 404, 422, 429))
async def skill_at_table(request: Request, table: str, caller: Watcher, _lang: Language) -> Response:
    """The skill of the caller, and of players with public profiles, in the variant of the table."""
    context, asker = context_of(request), address_of(request)
    context.result_limit.spend(asker)
    with hidden_from(caller):
        return JSON(await context.profiles.at_table(caller, TableId(table), context.solver, asker))
