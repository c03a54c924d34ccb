"""`/advice`, `/analysis` and `/puzzles`: the best actions, the ledger of luck and skill, and single positions."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from pasch.rules.errors import InvalidInput
from pasch.rules.notation.position import Position
from pasch.rules.notation.record_reader import read_record
from pasch.server.api.answers import JSON, OpenJSON
from pasch.server.api.problem import at_field
from pasch.server.api.requests import JsonRoute, Language, answer, refusals
from pasch.server.context import Context, context_of
from pasch.server.guards.callers import Caller, Player, Watcher, address_of, hidden_from
from pasch.server.wire.bodies import AnswerPuzzle, AskAnalysis
from pasch.service.ids import TableId
from pasch.service.puzzles import Theme
from pasch.service.requests import Session
from pasch.service.views.schema.coach import Advice, Analysis, PuzzleAnswer, PuzzleTask

router = APIRouter(tags=["coach"], route_class=JsonRoute)
LONGEST_POSITION = 4000


@router.get("/advice", responses=answer(Advice) | refusals(401, 403, 422, 429))
async def advise(
    request: Request,
    caller: Watcher,
    lang: Language,
    position: Annotated[
        str,
        Query(
            description="A position as a text: variant, entries, dice and rolls left.",
            max_length=LONGEST_POSITION,
            examples=["kniffel; ones=3; 12344 2"],
        ),
    ],
) -> Response:
    """Every action in a position with its value, best first, for any variant that can be solved.

    Refused as `hints_forbidden` while the caller plays by the same rules at a table where hints are forbidden.
    """
    context, asker = _asked(request, "advice")
    with at_field("position"):
        game = Position.from_text(position).game
    return JSON(await context.coach.advice(caller, game, lang, asker))


@router.get("/tables/{table}/advice", responses=answer(Advice) | refusals(401, 403, 404, 409, 422, 429))
async def advise_at_table(request: Request, table: str, caller: Caller, lang: Language) -> Response:
    """Every action with its value at a table where the caller is to move and hints are allowed."""
    context, asker = _asked(request, "advice")
    return JSON(await context.coach.advice_at(caller, TableId(table), lang, asker))


@router.post("/analysis", responses=answer(Analysis) | refusals(401, 403, 404, 409, 415, 422, 429))
async def analyse(request: Request, caller: Watcher, lang: Language, body: AskAnalysis) -> Response:
    """The ledger of a table or of a record: the luck of every roll, and the loss of every decision.

    A running table is analysed only for its own players, and where hints are allowed. A record, or an imported match,
    is refused as in `GET /advice`.
    """
    context, asker = _asked(request, "analysis")
    return OpenJSON(await _ledger(context, caller, lang, asker, body))


async def _ledger(context: Context, caller: Session | None, lang: str, asker: str, body: AskAnalysis) -> Analysis:
    match body:
        case AskAnalysis(table=str(table), record=None):
            with hidden_from(caller):
                return await context.coach.ledger_of(caller, TableId(table), lang, asker, win=body.win)
        case AskAnalysis(table=None, record=str(text)):
            with at_field("record"):
                record = await context.tables.pace.in_thread(read_record, text)  # a long ledger takes a second
            return await context.coach.ledger(caller, record, lang, asker, win=body.win)
        case _:
            raise InvalidInput("Name either “table” or “record” to analyse", field="table")


def _asked(request: Request, what: str) -> tuple[Context, str]:
    """The context and the asker; counts the question. Raises `RateLimited`."""
    context, asker = context_of(request), address_of(request)
    (context.advice_limit if what == "advice" else context.analysis_limit).spend(asker)
    return context, asker


puzzle_router = APIRouter(tags=["puzzles"], route_class=JsonRoute)


@puzzle_router.get("/puzzles/next", responses=answer(PuzzleTask) | refusals(401, 422, 429))
async def next_puzzle(
    request: Request,
    caller: Caller,
    lang: Language,
    theme: Annotated[Theme | None, Query(description="Only puzzles with this theme.")] = None,
) -> Response:
    """A puzzle that the caller has not tried, near the caller's rating. The same one until it is answered."""
    return JSON(await _asked(request, "advice")[0].puzzles.next(caller, theme, lang))


@puzzle_router.get("/puzzles/{puzzle}", responses=answer(PuzzleTask) | refusals(401, 404, 422, 429))
async def show_puzzle(request: Request, puzzle: str, caller: Caller, lang: Language) -> Response:
    """A puzzle."""
    return JSON(await _asked(request, "advice")[0].puzzles.show(caller, puzzle, lang))


@puzzle_router.post("/puzzles/{puzzle}/answer", responses=answer(PuzzleAnswer) | refusals(401, 403, 404, 415, 422, 429))
async def answer_puzzle(request: Request, puzzle: str, caller: Player, lang: Language, body: AnswerPuzzle) -> Response:
    """Answer a puzzle and learn the value of every action. Only the caller's first answer changes ratings."""
    return JSON(await _asked(request, "advice")[0].puzzles.answer(caller, puzzle, body.action, lang))
