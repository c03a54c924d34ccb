"""`…/sheet.pdf`: blank forms, and the filled sheets of a table, to be printed."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from pasch.rules.validation import MOST_GAMES, MOST_SEATS
from pasch.rules.variants import variant_with
from pasch.server.api.documented import refusals
from pasch.server.api.language import Language
from pasch.server.api.queries import RulesQuery, queried_rules
from pasch.server.context import context_of
from pasch.server.guards.callers import Watcher, address_of
from pasch.server.guards.visible import hidden_from
from pasch.service.ids import TableId
from pasch.sheets import Form, Paper, form_drawing, record_drawing, typeset_in_child

router = APIRouter(tags=["sheets"])

PDF = "application/pdf"
DOCUMENT: dict[int | str, dict[str, Any]] = {
    200: {"description": "The sheets.", "content": {PDF: {"schema": {"type": "string", "format": "binary"}}}}
}
PaperQuery = Annotated[Literal["a4", "letter"], Query(description="The size of the paper.")]


@router.get("/variants/{key}/sheet.pdf", response_class=Response, responses={**DOCUMENT, **refusals(422, 429)})
async def print_form(  # noqa: PLR0913, PLR0917 - the parts of the question
    request: Request,
    key: str,
    lang: Language,
    games: Annotated[
        int | None,
        Query(ge=1, le=MOST_GAMES, description="Games side by side; left out, as many as one page takes."),
    ] = None,
    players: Annotated[
        int | None,
        Query(ge=1, le=MOST_SEATS, description="Players side by side; left out, as few as can play."),
    ] = None,
    paper: PaperQuery = "a4",
    rules: RulesQuery = None,
) -> Response:
    """A blank form of a variant, house rules included, for real dice and a pencil."""
    variant = variant_with(key, queried_rules(rules))
    context_of(request).sheet_limit.spend(address_of(request))
    pace = context_of(request).tables.pace
    drawing = await pace.apart(form_drawing, variant, Form(Paper(paper), games, players), lang)
    return _document(await pace.beside(typeset_in_child, drawing), f"pasch-{variant.key}")


@router.get(
    "/tables/{table}/sheet.pdf", response_class=Response, responses={**DOCUMENT, **refusals(401, 404, 409, 422, 429)}
)
async def print_sheets(  # noqa: PLR0913, PLR0917 - the parts of the question
    request: Request,
    table: str,
    caller: Watcher,
    lang: Language,
    seat: Annotated[
        int | None, Query(ge=1, le=MOST_SEATS, description="Only the sheets of this seat; left out, of all.")
    ] = None,
    paper: PaperQuery = "a4",
) -> Response:
    """The sheets of a match as they stand: one page for a game of several players, or one for each player's games."""
    with hidden_from(caller):
        record = await context_of(request).tables.record_to_print(caller, TableId(table), lang)
    context_of(request).sheet_limit.spend(address_of(request))
    pace = context_of(request).tables.pace
    drawing = await pace.apart(record_drawing, record, Paper(paper), lang, seat)
    return _document(await pace.beside(typeset_in_child, drawing), f"pasch-{table}")


def _document(pdf: bytes, name: str) -> Response:
    """To be seen in the browser, and saved under a name that says what it is."""
    return Response(pdf, media_type=PDF, headers={"Content-Disposition": f'inline; filename="{name}.pdf"'})
