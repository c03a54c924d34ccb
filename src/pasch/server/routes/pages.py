"""Pages of the web client that say more than the first page: a table, and the picture of its sheet."""

from html import escape

from fastapi import APIRouter, Request
from starlette.responses import Response

from pasch.rules.errors import PaschError
from pasch.rules.notation.record import Ending, Record
from pasch.server.api.language import language_of
from pasch.server.client import Client
from pasch.server.context import context_of
from pasch.server.guards.callers import address_of, find_watcher
from pasch.server.guards.visible import hidden_from
from pasch.server.routes.play import home_of
from pasch.service.ids import TableId
from pasch.service.requests import Status
from pasch.sheets import Paper, picture_in_child, record_drawing
from pasch.sheets.standings import standings_of
from pasch.words import variant_name

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}")
@router.get("/t/{table}/results")
async def table_page(request: Request, table: str) -> Response:
    """The first page; of a finished public table with a card for those who are sent its link."""
    client = request.app.router.default
    assert isinstance(client, Client)
    return client.answer(request, await _card(request, TableId(table)))


@router.get("/t/{table}/sheet.png")
async def picture(request: Request, table: str) -> Response:
    """The first page of the printed sheets as a picture, to be shared."""
    context, lang = context_of(request), language_of(request.scope)
    caller = await find_watcher(request, context)
    with hidden_from(caller):
        record = await context.tables.record_to_print(caller, TableId(table), lang)
    context.sheet_limit.spend(address_of(request))
    drawing = await context.tables.pace.apart(record_drawing, record, Paper.A4, lang)
    made = await context.tables.pace.beside(picture_in_child, drawing)
    return Response(made, media_type="image/png", headers={"Cache-Control": "no-cache"})


async def _card(request: Request, table: TableId) -> str:
    """Open Graph for a finished public table, else nothing."""
    context, lang = context_of(request), language_of(request.scope)
    try:
        live = await context.tables.writer.visible(None, table)
        if live.state.status is not Status.FINISHED:
            return ""
        record = await context.tables.record_to_print(None, table, lang)
    except PaschError:
        return ""
    return "".join(
        f'<meta property="og:{name}" content="{escape(text)}" />'
        for name, text in _told(record, f"{home_of(request)}t/{table}", lang).items()
    )


def _told(record: Record, address: str, lang: str) -> dict[str, str]:
    assert record.ending is Ending.FINISHED
    standings = standings_of(record.match, record.players)
    return {
        "type": "article",
        "title": variant_name(record.match.variant, lang),
        "description": " · ".join(f"{one.name} {one.total}" for one in standings),
        "url": f"{address}/results",
        "image": f"{address}/sheet.png?lang={lang}",
    }
