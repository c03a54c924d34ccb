"""`/puzzles`: positions with one best action."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from pasch.server.api.language import Language
from pasch.server.api.requests import JsonRoute, answer, refusals
from pasch.server.context import Context, context_of
from pasch.server.guards.callers import Caller, Player, address_of
from pasch.server.wire.questions import AnswerPuzzle
from pasch.service.puzzles.collection import Theme
from pasch.service.views.schema.puzzles import PuzzleAnswer, PuzzleTask

router = APIRouter(tags=["puzzles"], route_class=JsonRoute)


@router.get("/puzzles/next", responses=answer(PuzzleTask) | refusals(401, 422, 429))
async def next_puzzle(
    request: Request,
    caller: Caller,
    lang: Language,
    theme: Annotated[Theme | None, Query(description="Only puzzles with this theme.")] = None,
) -> Response:
    """A puzzle that the caller has not tried, near the caller's rating. The same one until it is answered."""
    return JSONResponse(await _asked(request).puzzles.next(caller, theme, lang))


@router.get("/puzzles/{puzzle}", responses=answer(PuzzleTask) | refusals(401, 404, 422, 429))
async def show_puzzle(request: Request, puzzle: str, caller: Caller, lang: Language) -> Response:
    """A puzzle."""
    return JSONResponse(await _asked(request).puzzles.show(caller, puzzle, lang))


@router.post("/puzzles/{puzzle}/answer", responses=answer(PuzzleAnswer) | refusals(401, 403, 404, 415, 422, 429))
async def answer_puzzle(request: Request, puzzle: str, caller: Player, lang: Language, wish: AnswerPuzzle) -> Response:
    """Answer a puzzle and learn the value of every action. Only the caller's first answer changes ratings."""
    return JSONResponse(await _asked(request).puzzles.answer(caller, puzzle, wish.action, lang))


def _asked(request: Request) -> Context:
    """The context; counts the question. Raises `RateLimited`."""
    context = context_of(request)
    context.advice_limit.spend(address_of(request))
    return context
